/** Why something is not allowed, said where it was tried, with its rule. */

import { html } from "htm/preact";

/** @typedef {import("./shapes.js").Scene} Scene */

/**
 * The sentence that refuses a move, near the piece at `at`.
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
