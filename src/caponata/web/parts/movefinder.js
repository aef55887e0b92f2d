/** Finding one of many moves by its pieces, for games whose board does not draw them. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { offeredMoves, narrowMoves, pieceWords } from "../picking.js";
import { moveFocus } from "./arrowkeys.js";
import { usePick } from "./pick.js";

/** @typedef {import("../picking.js").Piece} Piece */

/** The largest number of moves shown as buttons. */
export const MAX_BUTTONS = 12;

/**
 * All words of the moves, each as often as it occurs in a single move.
 * @param {string[]} moves
 * @returns {Piece[]}
 */
function piecesOf(moves) {
  /** @type {Map<string, number>} */
  const most = new Map();
  for (const words of moves.map(pieceWords))
    for (const word of words) most.set(word, Math.max(most.get(word) ?? 0, words.filter((other) => other === word).length));
  return [...most].flatMap(([word, times]) => Array.from({ length: times }, (_, copy) => ({ id: `${word}.${copy}`, word })));
}

/**
 * Name of a word in the game's texts, or the word itself.
 * @param {import("../types.js").Texts} texts
 * @param {string} word
 */
function nameOf(texts, word) {
  try {
    return texts.name(word);
  } catch {
    return word;
  }
}

/**
 * A chip for each word; as soon as few moves are left, they appear as buttons.
 * @param {{ moves: string[], texts: import("../types.js").Texts, choose: (move: string) => void }} props
 */
export function MoveFinder({ moves, texts, choose }) {
  const pieces = piecesOf(moves);
  const pick = usePick({ moves, reach: pieces, when: moves.join() });
  const words = pick.picked.map((id) => pieces.find((piece) => piece.id === id)?.word ?? "");
  const { possible } = narrowMoves(moves, words);
  const few = offeredMoves(moves, words, MAX_BUTTONS);
  return html`<div class="finder">
    <p>${say("pick.find", { n: possible.length })}</p>
    <div class="chips" role="group" aria-label=${say("pick.find", { n: possible.length })} onKeyDown=${moveFocus}>
      ${pieces.map(
        ({ id, word }) => html`<button key=${id} type="button" class="chip" aria-pressed=${pick.isPicked(id)} data-fits=${pick.isPicked(id) || pick.fits(id)} onClick=${() => pick.tap(id)}>
          ${nameOf(texts, word)}
        </button>`,
      )}
    </div>
    <div class="prompt-choices" onKeyDown=${moveFocus}>
      ${few.map((move) => html`<button key=${move} type="button" class="button act" title=${texts.explain(move).text} onClick=${() => choose(move)}>${texts.move(move)}</button>`)}
    </div>
  </div>`;
}
