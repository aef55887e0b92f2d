/** Cards that this seat has not seen yet. */

import { html } from "htm/preact";
import { Sign } from "./drawings.js";
import { share } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * Number of unseen copies of a card, and the chance that another seat holds one.
 * @param {{ scene: Scene, card: string }} props
 */
export function UnseenCount({ scene, card }) {
  const { view, texts } = scene;
  const n = view.unseen[card] ?? 0;
  const chance = view.held[card];
  const odds = n > 0 && chance !== undefined ? share(chance, texts.language) : null;
  const words = [texts.phrase("board.out", { card, n }), ...(odds ? [texts.phrase("board.held", { chance: odds })] : [])].join(" ");
  return html`<span class=${`cpn-out${n === 0 ? " none" : ""}`} title=${words}><${Sign} name="cards" /><span aria-hidden="true">${n}${odds && html` <small>${odds}</small>`}</span><span class="unseen">${words}</span></span>`;
}
