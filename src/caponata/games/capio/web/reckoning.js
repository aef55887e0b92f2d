/** The reckoning: seat by seat and card by card, with what the caller overlooked. */

import { html } from "htm/preact";
import { SeatMark } from "/web/parts/seatmark.js";
import { signed } from "./cards.js";
import { Die } from "./die.js";

/** @typedef {import("./shapes.js").Scene} Scene */

/** @param {{ scene: Scene }} props */
export function Reckoned({ scene }) {
  const { view, texts, table } = scene;
  if (!view.reckoning) return null;
  return html`<section class="cio-reckoning" aria-label=${texts.term("score")}>
    <ol>
      ${view.reckoning.map(
        (seat, number) => html`<li key=${number} class=${number === view.caller ? "caller" : ""}>
          <h4><${SeatMark} seat=${number} /><span>${table.names[number]}</span><strong>${signed(seat.total)}</strong></h4>
          <ul>
            ${seat.cards.map((card) => html`<li key=${card.kind}><span>${texts.name(card.kind)}${card.full ? " ★" : ""}</span><b>${signed(card.points)}</b></li>`)}
            ${seat.several > 0 && html`<li><span>${texts.phrase("scores.several")}</span><b>${signed(seat.several)}</b></li>`}
            ${seat.stop !== null && html`<li class="stop"><span>${texts.term("stop")}</span><b>${signed(seat.stop)}</b></li>`}
          </ul>
          ${seat.missed.length > 0 &&
          html`<p class="cio-missed"><span>${texts.term("missed")}:</span>
            ${seat.missed.map(({ die, card, where }, place) => html`<span key=${place} role="img" aria-label=${`${texts.name(die)}: ${texts.name(card)}, ${texts.name(where)}`} title=${`${texts.name(card)}, ${texts.name(where)}`}><${Die} die=${die} /></span>`)}
          </p>`}
        </li>`,
      )}
    </ol>
  </section>`;
}
