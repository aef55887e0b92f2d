/** Why something is not allowed, said where it was tried, with its rule. */

import { html } from "htm/preact";
import { RuleLink } from "/web/parts/rulelink.js";

/** @typedef {import("./shapes.js").Scene} Scene */

/**
 * The sentence that refuses a move, above the prompt.
 * @param {{ scene: Scene }} props
 */
export function Refused({ scene }) {
  const { refusal } = scene;
  if (!refusal) return null;
  return html`<p class="cpo-refusal" role="alert"><span>${refusal.sentence}</span> <${RuleLink} rule=${refusal.rule} /></p>`;
}
