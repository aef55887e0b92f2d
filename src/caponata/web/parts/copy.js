/** A button that copies a text; works on plain http too. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { say } from "../language.js";
import { Icon } from "./icons.js";

const CONFIRMATION_DURATION = 2000;

/**
 * Copy a text to the clipboard.
 * @param {string} text
 */
async function copy(text) {
  if (navigator.clipboard) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement("textarea");
  field.value = text;
  field.style.position = "fixed";
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  document.execCommand("copy");
  field.remove();
}

/**
 * A button that copies a text and confirms it.
 * @param {{ text: string, label: string }} props
 */
export function Copy({ text, label }) {
  const [done, setDone] = useState(false);
  const press = () =>
    copy(text).then(() => {
      setDone(true);
      setTimeout(() => setDone(false), CONFIRMATION_DURATION);
    }, () => setDone(false));
  return html`<button type="button" class="button" onClick=${press}>
    <${Icon} name=${done ? "check" : "copy"} /><span>${done ? say("copied") : label}</span>
  </button>`;
}
