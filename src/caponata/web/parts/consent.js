/** Requests that need everybody's consent: taking back a choice, ending the game. */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { say } from "../language.js";
import { focusMain } from "./focus.js";

/**
 * The open requests, with buttons for the seats that must answer.
 * @param {{ room: import("../room.js").Room }} props
 */
export function Consent({ room }) {
  const about = room.about.value;
  const answered = useRef(/** @type {Set<number>} */ (new Set()));
  if (about === null || about.asks.length === 0) return null;
  /** @param {number} ask @param {boolean} yes */
  const answer = async (ask, yes) => {
    if (answered.current.has(ask)) return; // a second click: the answer has been sent
    answered.current.add(ask);
    if ((await room.ask({ t: "answer", ask, yes })) === null) answered.current.delete(ask);
    requestAnimationFrame(() => document.activeElement === document.body && focusMain()); // the focused button has been removed
  };
  return html`<div class="consents" role="status">
    ${about.asks.map(({ ask, what, by, waits }) => {
      const asked = about.you !== null && waits.includes(about.you);
      const name = room.names.value[by] ?? "";
      const others = waits.map((seat) => room.names.value[seat] ?? "");
      return html`<div key=${ask} class="consent" data-asked=${asked}>
        <p>${asked ? say(`ask.${what}`, { name }) : say(`ask.${what}-waits`, { name, others })}</p>
        ${asked &&
        html`<div class="buttons">
          <button type="button" class="button act" onClick=${() => answer(ask, true)}>${say("ask.yes")}</button>
          <button type="button" class="button" onClick=${() => answer(ask, false)}>${say("ask.no")}</button>
        </div>`}
      </div>`;
    })}
  </div>`;
}
