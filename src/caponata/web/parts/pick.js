/**
 * Pieces that are picked up, for moves made of several: a board hands over those moves and the pieces in reach, and
 * learns which are picked, which can still be, and which moves the picked ones make.
 */

import { useEffect, useState } from "preact/hooks";
import { narrowed, tapped, wordsOf } from "../picking.js";

/** @typedef {import("../picking.js").Piece} Piece */
/**
 * @typedef {object} Pick
 * @property {string[]} picked  ids, the first picked first
 * @property {string[]} options  the moves that just these pieces make
 * @property {(id: string) => boolean} isPicked
 * @property {(id: string) => boolean} isLit  whether it can be picked, now or in place of others
 * @property {(id: string) => boolean} fits  whether it can be picked besides those that are
 * @property {(id: string) => boolean} tap  picks a piece or puts it back; false where no move has it
 * @property {(ids: string[]) => void} take  picks just these
 * @property {() => void} clear  puts all back
 */

/**
 * The pieces that are picked up. They are put back when the decision is another one, and one that is out of reach
 * is no longer picked.
 * @param {object} given
 * @param {string[]} given.moves  the moves that are made of pieces, as they are typed
 * @param {Piece[]} given.reach  the pieces that can be tapped
 * @param {unknown} given.when  what makes a decision another one: the board's `table.decision`
 * @param {(move: string) => string[]} [given.pieces]  the words of a move that are pieces: all but its verb
 * @returns {Pick}
 */
export function usePick({ moves, reach, when, pieces = wordsOf }) {
  const [held, hold] = useState({ ids: /** @type {string[]} */ ([]), when });
  useEffect(() => hold((now) => (now.when === when ? now : { ids: [], when })), [when]);
  const at = new Map(reach.map((piece) => [piece.id, piece]));
  const picked = (held.when === when ? held.ids : []).flatMap((id) => at.get(id) ?? []);
  const { complete, next } = narrowed(moves, picked.map(({ word }) => word), pieces);
  const ids = picked.map(({ id }) => id);
  const isPicked = (/** @type {string} */ id) => ids.includes(id);
  const free = (/** @type {string} */ id) => (isPicked(id) ? undefined : at.get(id));
  return {
    picked: ids,
    options: picked.length > 0 ? complete : [],
    isPicked,
    isLit: (id) => isPicked(id) || moves.some((move) => pieces(move).includes(free(id)?.word ?? "")),
    fits: (id) => next.has(free(id)?.word ?? ""),
    tap: (id) => {
      const piece = at.get(id);
      const wanted = piece ? tapped(moves, picked, piece, pieces) : null;
      if (wanted) hold({ ids: wanted.map((each) => each.id), when });
      return wanted !== null;
    },
    take: (ids) => hold({ ids, when }),
    clear: () => hold({ ids: [], when }),
  };
}
