/** Why something is not allowed, said where one looks, with its rule. */

import { html } from "htm/preact";
import { RuleLink } from "/web/parts/rulelink.js";

/** @typedef {import("./shapes.js").Scene} Scene */

/** The mark of a place whose move was refused: it shakes. @param {{ scene: Scene, at: string }} props */
export function Refusal({ scene, at }) {
  return scene.refusal?.at === at ? html`<span class="cpn-refused" aria-hidden="true"></span>` : null;
}

/**
 * The sentence that refuses a move, above the prompt.
 * @param {{ scene: Scene }} props
 */
export function Refused({ scene }) {
  const { refusal } = scene;
  if (!refusal) return null;
  return html`<p class="cpn-refusal" role="alert"><span>${refusal.sentence}</span> <${RuleLink} rule=${refusal.rule} /></p>`;
}
