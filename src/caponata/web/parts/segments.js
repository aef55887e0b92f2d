/** One choice of a few, side by side. */

import { html } from "htm/preact";
import { useId } from "preact/hooks";

/**
 * Radio buttons that look like one switch.
 * @template {string} T
 * @param {{ label: string, value: T, choices: { value: T, label: string }[], choose: (value: T) => void, quiet?: boolean }} props
 */
export function Segments({ label, value, choices, choose, quiet = false }) {
  const name = useId();
  return html`<fieldset class="segments">
    <legend class=${quiet ? "unseen" : ""}>${label}</legend>
    <div>
      ${choices.map(
        (each) => html`<label key=${each.value}>
          <input type="radio" name=${name} checked=${each.value === value} onChange=${() => choose(each.value)} />
          <span>${each.label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * A switch with a sentence.
 * @param {{ label: string, hint?: string, value: boolean, choose: (value: boolean) => void }} props
 */
export function Switch({ label, hint = "", value, choose }) {
  return html`<label class="switch">
    <input type="checkbox" role="switch" checked=${value} onChange=${() => choose(!value)} />
    <span class="switch-track" aria-hidden="true"></span>
    <span class="switch-words">${label}${hint && html`<small>${hint}</small>`}</span>
  </label>`;
}
