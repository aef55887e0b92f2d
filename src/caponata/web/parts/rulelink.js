/** The number of a rule as a link into the rulebook. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { say } from "../language.js";

/** Opens a rule on the current screen; null if it cannot. @type {import("@preact/signals").Signal<((rule: string) => void) | null>} */
export const openRule = signal(null);

/**
 * The number of a rule, as a button if it can be opened.
 * @param {{ rule: string | null }} props
 */
export function RuleLink({ rule }) {
  if (rule === null || openRule.value === null) return rule === null ? null : html`<span class="rule">${rule}</span>`;
  return html`<button type="button" class="rule" aria-label=${say("rule.open", { rule })} onClick=${() => openRule.value?.(rule)}>
    ${rule}
  </button>`;
}
