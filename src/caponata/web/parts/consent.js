/** Questions that everybody at the table answers: take a choice back, end the game. */

import { html } from "htm/preact";
import { say } from "../language.js";

/**
 * The open questions, with buttons for those who are asked.
 * @param {{ room: import("../room.js").Room }} props
 */
export function Consent({ room }) {
  const about = room.about.value;
  if (about === null || about.asks.length === 0) return null;
  return html`<div class="consents" role="status">
    ${about.asks.map(({ ask, what, by, waits }) => {
      const asked = about.you !== null && waits.includes(about.you);
      const name = room.names.value[by] ?? "";
      const others = waits.map((seat) => room.names.value[seat] ?? "");
      return html`<div key=${ask} class="consent" data-asked=${asked}>
        <p>${asked ? say(`ask.${what}`, { name }) : say(`ask.${what}-waits`, { name, others })}</p>
        ${asked &&
        html`<div class="buttons">
          <button type="button" class="button act" onClick=${() => room.ask({ t: "answer", ask, yes: true })}>${say("ask.yes")}</button>
          <button type="button" class="button" onClick=${() => room.ask({ t: "answer", ask, yes: false })}>${say("ask.no")}</button>
        </div>`}
      </div>`;
    })}
  </div>`;
}
