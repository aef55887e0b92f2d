/** The fairness check: recomputes every draw of a game from the seed that the table had committed to. */

import { commitment, moveOfTicket, ticket } from "./fair.js";

/** @typedef {import("./replay.js").RecordedGame} RecordedGame */
/**
 * @typedef {object} CheckedDraw
 * @property {number} step  the step of the replay that the draw led to
 * @property {number} draw
 * @property {string | null} move  the recorded draw
 * @property {string | null} expected  the draw that follows from the seed
 * @property {number} weight  total number of tickets
 * @property {number} ticket  the ticket that follows from the seed, counted from 0
 * @property {number} chances  number of tickets for the recorded draw
 * @property {boolean} isRight
 * @property {boolean} cancelled
 */
/** @typedef {"fair" | "wrong-seed" | "wrong-draw" | "sealed" | "uncommitted"} Verdict */

/**
 * Return why the draws cannot be checked, or null if the seed matches the table's commitment.
 * @param {RecordedGame} game
 * @returns {Verdict | null}
 */
export function findObstacle({ seed, commitment: committed }) {
  if (committed === null) return "uncommitted";
  if (seed === null) return "sealed";
  return commitment(seed) === committed ? null : "wrong-seed";
}

/**
 * Recompute the draws in order. They are numbered from 1 without gaps.
 * @param {RecordedGame} game
 * @returns {Generator<CheckedDraw>}
 */
export function* checkDraws({ seed, table, entropy, frames }) {
  let number = 0;
  for (const [index, frame] of frames.entries()) {
    if (frame.by !== "chance") continue;
    number += 1;
    const odds = frame.odds ?? [];
    const weight = odds.reduce((sum, [, tickets]) => sum + tickets, 0);
    const expectedTicket = weight > 0 ? Number(ticket(seed ?? "", table, entropy, number, weight)) : -1;
    const expected = weight > 0 ? moveOfTicket(odds, expectedTicket) : null;
    yield {
      step: index + 1,
      draw: number,
      move: frame.move,
      expected,
      weight,
      ticket: expectedTicket,
      chances: odds.find(([move]) => move === frame.move)?.[1] ?? 0,
      isRight: expected !== null && expected === frame.move && frame.draw === number && frame.ticket === expectedTicket,
      cancelled: frame.cancelled,
    };
  }
}

/**
 * Return the verdict on all draws together.
 * @param {CheckedDraw[]} draws
 * @returns {Verdict}
 */
export function verdict(draws) {
  return draws.every((draw) => draw.isRight) ? "fair" : "wrong-draw";
}
