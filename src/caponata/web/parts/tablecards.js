/** Tables as cards: who sits there and whose turn it is. */

import { html } from "htm/preact";
import { say, sayLevel } from "../language.js";
import { seatKeys } from "../memory.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").TableCard} TableCard */

/**
 * A row of tables, or an invitation where there is none.
 * @param {{ title: string, cards: TableCard[], titles: Record<string, string>, empty?: string }} props
 */
export function TableCards({ title, cards, titles, empty = "" }) {
  return html`<section class="tables">
    <h2>${title}</h2>
    ${cards.length === 0 && html`<p class="empty">${empty}</p>`}
    <ul>
      ${cards.map((card) => html`<li key=${card.table}><${OneTable} card=${card} title=${titles[card.game] ?? card.game} /></li>`)}
    </ul>
  </section>`;
}

/** @param {{ card: TableCard, title: string }} props */
function OneTable({ card, title }) {
  const sitting = card.your_turn !== undefined || seatKeys(card.table).length > 0;
  const status = card.your_turn ? "your-turn" : !sitting && card.status === "waiting" ? "join" : card.status;
  return html`<a class="table-card" data-status=${status} href=${card.status === "finished" ? `/r/${card.table}` : `/t/${card.table}`}>
    <span class="table-card-head"><strong>${title}</strong><span class="tag">${say(`status.${status}`)}</span></span>
    <span class="table-card-seats">
      ${card.seats.map(
        (seat, number) => html`<span key=${number} data-is=${seat.is}>
          <${SeatMark} seat=${number} />${seat.is === "open" ? say("seat.free") : seat.name}${seat.is === "bot" ? ` (${sayLevel(seat.level)})` : ""}
        </span>`,
      )}
    </span>
  </a>`;
}
