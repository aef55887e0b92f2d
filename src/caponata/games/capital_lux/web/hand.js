/** The cards that only their owner sees: hand or packet, cards laid aside, the modifier just drawn. */

import { html } from "htm/preact";
import { Face, Modifier, Tile, cardLabel } from "./cards.js";
import { RefusalMark, RefusalText, roveFocus, useDrag } from "/web/kit.js";
import { colourOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * The viewer's own cards.
 * @param {{ scene: Scene, tap: (piece: Piece, event: MouseEvent) => void, drop: (piece: Piece, verb: string) => void }} props
 */
export function Hand({ scene, tap, drop }) {
  const { zones, texts, view, pick } = scene;
  const cards = zones["hand"] ?? [];
  const aside = zones["aside"] ?? [];
  const drafting = view.phase.endsWith("-pick");
  const name = texts.phrase(drafting ? "board.packet" : "board.hand");
  const stop = cards.find(({ id }) => pick.isPicked(id)) ?? cards.find(({ id }) => pick.isLit(id)) ?? cards[0];
  return html`<section class=${`lux-hand${cards.some(({ id }) => pick.isLit(id)) ? " awake" : ""}`} aria-label=${name}>
    <${Held} scene=${scene} />
    <div class="fan" role="group" aria-label=${name} style=${`--cards:${cards.length}`} onKeyDown=${roveFocus}>
      ${cards.map(
        (piece) => html`<${HandCard}
          key=${piece.id}
          scene=${scene}
          piece=${piece}
          isLit=${pick.isLit(piece.id)}
          isStop=${piece === stop}
          tap=${tap}
          drop=${drop}
        />`,
      )}
      ${cards.length === 0 && html`<p class="bare">${texts.phrase("board.empty-hand")}</p>`}
    </div>
    ${aside.length > 0 &&
    html`<div class="aside" role="group" aria-label=${texts.phrase("board.laid-aside")}>
      <span class="word">${texts.phrase("board.laid-aside")}</span>
      ${aside.map(
        (piece) => html`<${Tile} key=${piece.id} scene=${scene} piece=${piece} label=${texts.phrase("board.aside", { card: piece.card })} />`,
      )}
    </div>`}
  </section>`;
}

/**
 * One card in hand: a button that can be tapped, dragged and reached by keyboard.
 * @param {{ scene: Scene, piece: Piece, isLit: boolean, isStop: boolean,
 *   tap: (piece: Piece, event: MouseEvent) => void, drop: (piece: Piece, verb: string) => void }} props
 */
function HandCard({ scene, piece, isLit, isStop, tap, drop }) {
  const { texts, chosen, origins, showPreview, moves } = scene;
  const isChosen = chosen.includes(piece.id);
  const drag = useDrag({
    drop: (verb) => drop(piece, verb),
    over: (verb) => showPreview(verb && moves[verb]?.includes(piece.card) ? `${verb} ${piece.card}` : null),
    fits: ({ dataset }) => (dataset["colour"] ?? colourOf(piece.card)) === colourOf(piece.card) && (moves[String(dataset["drop"])] ?? []).includes(piece.card),
  });
  return html`<div class=${`slot${isChosen ? " chosen" : ""}`}>
    <button
      type="button"
      class=${`lux-card ${isLit ? "lit" : "idle"}${isChosen ? " chosen" : ""}`}
      aria-label=${cardLabel(texts, piece.card)}
      aria-pressed=${isChosen}
      tabindex=${isStop ? 0 : -1}
      data-rove
      data-first=${isStop ? "" : undefined}
      data-at=${piece.id}
      data-piece=${piece.id}
      data-from=${origins.get(piece.id)}
      ...${drag}
      onClick=${(/** @type {MouseEvent} */ event) => tap(piece, event)}
    >
      <${Face} card=${piece.card} /><${RefusalMark} scene=${scene} at=${piece.id} />
    </button>
    <${RefusalText} class="lux-refusal" scene=${scene} at=${piece.id} />
  </div>`;
}

/**
 * The modifier that the Agent has drawn.
 * @param {{ scene: Scene }} props
 */
function Held({ scene }) {
  const { view, texts } = scene;
  const { held, placed } = view.modifiers;
  if (held === null) return null;
  const label = texts.phrase("board.modifier-held", { modifier: held });
  return html`<div class="holding">
    <${Modifier} id=${`modifier-${placed.length}`} value=${held} isMine=${true} label=${label} from="modifiers" />
  </div>`;
}
