/** A refused move: why it was refused, and a mark that shakes the place where it was tried. Styled by `style/kit.css`. */

import { html } from "htm/preact";
import { RuleLink } from "./rulelink.js";

/** @typedef {import("./moveattempt.js").Refusal} Refusal */

/**
 * Mark inside a place. It shakes the place whose move was refused; without motion, it outlines it.
 * @param {{ scene: { refusal: Pick<Refusal, "at"> | null }, at: string }} props
 */
export function RefusalMark({ scene, at }) {
  return scene.refusal?.at === at ? html`<span class="refusal-mark" aria-hidden="true"></span>` : null;
}

/**
 * Reason for the refusal, with its rule.
 * @param {{ scene: { refusal: Refusal | null }, at?: string, class?: string }} props  `at`: shown only if the move was tried at this place
 */
export function RefusalText({ scene, at, class: extra = "" }) {
  const { refusal } = scene;
  if (!refusal || (at !== undefined && refusal.at !== at)) return null;
  return html`<p class=${`refusal-text ${extra}`} role="alert"><span>${refusal.sentence}</span> <${RuleLink} rule=${refusal.rule} /></p>`;
}
