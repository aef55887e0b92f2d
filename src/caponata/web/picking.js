/** Moves made of several pieces, narrowed by those picked up. No rule is computed: all follows from their texts. */

/** @typedef {import("./types.js").Moves} Moves */
/** @typedef {{ id: string, word: string }} Piece  a piece on the table, and its word in the texts of moves */

/**
 * The moves of some verbs, as they are typed.
 * @param {Moves} moves
 * @param {string[]} verbs
 */
export function typed(moves, verbs) {
  return verbs.flatMap((verb) => (moves[verb] ?? []).map((rest) => (rest ? `${verb} ${rest}` : verb)));
}

/**
 * The words of a move's pieces: all that follows its verb, up to what it counts as; a set is written `red-1+red-2`.
 * @param {string} move
 */
export function wordsOf(move) {
  const [named = ""] = move.split(" as ");
  return named.split(" ").slice(1).flatMap((word) => word.split("+"));
}

/**
 * What is left of `all` without one of each of `some`; nothing where one of them is missing.
 * @param {string[]} all
 * @param {string[]} some
 */
function without(all, some) {
  const left = [...all];
  for (const word of some) {
    const at = left.indexOf(word);
    if (at < 0) return null;
    left.splice(at, 1);
  }
  return left;
}

/**
 * The moves that have all these pieces, those that have no others, and the words that can come to them.
 * @param {string[]} moves
 * @param {string[]} words
 * @param {(move: string) => string[]} [pieces]  the words of a move that are pieces
 */
export function narrowed(moves, words, pieces = wordsOf) {
  const possible = moves.flatMap((move) => {
    const left = without(pieces(move), words);
    return left === null ? [] : [{ move, left }];
  });
  return {
    possible: possible.map(({ move }) => move),
    complete: possible.filter(({ left }) => left.length === 0).map(({ move }) => move),
    next: new Set(possible.flatMap(({ left }) => left)),
  };
}

/**
 * What is picked after a tap: a piece more, or one less. One that does not go with the others takes the place of
 * as many of them as it must, the first picked first.
 * @param {string[]} moves
 * @param {Piece[]} picked
 * @param {Piece} piece
 * @param {(move: string) => string[]} [pieces]
 * @returns {Piece[] | null} nothing where no move has it
 */
export function tapped(moves, picked, piece, pieces = wordsOf) {
  if (picked.some(({ id }) => id === piece.id)) return picked.filter(({ id }) => id !== piece.id);
  for (let first = 0; first <= picked.length; first += 1) {
    const wanted = [...picked.slice(first), piece];
    if (narrowed(moves, wanted.map(({ word }) => word), pieces).possible.length > 0) return wanted;
  }
  return null;
}

/**
 * The moves to offer as they are: those that no piece can narrow, and the rest as soon as few are left of them.
 * @param {string[]} moves
 * @param {string[]} words  those picked
 * @param {number} most
 */
export function inSight(moves, words, most) {
  const bare = moves.filter((move) => wordsOf(move).length === 0);
  const { possible, complete } = narrowed(moves.filter((move) => !bare.includes(move)), words);
  return [...bare, ...(possible.length <= most ? possible : words.length > 0 ? complete : [])];
}
