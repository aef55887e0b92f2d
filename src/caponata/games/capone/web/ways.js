/** Buttons for moves. One that is not allowed can be tried: the table says why not. */

import { html } from "htm/preact";
import { previewHandlers } from "/web/parts/preview.js";
import { Refusal } from "./refusal.js";

/** @typedef {import("./shapes.js").Scene} Scene */

/**
 * @param {{ scene: Scene, move: string, look?: string, label?: string, name?: string, children?: any }} props  `name`: what it is
 *   called where its label is short
 */
export function Way({ scene, move, look = "", label, name, children }) {
  const { texts, can, act } = scene;
  const isLit = can(move);
  return html`<button type="button" class=${`cpn-way ${look}`} data-move=${move} aria-disabled=${!isLit} title=${texts.explain(move).text} ...${isLit ? previewHandlers(scene.showPreview, move) : {}} onClick=${() => act(move, move)}>
    ${name ? html`<span class="unseen">${name}</span><span aria-hidden="true">${label}</span>` : (children ?? label ?? texts.move(move))}
    <${Refusal} scene=${scene} at=${move} />
  </button>`;
}
