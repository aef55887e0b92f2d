/** A place where the die in hand can be put. */

import { html } from "htm/preact";
import { RefusalMark } from "/web/kit.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * A place is lit if the die may be placed there, or while a request is pending and legality is unknown. A tap on a
 * place that is not lit gets the reason from the server.
 * @param {{ scene: Scene, where: string | null, classes: string, label: string, children?: unknown }} props
 */
export function Place({ scene, where, classes, label, children }) {
  const { held, moves, steps, shown, me } = scene;
  const move = `place ${where}`;
  const isMine = shown === me && moves.size > 0;
  const isAsked = isMine && where !== null && held !== null;
  const isLit = isAsked && (moves.has(move) || steps.length > 0);
  const lay = isLit ? scene.act : scene.ask;
  return html`<button
    type="button"
    class=${`${classes}${isLit ? " lit" : ""}`}
    data-drop=${isMine ? where : null}
    aria-label=${label}
    aria-disabled=${!isLit}
    tabindex=${isLit ? 0 : -1}
    onClick=${() => isAsked && lay(move, move)}
  >
    ${children}<${RefusalMark} scene=${scene} at=${move} />
  </button>`;
}
