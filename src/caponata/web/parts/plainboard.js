/** A table of fields for a game that has no board of its own yet. */

import { html } from "htm/preact";

/** @typedef {import("../types.js").BoardProps} BoardProps */

/** @param {any} value @returns {string} */
function plain(value) {
  if (Array.isArray(value)) return value.map(plain).join(", ");
  if (value !== null && typeof value === "object") return Object.entries(value).map(([name, each]) => `${name}: ${plain(each)}`).join("; ");
  return String(value ?? "");
}

/** @param {BoardProps} props */
export function PlainBoard({ view, prompt }) {
  return html`<div class="plainboard">
    <dl>${Object.entries(view).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd>${plain(value)}</dd></div>`)}</dl>
    ${prompt}
  </div>`;
}
