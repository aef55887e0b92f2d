/** Many moves, found by the pieces they are made of: for a game whose board does not draw them. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { inSight, narrowed, wordsOf } from "../picking.js";
import { arrows } from "./arrows.js";
import { usePick } from "./pick.js";

/** @typedef {import("../picking.js").Piece} Piece */

/** As many moves as can be told apart at a glance. */
export const MOST_AT_ONCE = 12;

/**
 * All words of some moves, each as often as one move has it.
 * @param {string[]} moves
 * @returns {Piece[]}
 */
function wordsIn(moves) {
  /** @type {Map<string, number>} */
  const most = new Map();
  for (const words of moves.map(wordsOf))
    for (const word of words) most.set(word, Math.max(most.get(word) ?? 0, words.filter((each) => each === word).length));
  return [...most].flatMap(([word, times]) => Array.from({ length: times }, (_, copy) => ({ id: `${word}.${copy}`, word })));
}

/**
 * A word as the game names it, or as it is.
 * @param {import("../types.js").Texts} texts
 * @param {string} word
 */
function named(texts, word) {
  try {
    return texts.name(word);
  } catch {
    return word;
  }
}

/**
 * Chips for the words of the moves; as soon as few moves are left, they are buttons.
 * @param {{ moves: string[], texts: import("../types.js").Texts, choose: (move: string) => void }} props
 */
export function MoveFinder({ moves, texts, choose }) {
  const reach = wordsIn(moves);
  const pick = usePick({ moves, reach, when: moves.join() });
  const words = pick.picked.map((id) => reach.find((piece) => piece.id === id)?.word ?? "");
  const { possible } = narrowed(moves, words);
  const few = inSight(moves, words, MOST_AT_ONCE);
  return html`<div class="finder">
    <p>${say("pick.find", { n: possible.length })}</p>
    <div class="chips" role="group" aria-label=${say("pick.find", { n: possible.length })} onKeyDown=${arrows}>
      ${reach.map(
        ({ id, word }) => html`<button key=${id} type="button" class="chip" aria-pressed=${pick.isPicked(id)} data-fits=${pick.isPicked(id) || pick.fits(id)} onClick=${() => pick.tap(id)}>
          ${named(texts, word)}
        </button>`,
      )}
    </div>
    <div class="prompt-choices" onKeyDown=${arrows}>
      ${few.map((move) => html`<button key=${move} type="button" class="button act" title=${texts.explain(move).text} onClick=${() => choose(move)}>${texts.move(move)}</button>`)}
    </div>
  </div>`;
}
