/** The fairness check: every draw of a game redone from the seed that the table had committed to. */

import { commitment, drawn, ticket } from "./fair.js";

/** @typedef {import("./film.js").Played} Played */
/**
 * @typedef {object} Redrawn
 * @property {number} step  the moment of the game that the draw led to
 * @property {number} draw
 * @property {string | null} move  what was drawn
 * @property {string | null} expected  what the seed gives
 * @property {number} weight  how many tickets there were
 * @property {number} ticket  the one the seed gives, from 0 on
 * @property {number} chances  how many tickets fall on what was drawn
 * @property {boolean} isRight
 * @property {boolean} cancelled
 */
/** @typedef {"fair" | "wrong-seed" | "wrong-draw" | "sealed" | "uncommitted"} Verdict */

/**
 * Whether there is something to check: a seed that fits what the table had committed to.
 * @param {Played} played
 * @returns {Verdict | null} why not, or nothing
 */
export function obstacle({ seed, commitment: committed }) {
  if (committed === null) return "uncommitted";
  if (seed === null) return "sealed";
  return commitment(seed) === committed ? null : "wrong-seed";
}

/**
 * Redo the draws one after the other. They are numbered from 1, and none may be left out.
 * @param {Played} played
 * @returns {Generator<Redrawn>}
 */
export function* redraw({ seed, table, entropy, frames }) {
  let number = 0;
  for (const [index, frame] of frames.entries()) {
    if (frame.by !== "chance") continue;
    number += 1;
    const odds = frame.odds ?? [];
    const weight = odds.reduce((sum, [, each]) => sum + each, 0);
    const given = weight > 0 ? Number(ticket(seed ?? "", table, entropy, number, weight)) : -1;
    const expected = weight > 0 ? drawn(odds, given) : null;
    yield {
      step: index + 1,
      draw: number,
      move: frame.move,
      expected,
      weight,
      ticket: given,
      chances: odds.find(([move]) => move === frame.move)?.[1] ?? 0,
      isRight: expected !== null && expected === frame.move && frame.draw === number && frame.ticket === given,
      cancelled: frame.cancelled,
    };
  }
}

/**
 * What the draws show, all together.
 * @param {Redrawn[]} draws
 * @returns {Verdict}
 */
export function verdict(draws) {
  return draws.every((draw) => draw.isRight) ? "fair" : "wrong-draw";
}
