/**
 * Picking pieces for moves made of several. A board passes these moves and its pieces, and learns which pieces are
 * picked, which can still be picked, and which moves the picked ones make.
 */

import { useEffect, useState } from "preact/hooks";
import { narrowMoves, pickedAfterTap, pieceWords } from "../picking.js";

/** @typedef {import("../picking.js").Piece} Piece */
/**
 * @typedef {object} Pick
 * @property {string[]} picked  ids in the order of picking
 * @property {string[]} options  the moves made of exactly these pieces
 * @property {(id: string) => boolean} isPicked
 * @property {(id: string) => boolean} isLit  whether it can be picked, also in place of others
 * @property {(id: string) => boolean} fits  whether it can be picked in addition to the others
 * @property {(id: string) => boolean} tap  picks a piece or puts it back; returns false if no move contains it
 * @property {(ids: string[]) => void} take  picks exactly these
 * @property {() => void} clear  puts all pieces back
 */

/**
 * State of the picked pieces. They are put back when the decision changes, or when they cannot be tapped any more.
 * @param {object} given
 * @param {string[]} given.moves  texts of the moves that are made of pieces
 * @param {Piece[]} given.reach  the pieces that can be pickedAfterTap
 * @param {unknown} given.when  identifies the decision: the board's `table.decision`
 * @param {(move: string) => string[]} [given.pieces]  returns the words of a move that are pieces; by default all but its verb
 * @returns {Pick}
 */
export function usePick({ moves, reach, when, pieces = pieceWords }) {
  const [held, setHeld] = useState({ ids: /** @type {string[]} */ ([]), when });
  useEffect(() => setHeld((now) => (now.when === when ? now : { ids: [], when })), [when]);
  const byId = new Map(reach.map((piece) => [piece.id, piece]));
  const picked = (held.when === when ? held.ids : []).flatMap((id) => byId.get(id) ?? []);
  const { complete, next } = narrowMoves(moves, picked.map(({ word }) => word), pieces);
  const ids = picked.map(({ id }) => id);
  const isPicked = (/** @type {string} */ id) => ids.includes(id);
  const unpicked = (/** @type {string} */ id) => (isPicked(id) ? undefined : byId.get(id));
  return {
    picked: ids,
    options: picked.length > 0 ? complete : [],
    isPicked,
    isLit: (id) => isPicked(id) || moves.some((move) => pieces(move).includes(unpicked(id)?.word ?? "")),
    fits: (id) => next.has(unpicked(id)?.word ?? ""),
    tap: (id) => {
      const piece = byId.get(id);
      const newlyPicked = piece ? pickedAfterTap(moves, picked, piece, pieces) : null;
      if (newlyPicked) setHeld({ ids: newlyPicked.map((other) => other.id), when });
      return newlyPicked !== null;
    },
    take: (ids) => setHeld({ ids, when }),
    clear: () => setHeld({ ids: [], when }),
  };
}
