/** The field for one's name. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { MAX_NAME_LENGTH, name, propose, rename } from "../person.js";

/** A field with the current name, and a button that proposes another one. */
export function NameField() {
  return html`<div class="namefield">
    <label for="name">${say("name.label")}</label>
    <input
      id="name"
      autocomplete="nickname"
      spellcheck=${false}
      maxlength=${MAX_NAME_LENGTH}
      value=${name.value}
      onInput=${(/** @type {any} */ event) => rename(event.target.value)}
    />
    <button type="button" class="quiet round" aria-label=${say("name.another")} title=${say("name.another")} onClick=${propose}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true"><path d="M5 5h14v14H5zM9 9h.01M15 9h.01M12 12h.01M9 15h.01M15 15h.01" /></svg>
    </button>
  </div>`;
}
