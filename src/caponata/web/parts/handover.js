/** The device goes from hand to hand: nobody sees another's cards. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { SeatMark } from "./seatmark.js";

/**
 * A curtain until the next player says to be there.
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
    <button type="button" ref=${ready} class="button act big" onClick=${() => (room.shown.value = seat)}>${say("handover.ready", { name })}</button>
  </main>`;
}
