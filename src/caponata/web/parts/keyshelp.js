/** The list of keyboard shortcuts. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { Dialog } from "./dialog.js";
import { boardKeys } from "./playarea.js";

const KEYS = ["Tab", "← → ↑ ↓", "Enter", "u", "l", "c", "r", "Esc", "?"];
const WORDS = ["tab", "arrows", "enter", "undo", "log", "chat", "replay", "escape", "help"];

/** @param {{ close: () => void }} props */
export function KeysHelp({ close }) {
  return html`<${Dialog} title=${say("keys.title")} close=${close}>
    <dl class="keys">
      ${KEYS.map((key, number) => html`<div key=${key}><dt><kbd>${key}</kbd></dt><dd>${say(`keys.${WORDS[number]}`)}</dd></div>`)}
    </dl>
    ${boardKeys.value && html`<p>${boardKeys.value}</p>`}
  <//>`;
}
