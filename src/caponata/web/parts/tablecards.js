/** A list of tables as cards with their seats and status. */

import { html } from "htm/preact";
import { say, sayLevel } from "../language.js";
import { seatKeys } from "../storage.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").TableCard} TableCard */

/**
 * Cards of tables, or a text if there are none.
 * @param {{ title: string, cards: TableCard[], titles: Record<string, string>, empty?: string }} props
 */
export function TableCards({ title, cards, titles, empty = "" }) {
  return html`<section class="tables">
    <h2>${title}</h2>
    ${cards.length === 0 && html`<p class="empty">${empty}</p>`}
    <ul>
      ${cards.map((card) => html`<li key=${card.table}><${TableCardLink} card=${card} title=${titles[card.game] ?? card.game} /></li>`)}
    </ul>
  </section>`;
}

/** @param {{ card: TableCard, title: string }} props */
function TableCardLink({ card, title }) {
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
