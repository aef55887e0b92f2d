/** A generic board that lists the fields of the view, for games without a board of their own. */

import { html } from "htm/preact";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").BoardProps} BoardProps */

/** Fields that are not worth showing. */
const HIDDEN_FIELDS = ["game", "rules_version", "options", "seats", "seat", "to_act"];

/** @param {any} value @returns {string} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (value !== null && typeof value === "object") return Object.entries(value).map(([name, part]) => `${name}: ${plain(part)}`).join("; ");
  return String(value ?? "");
}

/**
 * A field of a view. A list with one value per seat is shown with the seats' marks.
 * @param {{ value: any, names: string[] }} props
 */
function Field({ value, names }) {
  if (!Array.isArray(value) || value.length !== names.length) return html`<dd>${plain(value)}</dd>`;
  return html`<dd>
    <ul class="plain-seats">
      ${value.map((part, seat) => html`<li key=${seat} title=${names[seat]}><${SeatMark} seat=${seat} /><span class="unseen">${names[seat]}: </span>${plain(part)}</li>`)}
    </ul>
  </dd>`;
}

/** @param {BoardProps} props */
export function PlainBoard({ view, table, prompt }) {
  const fields = Object.entries(view).filter(([name]) => !HIDDEN_FIELDS.includes(name));
  return html`<div class="plainboard">
    <dl>
      ${fields.map(([name, value]) => html`<div key=${name}><dt>${name.replaceAll("_", " ")}</dt><${Field} value=${value} names=${table.names} /></div>`)}
    </dl>
    ${prompt}
  </div>`;
}
