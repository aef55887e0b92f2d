/** The screen between two players who share a device, so that nobody sees another's cards. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { SeatMark } from "./seatmark.js";

/**
 * Hide the table until the next player is ready.
 * @param {{ room: import("../room.js").Room, seat: number }} props
 */
export function Handover({ room, seat }) {
  const name = room.names.value[seat] ?? "";
  const ready = useRef(/** @type {HTMLButtonElement | null} */ (null));
  useEffect(() => ready.current?.focus(), [seat]);
  return html`<main id="main" class="handover">
    <${SeatMark} seat=${seat} />
    <h1>${say("handover.title", { name })}</h1>
    <p>${say("handover.text", { name })}</p>
    <button type="button" ref=${ready} class="button act big" onClick=${() => (room.shownSeat.value = seat)}>${say("handover.ready", { name })}</button>
  </main>`;
}
