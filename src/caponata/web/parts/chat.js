/** Talk at the table. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { SeatMark } from "./seatmark.js";

const LONGEST = 500;

/**
 * The lines of a chat, and a field for one's own.
 * @param {{ room: import("../room.js").Room }} props
 */
export function Chat({ room }) {
  const witness = room.witness.value;
  const lines = witness?.chat.value ?? [];
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [lines.length]);
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    const line = witness?.draft.value.trim();
    if (!witness || !line) return;
    witness.draft.value = "";
    const answer = await room.ask({ t: "chat", text: line });
    if (answer === null && witness.draft.value === "") witness.draft.value = line;
  };
  return html`<div class="chat">
    <ol ref=${list} aria-live="polite">
      ${lines.length === 0 && html`<li class="empty">${say("chat.empty")}</li>`}
      ${lines.map(
        (line) => html`<li key=${line.k} data-you=${line.seat === room.you.value}>
          ${line.seat !== null && html`<${SeatMark} seat=${line.seat} />`}<span><b>${line.name}</b> ${line.text}</span>
        </li>`,
      )}
    </ol>
    ${witness === null || room.you.value === null
      ? html`<p class="empty">${say("chat.seats-only")}</p>`
      : html`<form onSubmit=${send}>
          <label class="unseen" for="chat-line">${say("chat.label")}</label>
          <input id="chat-line" value=${witness.draft.value} maxlength=${LONGEST} autocomplete="off" placeholder=${say("chat.label")} onInput=${(/** @type {any} */ event) => (witness.draft.value = event.target.value)} />
          <button type="submit" class="button act">${say("chat.send")}</button>
        </form>`}
  </div>`;
}
