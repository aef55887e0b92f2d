/** The explanation of a refused move. */

import { html } from "htm/preact";
import { RuleLink } from "/web/parts/rulelink.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * Explanation of the refused move, above the prompt.
 * @param {{ scene: Scene }} props
 */
export function RefusalText({ scene }) {
  const { refusal } = scene;
  if (!refusal) return null;
  return html`<p class="cpo-refusal" role="alert"><span>${refusal.sentence}</span> <${RuleLink} rule=${refusal.rule} /></p>`;
}
