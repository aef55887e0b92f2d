/** The seats of the table in order: name, person or bot, presence, clock and turn. */

import { html } from "htm/preact";
import { say, sayLevel } from "../language.js";
import { DEFAULT_LEVEL } from "../newtable.js";
import { Clock } from "./clock.js";
import { Icon } from "./icons.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").Seat} Seat */

/**
 * Short description of a seat's state.
 * @param {Seat} seat
 * @param {boolean} isYou
 */
function seatStatus(seat, isYou) {
  if (seat.resigned) return say("seat.resigned");
  if (seat.stands_in !== null) return say("seat.stood-in", { level: sayLevel(seat.stands_in) });
  if (seat.is === "bot") return say("seat.bot", { level: sayLevel(seat.level) });
  if (isYou) return say("seat.you");
  return seat.here ? say("seat.here") : say("seat.away");
}

/**
 * The seats of a running table.
 * @param {{ room: import("../room.js").Room }} props
 */
export function SeatStrip({ room }) {
  const about = room.about.value;
  if (about === null) return null;
  const acting = about.status === "playing" ? (room.state.value?.acting ?? []) : [];
  return html`<section class="seats" aria-label=${say("seat.all")}><ol class="seatstrip">
    ${about.seats.map((seat, number) => {
      const clock = about.clocks?.[number];
      const turn = acting.includes(number);
      const away = seat.is === "person" && !seat.here && number !== about.you;
      return html`<li key=${number} class="seat" data-turn=${turn} data-away=${away} data-you=${number === about.you} data-note=${away || seat.resigned || seat.stands_in !== null}>
        <${SeatMark} seat=${number} />
        <span class="seat-words">
          <span class="seat-name" title=${room.names.value[number]}>${room.names.value[number]}</span>
          <span class="seat-manner">${seatStatus(seat, number === about.you)}</span>
        </span>
        ${clock && html`<${Clock} clock=${clock} receivedAt=${room.client.value?.clocksReceivedAt.value ?? 0} />`}
        ${turn && html`<span class="unseen">${say("seat.acts")}</span>`}
        ${seat.offered &&
        about.you !== null &&
        html`<button type="button" class="button small" title=${say("seat.let-bot", { name: room.names.value[number] })} onClick=${() => room.ask({ t: "seat", seat: number, as: "bot", level: DEFAULT_LEVEL })}>
          <${Icon} name="bot" /><span>${say("seat.let-bot", { name: room.names.value[number] })}</span>
        </button>`}
      </li>`;
    })}
    ${about.watching > 0 && html`<li class="watching" title=${say("seat.watching", { n: about.watching })}><${Icon} name="eye" /><span>${say("seat.watching", { n: about.watching })}</span></li>`}
  </ol></section>`;
}
