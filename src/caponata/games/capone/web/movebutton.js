/** A button for a move. An illegal move can be tried to get the reason. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark } from "/web/kit.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * @param {{ scene: Scene, move: string, look?: string, label?: string, name?: string, children?: any }} props  `name`: full
 *   name for screen readers if the label is short
 */
export function MoveButton({ scene, move, look = "", label, name, children }) {
  const { texts, can, act } = scene;
  const isLit = can(move);
  return html`<button type="button" class=${`cpn-way ${look}`} data-move=${move} aria-disabled=${!isLit} title=${texts.explain(move).text} ...${isLit ? previewHandlers(scene.showPreview, move) : {}} onClick=${() => act(move, move)}>
    ${name ? html`<span class="unseen">${name}</span><span aria-hidden="true">${label}</span>` : (children ?? label ?? texts.move(move))}
    <${RefusalMark} scene=${scene} at=${move} />
  </button>`;
}
