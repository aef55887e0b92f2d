/** The panels beside the table: piles, unseen cards, notes of the draft, recent moves. */

import { html } from "htm/preact";
import { Back, Gold, SmallFace } from "./cards.js";
import { Crest } from "./crests.js";
import { isWorthTelling } from "./recent.js";
import { COLOURS, colourOf, figure, valueOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {"passed_first" | "passed_last" | "received_last"} NoteKey */

const NOTES = /** @type {NoteKey[]} */ (["passed_first", "passed_last", "received_last"]);
const MAX_LINES = 6;

/**
 * Deck, modifiers, gold and discards.
 * @param {{ scene: Scene }} props
 */
export function Piles({ scene }) {
  const { view, texts } = scene;
  return html`<section class="lux-piles" aria-label=${texts.phrase("board.piles")}>
    <div class="pile" data-place="deck">
      <${Back} /><span class="word">${texts.term("deck")}</span> <b>${figure(view.deck)}</b>
    </div>
    <div class="pile" data-place="modifiers">
      <svg class="lux-hex" viewBox="0 0 40 36" aria-hidden="true" focusable="false"><path d="M11 1.5h18L38.5 18 29 34.5H11L1.5 18Z" /></svg>
      <span class="word">${texts.term("modifiers-left")}</span> <b>${figure(view.modifiers.left)}</b>
    </div>
    <div class="pile gold">
      <span class="word">${texts.term("gold-pile")}</span>
      <${Gold} scene=${scene} zone="gold-pile" label=${texts.phrase("board.gold", { discs: view.gold_pile })} />
    </div>
    <div class="pile" data-place="discards">
      <${Cross} /><span class="word">${texts.term("discards")}</span> <b>${figure(view.discards.length)}</b>
    </div>
  </section>`;
}

/** A crossed-out card. */
function Cross() {
  return html`<svg class="lux-face struck" viewBox="0 0 40 56" aria-hidden="true" focusable="false">
    <rect class="paper" x="1.5" y="1.5" width="37" height="53" rx="5" />
    <path d="m10 16 20 24M30 16 10 40" />
  </svg>`;
}

/**
 * The discarded cards.
 * @param {{ scene: Scene }} props
 */
export function Discards({ scene }) {
  const { view, texts } = scene;
  return html`<details class="lux-drawer discards">
    <summary>${texts.phrase("board.discards")}</summary>
    <p class="cards">
      ${view.discards.map((card, index) => html`<${ListedCard} key=${index} card=${card} scene=${scene} />`)}
      ${view.discards.length === 0 && texts.phrase("board.no-card")}
    </p>
  </details>`;
}

/**
 * A small card in a list; it is not a piece on the table.
 * @param {{ scene: Scene, card: string }} props
 */
function ListedCard({ scene, card }) {
  return html`<span class=${`lux-tile ${colourOf(card)}`} role="img" aria-label=${scene.texts.name(card)}><${SmallFace} card=${card} /></span>`;
}

/**
 * Number of cards of each kind that the viewer has not seen.
 * @param {{ scene: Scene }} props
 */
export function Unseen({ scene }) {
  const { view, texts } = scene;
  const values = [...new Set(Object.keys(view.unseen).map(valueOf))].sort();
  return html`<details class="lux-drawer tally">
    <summary>${texts.phrase("board.unseen")}</summary>
    <p class="about">${texts.phrase("board.unseen-about")}</p>
    <table>
      <thead>
        <tr>
          <td></td>
          ${values.map((value) => html`<th key=${value} scope="col">${value}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${COLOURS.map(
          (colour) => html`<tr key=${colour} class=${colour}>
            <th scope="row"><${Crest} colour=${colour} /><span class="unseen">${texts.name(colour)}</span></th>
            ${values.map((value) => {
              const left = view.unseen[`${colour}-${value}`] ?? 0;
              return html`<td key=${value} class=${left ? "" : "none"}>${left}</td>`;
            })}
          </tr>`,
        )}
      </tbody>
    </table>
  </details>`;
}

/**
 * The cards that the viewer passed and received in the draft.
 * @param {{ scene: Scene }} props
 */
export function Notes({ scene }) {
  const { view, texts } = scene;
  const { memory } = view;
  if (!memory) return null;
  const filled = NOTES.filter((note) => memory[note].length > 0);
  return html`<details class="lux-drawer notes">
    <summary>${texts.phrase("board.notes")}</summary>
    ${filled.map(
      (note) => html`<div key=${note} class="note">
        <span class="word">${texts.phrase(`board.${note.replace("_", "-")}`)}</span>
        <span class="cards">${memory[note].map((card, index) => html`<${ListedCard} key=${index} card=${card} scene=${scene} />`)}</span>
      </div>`,
    )}
    ${filled.length === 0 && html`<p>${texts.phrase("board.no-notes")}</p>`}
  </details>`;
}

/**
 * The most recent moves as sentences.
 * @param {{ scene: Scene, events: GameEvent[] }} props
 */
export function RecentMoves({ scene, events }) {
  const { texts, table } = scene;
  const lines = events.filter(isWorthTelling).slice(-MAX_LINES);
  return html`<section class="lux-lately" aria-label=${texts.phrase("board.since")}>
    <h2>${texts.phrase(table.you === null ? "board.lately" : "board.since")}</h2>
    <ul>
      ${lines.map((event) => html`<li key=${event.n}>${texts.event(event, table.names, table.you).text}</li>`)}
      ${lines.length === 0 && html`<li>${texts.phrase("board.nothing-since")}</li>`}
    </ul>
  </section>`;
}
