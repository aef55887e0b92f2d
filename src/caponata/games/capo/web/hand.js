/** The fan: cards that can be picked up, several at once, by finger, pointer or keys. */

import { html } from "htm/preact";
import { Face } from "./cards.js";
import { cardLabel } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {{ id: string, word: string }} Piece */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });

/**
 * The viewer's own cards, the best first.
 * @param {{ scene: Scene, cards: Piece[], tap: (piece: Piece, byKey: boolean) => void }} props
 */
export function Hand({ scene, cards, tap }) {
  const { texts, pick, moves } = scene;
  const isAwake = moves.length > 0;
  const stop = cards.find(({ id }) => pick.isPicked(id)) ?? cards.find(({ id }) => pick.isLit(id)) ?? cards[0];
  return html`<section class=${`cpo-hand${isAwake ? " awake" : ""}${pick.picked.length ? " picking" : ""}`} aria-label=${texts.phrase("board.hand")}>
    <div class="fan" role="group" aria-label=${texts.phrase("board.hand")} style=${`--cards:${cards.length}`} data-place=${`seat-${scene.view.seat}`} onKeyDown=${rove}>
      ${cards.map((piece) => html`<${HandCard} key=${piece.id} scene=${scene} piece=${piece} isStop=${piece === stop} tap=${tap} />`)}
      ${cards.length === 0 && html`<p class="bare">${texts.phrase("board.empty-hand")}</p>`}
    </div>
  </section>`;
}

/**
 * One card of the fan. One that no play has can be tried: the table says why not.
 * @param {{ scene: Scene, piece: Piece, isStop: boolean, tap: (piece: Piece, byKey: boolean) => void }} props
 */
function HandCard({ scene, piece, isStop, tap }) {
  const { pick, refusal, view } = scene;
  const { id, word } = piece;
  const isPicked = pick.isPicked(id);
  const lit = isPicked ? " picked" : pick.fits(id) ? " lit" : pick.isLit(id) ? " lit else" : "";
  const isNew = view.exchange?.received.includes(word) && view.top === null && view.last.cards.length === 0;
  return html`<div class=${`slot${isPicked ? " picked" : ""}`}>
    <button
      type="button"
      class=${`cpo-card in-hand${lit}${refusal?.at === id ? " refused" : ""}${isNew ? " fresh" : ""}`}
      aria-label=${cardLabel(scene, word)}
      aria-pressed=${isPicked}
      tabindex=${isStop ? 0 : -1}
      data-rove
      data-first=${isStop ? "" : undefined}
      data-piece=${id}
      data-from="deck"
      onClick=${(/** @type {MouseEvent} */ event) => tap(piece, event.detail === 0)}
    >
      <${Face} scene=${scene} card=${word} />
    </button>
  </div>`;
}

/**
 * Move the focus within the fan on arrows, Home and End: one stop for Tab.
 * @param {KeyboardEvent} event
 */
function rove(event) {
  const zone = /** @type {HTMLElement} */ (event.currentTarget);
  const stops = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-rove]")]);
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (at < 0) return;
  const step = STEPS[event.key];
  const to = step !== undefined ? (at + step + stops.length) % stops.length : event.key === "Home" ? 0 : event.key === "End" ? stops.length - 1 : -1;
  const goal = stops[to];
  if (!goal) return;
  event.preventDefault();
  for (const stop of stops) stop.tabIndex = stop === goal ? 0 : -1;
  goal.focus();
}
