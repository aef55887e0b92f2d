/** Moves made of several pieces, filtered by the pieces picked so far. Works on the texts of moves alone, without rules. */

/** @typedef {import("./types.js").Moves} Moves */
/** @typedef {{ id: string, word: string }} Piece  a piece on the table and its word in the texts of moves */

/**
 * Texts of the moves with the given verbs.
 * @param {Moves} moves
 * @param {string[]} verbs
 */
export function moveTexts(moves, verbs) {
  return verbs.flatMap((verb) => (moves[verb] ?? []).map((args) => (args ? `${verb} ${args}` : verb)));
}

/**
 * Words of a move's pieces: everything between its verb and an optional ` as ...`; a set is written `red-1+red-2`.
 * @param {string} move
 */
export function pieceWords(move) {
  const [named = ""] = move.split(" as ");
  return named.split(" ").slice(1).flatMap((word) => word.split("+"));
}

/**
 * Return `all` without one occurrence of each word in `some`, or null if one of them is missing.
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
 * Return the moves that contain all these pieces, the moves that contain no others, and the words that can be added.
 * @param {string[]} moves
 * @param {string[]} words
 * @param {(move: string) => string[]} [pieces]  returns the words of a move that are pieces
 */
export function narrowMoves(moves, words, pieces = pieceWords) {
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
 * Return the picked pieces after a tap, which adds or removes a piece. If a piece does not go with the others, it
 * replaces as few of them as possible, beginning with the one picked first.
 * @param {string[]} moves
 * @param {Piece[]} picked
 * @param {Piece} piece
 * @param {(move: string) => string[]} [pieces]
 * @returns {Piece[] | null} null if no move contains the piece
 */
export function pickedAfterTap(moves, picked, piece, pieces = pieceWords) {
  if (picked.some(({ id }) => id === piece.id)) return picked.filter(({ id }) => id !== piece.id);
  for (let first = 0; first <= picked.length; first += 1) {
    const candidate = [...picked.slice(first), piece];
    if (narrowMoves(moves, candidate.map(({ word }) => word), pieces).possible.length > 0) return candidate;
  }
  return null;
}

/**
 * Return the moves to offer as buttons: those without pieces, and the others once at most `limit` of them are left.
 * @param {string[]} moves
 * @param {string[]} words  words of the picked pieces
 * @param {number} limit
 */
export function offeredMoves(moves, words, limit) {
  const withoutPieces = moves.filter((move) => pieceWords(move).length === 0);
  const { possible, complete } = narrowMoves(moves.filter((move) => !withoutPieces.includes(move)), words);
  return [...withoutPieces, ...(possible.length <= limit ? possible : words.length > 0 ? complete : [])];
}
