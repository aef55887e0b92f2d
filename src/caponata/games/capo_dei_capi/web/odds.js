/** The odds of the next roll: what is at stake, the exact chance of a bust and its causes, and the expected gain. */

import { html } from "htm/preact";
import { ChipFace, CubeFace, Sign, TokenFace } from "./drawings.js";
import { FACES, percent, signed } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Next} Next */

const CAUSES = /** @type {const} */ (["doubles", "token", "level"]);
const HUNDREDTHS = 100;

/**
 * @param {{ scene: Scene, openTable: () => void }} props
 */
export function Odds({ scene, openTable }) {
  const { view, texts } = scene;
  const { next } = view;
  const language = texts.language;
  return html`<section class=${`cdc-odds${next ? "" : " idle"}`} aria-label=${texts.term("next-roll")}>
    <button type="button" class="cdc-mini" aria-label=${texts.phrase("board.open-table")} title=${texts.phrase("board.open-table")} onClick=${openTable}>
      <${RollGrid} view=${view} />
    </button>
    ${next &&
    html`<div class="chance" title=${texts.phrase("board.exact", reduced(next.bust, next.of))}>
        <b class=${danger(next)}>${percent(next.bust, next.of, language)}</b>
        <span>${texts.phrase(view.phase === "turn" ? "board.bust-chance" : "board.bust-again")}</span>
        <small>${texts.phrase("board.exact", reduced(next.bust, next.of))}</small>
      </div>
      <ul class="causes">
        ${CAUSES.map((cause) => html`<li key=${cause} class=${next[cause] > 0 ? "" : "none"}><${Sign} name=${cause} /><span>${texts.phrase(`board.cause-${cause}`)}</span><b>${percent(next[cause], next.of, language)}</b></li>`)}
      </ul>
      <p class="gain"><span>${texts.phrase("board.gain")}</span> <b>${signed(next.gain / next.of / HUNDREDTHS, language)}</b></p>`}
    <${AtStake} scene=${scene} />
  </section>`;
}

/**
 * What a stop would gain and a bust would lose.
 * @param {{ scene: Scene }} props
 */
function AtStake({ scene }) {
  const { view, texts } = scene;
  const { stake } = view;
  if (!stake) return null;
  const parts = [
    { key: "influence", count: stake.influence, face: html`<${TokenFace} kind="influence-" />` },
    { key: "bribes", count: stake.bribes, face: html`<${TokenFace} kind="hidden" />` },
    { key: "chips", count: stake.chips, face: html`<${ChipFace} />` },
    { key: "cubes", count: stake.cubes, face: html`<${CubeFace} />` },
  ];
  const any = parts.some(({ count }) => count > 0);
  return html`<p class="stake">
    <span>${texts.term("stake")}</span>
    ${any ? parts.map(({ key, count, face }) => count > 0 && html`<span key=${key} class=${`part ${key}`}>${face}<b>${count}</b><span class="unseen">${texts.term(key)}</span></span>`) : html`<b>\u2013</b>`}
  </p>`;
}

/**
 * The 36 rolls as small squares; those that bust are crossed out.
 * @param {{ view: import("./types.js").View }} props
 */
function RollGrid({ view }) {
  const [white, black] = view.dice ?? [];
  const weightOfRoll = view.next ? view.next.of / view.next.busts.length : 1;
  return html`<svg viewBox="0 0 60 60" aria-hidden="true" focusable="false">
    ${FACES.flatMap((high) =>
      FACES.map((low) => {
        const ways = view.next?.busts[(high - 1) * FACES.length + low - 1] ?? 0;
        const x = (high - 1) * 10 + 1;
        const y = (low - 1) * 10 + 1;
        const here = high === white && low === black;
        return html`<g key=${`${high}${low}`} class=${`${ways >= weightOfRoll ? "bust" : ways > 0 ? "maybe" : "safe"}${here ? " here" : ""}`}>
          <rect x=${x} y=${y} width="8" height="8" rx="1.500" />
          ${ways > 0 && html`<path d=${`M${x + 2} ${y + 2}l4 4m0-4-4 4`} />`}
        </g>`;
      }),
    )}
  </svg>`;
}

/** CSS class for the danger of a bust. @param {Next} next */
function danger({ bust, of }) {
  const share = bust / of;
  return share === 0 ? "calm" : share < 0.2 ? "uneasy" : "danger";
}

/**
 * Reduce a fraction to lowest terms.
 * @param {number} part
 * @param {number} whole
 */
function reduced(part, whole) {
  const common = greatestCommonDivisor(part, whole);
  return { part: part / common, whole: whole / common };
}

/** @param {number} one @param {number} other @returns {number} */
function greatestCommonDivisor(one, other) {
  return other === 0 ? Math.max(one, 1) : greatestCommonDivisor(other, one % other);
}
