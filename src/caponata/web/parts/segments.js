/** A choice between a few values side by side, and a switch. */

import { html } from "htm/preact";
import { useId } from "preact/hooks";

/**
 * Radio buttons drawn as one segmented control.
 * @template {string} T
 * @param {{ label: string, value: T, choices: { value: T, label: string }[], choose: (value: T) => void, quiet?: boolean }} props
 */
export function Segments({ label, value, choices, choose, quiet = false }) {
  const name = useId();
  return html`<fieldset class="segments">
    <legend class=${quiet ? "unseen" : ""}>${label}</legend>
    <div>
      ${choices.map(
        (choice) => html`<label key=${choice.value}>
          <input type="radio" name=${name} checked=${choice.value === value} onChange=${() => choose(choice.value)} />
          <span>${choice.label}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/**
 * A switch with a label and a hint.
 * @param {{ label: string, hint?: string, value: boolean, choose: (value: boolean) => void }} props
 */
export function Switch({ label, hint = "", value, choose }) {
  return html`<label class="switch">
    <input type="checkbox" role="switch" checked=${value} onChange=${() => choose(!value)} />
    <span class="switch-track" aria-hidden="true"></span>
    <span class="switch-words">${label}${hint && html`<small>${hint}</small>`}</span>
  </label>`;
}
