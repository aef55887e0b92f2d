/** Both players: their chips and cubes, and their scores if the game ended now. */

import { html } from "htm/preact";
import { ChangingNumber, SeatMark } from "/web/kit.js";
import { Sign } from "./drawings.js";
import { rangeText } from "./types.js";
import { Chips, Cubes } from "./tokens.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * One player's area.
 * @param {{ scene: Scene, seat: number }} props
 */
export function Player({ scene, seat }) {
  const { view, preview, texts, table } = scene;
  const isTurn = view.turn === seat && view.phase !== "over";
  const now = rangeText(view.scores[seat]);
  return html`<section class=${`cdc-player seat-${seat}${isTurn ? " turn" : ""}`} aria-label=${texts.phrase("board.player", { seat: String(table.names[seat]) })}>
    <h2><${SeatMark} seat=${seat} /><span>${table.names[seat]}</span>${isTurn && html`<${Sign} name="hat" /><span class="unseen">${texts.phrase("board.has-dice")}</span>`}</h2>
    <div class="hand">
      <${Chips} scene=${scene} zone=${`hand-${seat}`} label=${texts.phrase("board.chips", { chips: view.chips[seat] })} />
      <b aria-hidden="true" title=${texts.term("chips")}>${view.chips[seat]}</b>
    </div>
    <div class="won" title=${texts.term("gained")}><${Cubes} scene=${scene} zone=${`gained-${seat}`} label=${texts.phrase("board.gained", { cubes: view.gained[seat] })} /></div>
    ${isTurn && view.hit_man && html`<span class="guest" role="img" aria-label=${texts.phrase("board.hit-man-here")}><span class="cdc-hitman" data-piece="hit-man"><${Sign} name="hit-man" /></span></span>`}
    ${view.promised && view.turn !== seat && html`<span class="promise">${texts.phrase("board.promised")}</span>`}
    <p class="score" title=${texts.phrase("board.score-about")}><span>${texts.term("score")}</span> <${ChangingNumber} now=${now} next=${preview && rangeText(preview.scores[seat])} /></p>
  </section>`;
}
