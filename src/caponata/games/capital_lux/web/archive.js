/** What a careful mayor keeps beside the table: piles, unseen cards, notes of the draft, the last moves. */

import { html } from "htm/preact";
import { Back, Gold, SmallFace } from "./cards.js";
import { Crest } from "./crests.js";
import { isTold } from "./marks.js";
import { COLOURS, colourOf, figure, valueOf } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {"passed_first" | "passed_last" | "received_last"} Note */

const NOTES = /** @type {Note[]} */ (["passed_first", "passed_last", "received_last"]);
const MOST_LINES = 6;

/**
 * The piles that everybody draws from and throws on.
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

/** A card that is struck out. */
function Cross() {
  return html`<svg class="lux-face struck" viewBox="0 0 40 56" aria-hidden="true" focusable="false">
    <rect class="paper" x="1.5" y="1.5" width="37" height="53" rx="5" />
    <path d="m10 16 20 24M30 16 10 40" />
  </svg>`;
}

/**
 * The cards that are out of the game.
 * @param {{ scene: Scene }} props
 */
export function Discards({ scene }) {
  const { view, texts } = scene;
  return html`<details class="lux-drawer discards">
    <summary>${texts.phrase("board.discards")}</summary>
    <p class="cards">
      ${view.discards.map((card, index) => html`<${Small} key=${index} card=${card} scene=${scene} />`)}
      ${view.discards.length === 0 && texts.phrase("board.no-card")}
    </p>
  </details>`;
}

/**
 * A small card that is only written down, not lying here.
 * @param {{ scene: Scene, card: string }} props
 */
function Small({ scene, card }) {
  return html`<span class=${`lux-tile ${colourOf(card)}`} role="img" aria-label=${scene.texts.name(card)}><${SmallFace} card=${card} /></span>`;
}

/**
 * How many cards of each kind the viewer has not seen.
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
            <th scope="row"><${Crest} colour=${colour} /><span class="lux-unseen">${texts.name(colour)}</span></th>
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
 * What the viewer remembers of the draft.
 * @param {{ scene: Scene }} props
 */
export function Notes({ scene }) {
  const { view, texts } = scene;
  const { memory } = view;
  if (!memory) return null;
  const kept = NOTES.filter((note) => memory[note].length > 0);
  return html`<details class="lux-drawer notes">
    <summary>${texts.phrase("board.notes")}</summary>
    ${kept.map(
      (note) => html`<div key=${note} class="note">
        <span class="word">${texts.phrase(`board.${note.replace("_", "-")}`)}</span>
        <span class="cards">${memory[note].map((card, index) => html`<${Small} key=${index} card=${card} scene=${scene} />`)}</span>
      </div>`,
    )}
    ${kept.length === 0 && html`<p>${texts.phrase("board.no-notes")}</p>`}
  </details>`;
}

/**
 * The last moves as sentences.
 * @param {{ scene: Scene, events: GameEvent[] }} props
 */
export function Lately({ scene, events }) {
  const { texts, table } = scene;
  const told = events.filter(isTold).slice(-MOST_LINES);
  return html`<section class="lux-lately" aria-label=${texts.phrase("board.since")}>
    <h2>${texts.phrase(table.you === null ? "board.lately" : "board.since")}</h2>
    <ul>
      ${told.map((event) => html`<li key=${event.n}>${texts.event(event, table.names, table.you).text}</li>`)}
      ${told.length === 0 && html`<li>${texts.phrase("board.nothing-since")}</li>`}
    </ul>
  </section>`;
}
