/** The emblem of a game on a plate in the game's colour. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { fileAddress } from "../files.js";

/**
 * Emblem of a game, or its initials if it has none. It must be inside an element with the game's `data-game`.
 * @param {{ game: string }} props
 */
export function Emblem({ game }) {
  const [missing, setMissing] = useState(false);
  if (missing) return html`<span class="emblem emblem-letter" aria-hidden="true" style=${`--letters: ${initials(game).length}`}>${initials(game)}</span>`;
  return html`<img class="emblem" src=${fileAddress(`/games/${game}/emblem.svg`)} alt="" width="96" height="96" onError=${() => setMissing(true)} />`;
}

/** @param {string} game  its name, such as two-words */
function initials(game) {
  return game.split("-").map((word) => word.charAt(0).toUpperCase()).join("");
}
