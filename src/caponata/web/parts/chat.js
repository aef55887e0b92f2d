/** The chat of a table. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { SeatMark } from "./seatmark.js";

const MAX_LENGTH = 500;

/**
 * The messages of the chat, and a field to write one.
 * @param {{ room: import("../room.js").Room }} props
 */
export function Chat({ room }) {
  const client = room.client.value;
  const messages = client?.chat.value ?? [];
  const list = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [messages.length]);
  /** @param {Event} event */
  const send = async (event) => {
    event.preventDefault();
    const text = client?.draft.value.trim();
    if (!client || !text) return;
    client.draft.value = "";
    const answer = await room.ask({ t: "chat", text });
    if (answer === null && client.draft.value === "") client.draft.value = text;
  };
  return html`<div class="chat">
    <ol ref=${list} aria-live="polite">
      ${messages.length === 0 && html`<li class="empty">${say("chat.empty")}</li>`}
      ${messages.map(
        (message) => html`<li key=${message.k} data-you=${message.seat === room.you.value}>
          ${message.seat !== null && html`<${SeatMark} seat=${message.seat} />`}<span><b>${message.name}</b> ${message.text}</span>
        </li>`,
      )}
    </ol>
    ${client === null || room.you.value === null
      ? html`<p class="empty">${say("chat.seats-only")}</p>`
      : html`<form onSubmit=${send}>
          <label class="unseen" for="chat-line">${say("chat.label")}</label>
          <input id="chat-line" value=${client.draft.value} maxlength=${MAX_LENGTH} autocomplete="off" placeholder=${say("chat.label")} onInput=${(/** @type {any} */ event) => (client.draft.value = event.target.value)} />
          <button type="submit" class="button act">${say("chat.send")}</button>
        </form>`}
  </div>`;
}
