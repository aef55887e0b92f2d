/** Totals and limits, with their values after the previewed move. */

import { html } from "htm/preact";
import { ChangingNumber } from "/web/kit.js";
import { Glyph } from "./crests.js";
import { figure } from "./types.js";

/** @typedef {import("./types.js").Limit} Limit */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Colour} Colour */

/** Words for screen readers before the value after a previewed move. @param {Scene} scene */
export const wouldBe = ({ texts }) => texts.phrase("board.would-be", { value: "" });

/**
 * Text of a limit: one number, or a range.
 * @param {Limit | undefined} limit
 */
export function limitText(limit) {
  if (!limit) return "";
  return limit.low === limit.high ? figure(limit.low) : `${figure(limit.low)}\u2026${figure(limit.high)}`;
}

/**
 * Total of one colour in a town, compared with the limit.
 * @param {{ scene: Scene, seat: number, colour: Colour }} props
 */
export function Standing({ scene, seat, colour }) {
  const { view, preview, texts } = scene;
  const now = view.totals[seat]?.[colour];
  const next = preview?.totals[seat]?.[colour];
  if (!now) return null;
  const shown = next ?? now;
  const changed = next && (next.status !== now.status || next.over !== now.over);
  const quiet = shown.total === 0 ? " none" : "";
  return html`<span class="lux-standing">
    <${ChangingNumber} would=${wouldBe(scene)} class="total" now=${figure(now.total)} next=${next ? figure(next.total) : null} />
    ${seat === view.seat && html`<${LimitBeside} scene=${scene} colour=${colour} />`}
    <span class=${`lux-status ${shown.status}${quiet}${changed ? " ghostly" : ""}`}>
      <${Glyph} name=${shown.status} />
      <span class="words">${texts.phrase("board.status", { status: shown.status, over: shown.over })}</span>
      ${shown.over > 0 && html`<span class="brief">${figure(shown.over)}</span>`}
    </span>
  </span>`;
}

/**
 * The limit beside one's own total, after the previewed move if there is one.
 * @param {{ scene: Scene, colour: Colour }} props
 */
function LimitBeside({ scene, colour }) {
  const now = limitText(scene.view.limits[colour]);
  const next = scene.preview ? limitText(scene.preview.limits[colour]) : now;
  return html`<span class=${`lux-of${next === now ? "" : " ghostly"}`} title=${scene.texts.term("limit")}>/${next}</span>`;
}

/**
 * Total of one colour in a town, in words.
 * @param {Scene} scene
 * @param {number} seat
 * @param {Colour} colour
 */
export function standingLabel({ view, texts }, seat, colour) {
  const professions = texts.term(`professions-${colour}`);
  return texts.phrase("board.cell", { professions, ...view.totals[seat]?.[colour] });
}
