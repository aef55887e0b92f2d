/** The explanation of a refused move, shown where it was tried. */

import { html } from "htm/preact";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * Explanation of the refused move, near the place `at`.
 * @param {{ scene: Scene, at: string }} props
 */
export function Refusal({ scene, at }) {
  const { refusal, table, texts } = scene;
  if (!refusal || refusal.at !== at) return null;
  const { rule, sentence } = refusal;
  return html`<div class="lux-refusal" role="alert">
    <span>${sentence}</span>
    ${rule &&
    html`<button type="button" class="lux-rule" onClick=${() => table.openRule(rule)}>
      ${texts.phrase("board.rule", { rule })}
    </button>`}
  </div>`;
}
