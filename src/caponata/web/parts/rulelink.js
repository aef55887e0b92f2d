/** A rule's number that opens the rulebook there. */

import { signal } from "@preact/signals";
import { html } from "htm/preact";
import { say } from "../language.js";

/** What opening a rule does on this screen. @type {import("@preact/signals").Signal<((rule: string) => void) | null>} */
export const openRule = signal(null);

/**
 * The number of a rule, to be tapped.
 * @param {{ rule: string | null }} props
 */
export function RuleLink({ rule }) {
  if (rule === null || openRule.value === null) return rule === null ? null : html`<span class="rule">${rule}</span>`;
  return html`<button type="button" class="rule" aria-label=${say("rule.open", { rule })} onClick=${() => openRule.value?.(rule)}>
    ${rule}
  </button>`;
}
