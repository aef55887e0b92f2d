/** The pieces: family members, guards, and groups of them on the board. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark } from "/web/kit.js";
import { Sign } from "./drawings.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * The face of a family member.
 * @param {{ scene: Scene, seat: number, member: import("./types.js").Member }} props
 */
export function Face({ scene, seat, member }) {
  return html`<span class=${`cpn-face fam-${seat}`}><${Sign} name=${member} /><b>${scene.view.worth[member]}</b></span>`;
}

/**
 * A member on the board; a button if a move targets it.
 * @param {{ scene: Scene, seat: number, member: import("./types.js").Member }} props
 */
export function Member({ scene, seat, member }) {
  const { texts, table, view, can, act, showPreview } = scene;
  const move = `seize ${seat + 1} ${member}`;
  const label = texts.phrase("board.member", { seat: String(table.names[seat]), member, value: view.worth[member] });
  const shown = { "data-piece": `${seat}.${member}`, "data-from": `home-${seat}` };
  const face = html`<${Face} scene=${scene} seat=${seat} member=${member} />`;
  if (!can(move)) return html`<span class="cpn-piece" ...${shown} role="img" aria-label=${label}>${face}</span>`;
  return html`<button type="button" class="cpn-piece lit" ...${shown} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}><span class="unseen">${label}</span><span aria-hidden="true">${face}</span><${RefusalMark} scene=${scene} at=${move} /></button>`;
}

/**
 * The guards at a place.
 * @param {{ seat: number, guards: number, place: string, label: string }} props
 */
export function Guards({ seat, guards, place, label }) {
  if (guards === 0) return null;
  return html`<span class="cpn-piece" data-piece=${`guards.${seat}.${place}`} data-from=${`home-${seat}`} role="img" aria-label=${label}>
    <span class=${`cpn-face guard fam-${seat}`}><${Sign} name="guard" /><b>×${guards}</b></span>
  </span>`;
}

/**
 * Everybody at a place.
 * @param {{ scene: Scene, seat: number, members: string[], guards?: number, place: string }} props
 */
export function Crew({ scene, seat, members, guards = 0, place }) {
  const { texts } = scene;
  return html`<span class="cpn-crew">
    ${members.map((member) => html`<${Member} key=${member} scene=${scene} seat=${seat} member=${member} />`)}
    <${Guards} seat=${seat} guards=${guards} place=${place} label=${texts.name(`guards-${guards || 1}`)} />
  </span>`;
}
