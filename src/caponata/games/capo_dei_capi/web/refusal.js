/** The explanation of a refused move, and a mark at the place where it was tried. */

import { html } from "htm/preact";
import { RuleLink } from "/web/parts/rulelink.js";

/** @typedef {import("./types.js").Scene} Scene */

/** Mark that shakes the place whose move was refused. @param {{ scene: Scene, at: string }} props */
export function RefusalMark({ scene, at }) {
  return scene.refusal?.at === at ? html`<span class="cdc-refused" aria-hidden="true"></span>` : null;
}

/**
 * Explanation of the refused move, above the prompt.
 * @param {{ scene: Scene }} props
 */
export function RefusalText({ scene }) {
  const { refusal } = scene;
  if (!refusal) return null;
  return html`<p class="cdc-refusal" role="alert"><span>${refusal.sentence}</span> <${RuleLink} rule=${refusal.rule} /></p>`;
}
