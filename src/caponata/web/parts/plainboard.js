/** A table of fields for a game that has no board of its own yet. */

import { html } from "htm/preact";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").BoardProps} BoardProps */

/** What is no news to anybody who sits here. */
const KNOWN = ["game", "rules_version", "options", "seats", "seat", "to_act"];

/** @param {any} value @returns {string} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (value !== null && typeof value === "object") return Object.entries(value).map(([name, each]) => `${name}: ${plain(each)}`).join("; ");
  return String(value ?? "");
}

/**
 * A field of a view: one value a seat where it has as many as there are seats.
 * @param {{ value: any, names: string[] }} props
 */
function Field({ value, names }) {
  if (!Array.isArray(value) || value.length !== names.length) return html`<dd>${plain(value)}</dd>`;
  return html`<dd>
    <ul class="plain-seats">
      ${value.map((each, seat) => html`<li key=${seat} title=${names[seat]}><${SeatMark} seat=${seat} /><span class="unseen">${names[seat]}: </span>${plain(each)}</li>`)}
    </ul>
  </dd>`;
}

/** @param {BoardProps} props */
export function PlainBoard({ view, table, prompt }) {
  const fields = Object.entries(view).filter(([name]) => !KNOWN.includes(name));
  return html`<div class="plainboard">
    <dl>
      ${fields.map(([name, value]) => html`<div key=${name}><dt>${name.replaceAll("_", " ")}</dt><${Field} value=${value} names=${table.names} /></div>`)}
    </dl>
    ${prompt}
  </div>`;
}
