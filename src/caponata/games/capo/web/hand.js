/** The hand as a fan of cards. Several can be picked by touch, mouse or keyboard. */

import { html } from "htm/preact";
import { isKeyboardClick, RefusalMark, roveFocus } from "/web/kit.js";
import { Face } from "./cards.js";
import { cardLabel } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {{ id: string, word: string }} Piece */

/**
 * The viewer's own cards, the best first.
 * @param {{ scene: Scene, cards: Piece[], tap: (piece: Piece, byKey: boolean) => void }} props
 */
export function Hand({ scene, cards, tap }) {
  const { texts, pick, moves } = scene;
  const isAwake = moves.length > 0;
  const stop = cards.find(({ id }) => pick.isPicked(id)) ?? cards.find(({ id }) => pick.isLit(id)) ?? cards[0];
  return html`<section class=${`cpo-hand${isAwake ? " awake" : ""}${pick.picked.length ? " picking" : ""}`} aria-label=${texts.phrase("board.hand")}>
    <div class="fan" role="group" aria-label=${texts.phrase("board.hand")} style=${`--cards:${cards.length}`} data-place=${`seat-${scene.view.seat}`} onKeyDown=${roveFocus}>
      ${cards.map((piece) => html`<${HandCard} key=${piece.id} scene=${scene} piece=${piece} isStop=${piece === stop} tap=${tap} />`)}
      ${cards.length === 0 && html`<p class="bare">${texts.phrase("board.empty-hand")}</p>`}
    </div>
  </section>`;
}

/**
 * One card of the fan. A card without a legal play can be tried to get the reason.
 * @param {{ scene: Scene, piece: Piece, isStop: boolean, tap: (piece: Piece, byKey: boolean) => void }} props
 */
function HandCard({ scene, piece, isStop, tap }) {
  const { pick, view } = scene;
  const { id, word } = piece;
  const isPicked = pick.isPicked(id);
  const lit = isPicked ? " picked" : pick.fits(id) ? " lit" : pick.isLit(id) ? " lit else" : "";
  const isNew = view.exchange?.received.includes(word) && view.top === null && view.last.cards.length === 0;
  return html`<div class=${`slot${isPicked ? " picked" : ""}`}>
    <button
      type="button"
      class=${`cpo-card in-hand${lit}${isNew ? " fresh" : ""}`}
      aria-label=${cardLabel(scene, word)}
      aria-pressed=${isPicked}
      tabindex=${isStop ? 0 : -1}
      data-rove
      data-first=${isStop ? "" : undefined}
      data-piece=${id}
      data-from="deck"
      onClick=${(/** @type {MouseEvent} */ event) => tap(piece, isKeyboardClick(event))}
    >
      <${Face} scene=${scene} card=${word} /><${RefusalMark} scene=${scene} at=${id} />
    </button>
  </div>`;
}
