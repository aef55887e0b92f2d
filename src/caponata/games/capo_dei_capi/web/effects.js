/** The effects of using a roll in one way, as stated by the view. */

import { html } from "htm/preact";
import { ChipFace, CubeFace, Sign, TokenFace } from "./drawings.js";
import { percent } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Option} Option */

/**
 * @param {{ scene: Scene, option: Option }} props
 */
export function Effects({ scene, option }) {
  const { texts, view } = scene;
  const { token, area, cube, from, level, bonus, chips, hand, bust, of, ends } = option;
  const rises = level.some((result) => result !== view.level);
  const paid = Math.max(0, ...bonus);
  const where = area === null ? "" : area === "mayor" ? texts.term(area) : texts.name(area);
  const parts = [
    token && { key: "token", sign: html`<${TokenFace} kind=${token} />`, text: where },
    cube && { key: "cube", sign: html`<${CubeFace} />`, text: from ? `${texts.name(from)} \u2192 ${where}` : where },
    rises && { key: "level", sign: html`<${Sign} name="level" />`, text: texts.phrase("board.effect-level", { now: view.level, then: levelRange(level) }) },
    chips > 0 && { key: "chips", sign: html`<${ChipFace} />`, text: texts.phrase("board.effect-chips", { chips }) },
    hand > 0 && { key: "hand", sign: html`<${ChipFace} />`, text: texts.phrase("board.effect-hand", { chips: hand }) },
    paid > 0 && { key: "bonus", sign: html`<${CubeFace} />`, text: texts.phrase("board.effect-bonus", { cubes: paid }) },
    bust > 0 && { key: "bust", sign: html`<${Sign} name="token" />`, text: texts.phrase("board.effect-bust", { chance: percent(bust, of, texts.language) }) },
    ends && { key: "ends", sign: html`<${Sign} name="hat" />`, text: texts.phrase("board.effect-ends") },
  ];
  return html`<span class="cdc-effects">
    ${parts.map((part) => part && html`<span key=${part.key} class=${`effect ${part.key}`}>${part.sign}<span>${part.text}</span></span>`)}
  </span>`;
}

/** Range of levels as text. @param {number[]} levels */
function levelRange(levels) {
  const low = Math.min(...levels);
  const high = Math.max(...levels);
  return low === high ? String(low) : `${low}\u2013${high}`;
}
