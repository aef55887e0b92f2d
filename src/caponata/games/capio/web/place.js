/** A place for the die in hand. */

import { html } from "htm/preact";

/** @typedef {import("./shapes.js").Scene} Scene */

/**
 * It is lit when the table says that the die may be laid there; while the die is on its way, when it may be tried.
 * Where it is not lit, a touch hears from the table why.
 * @param {{ scene: Scene, where: string | null, classes: string, label: string, children?: unknown }} props
 */
export function Place({ scene, where, classes, label, children }) {
  const { held, moves, steps, shaken, shown, me } = scene;
  const move = `place ${where}`;
  const isMine = shown === me && moves.size > 0;
  const isAsked = isMine && where !== null && held !== null;
  const isLit = isAsked && (moves.has(move) || steps.length > 0);
  const lay = isLit ? scene.act : scene.ask;
  return html`<button
    type="button"
    class=${`${classes}${isLit ? " lit" : ""}${shaken === move ? " shaken" : ""}`}
    data-drop=${isMine ? where : null}
    aria-label=${label}
    aria-disabled=${!isLit}
    tabindex=${isLit ? 0 : -1}
    onClick=${() => isAsked && lay(move, move)}
  >
    ${children}
  </button>`;
}
