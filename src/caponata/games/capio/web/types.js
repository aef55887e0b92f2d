/**
 * Types of the board's input: the view of `view.py` and the table. With small functions on dice.
 *
 * @typedef {{ colour: string | null, faces: number[] }} PlainField
 * @typedef {{ base: string, top: string, face: number }} TowerField
 * @typedef {{ word: string, print: string, face: number }} ConfusionField
 * @typedef {{ left: string, right: string, face: number, form: "dots" | "arabic" | "roman" }} SetRow
 * @typedef {{ name: string, kind: string, number?: number, language?: string, fields?: any[], rows?: SetRow[] }} Goal
 * @typedef {{ fields: (string | null)[], beside: string[], sum?: number, tops?: (string | null)[],
 *   parked?: { field: number, die: string } | null }} Laid
 * @typedef {{ kind: string, points: number, full: boolean, marks: number[], parked?: number }} CardReckoning
 * @typedef {{ die: string, card: string, where: string }} Missed
 * @typedef {{ cards: CardReckoning[], several: number, stop: number | null, missed: Missed[], total: number }} Reckoning
 *
 * @typedef {object} View
 * @property {number | null} seat
 * @property {number} seats
 * @property {string} phase
 * @property {number} round
 * @property {number} playthrough
 * @property {number[]} to_act
 * @property {number | null} caller
 * @property {number[]} resting
 * @property {{ colour_words: string, confusion_pips: boolean, countdown: number, idle_after: number, quiet_after: number, hand_time: number, calm: boolean }} options
 * @property {Goal[][]} goals
 * @property {(number | null)[]} rolls
 * @property {Record<string, (number | null)[]>} middle
 * @property {string | null} [thrown]  all forty numbers by colour, as thrown
 * @property {(string | null)[]} hands
 * @property {Laid[][]} laid
 * @property {number[]} scores
 * @property {number[]} bonus  points that decide a tie
 * @property {Reckoning[] | null} reckoning
 *
 * @typedef {import("/web/types.js").BoardTable} BoardTable
 * @typedef {import("/web/types.js").Texts} Texts
 *
 * @typedef {{ verb: "take", die: string, slot: number } | { verb: "place", die: string, where: string }} Step
 *   an action of this player that the server has not answered yet
 *
 * @typedef {object} Scene  everything that the parts of the board need to draw the current view
 * @property {View} view
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {number} me  the seat whose side is at the bottom
 * @property {number} shown  the seat whose cards are shown large
 * @property {(seat: number) => void} show
 * @property {Set<string>} moves  texts of the legal moves
 * @property {Step[]} steps
 * @property {string | null} held  the die in hand, including one that is not confirmed yet
 * @property {(die: string, index: number) => void} take  takes a die, touched at this index of the forty
 * @property {(move: string, at: string) => void} act
 * @property {(move: string, at: string) => void} ask  sends an illegal move to get the reason for its refusal
 * @property {(at: string) => void} shake
 * @property {string | null} shaken  the place whose move was refused
 * @property {boolean} isLate  another seat has just taken the die first
 * @property {boolean} isParking  whether the next die for a tower is parked
 * @property {(isParking: boolean) => void} park
 * @property {import("./countdown.js").Wait} wait
 * @property {string | null} lesson
 */

import { withMinusSign } from "/web/language.js";

/** The ten colours with their keyboard letters. @type {Record<string, string>} */
export const LETTERS = {
  ...{ red: "r", yellow: "y", green: "g", blue: "b", orange: "o" },
  ...{ pink: "p", purple: "u", white: "w", black: "k", grey: "e" },
};
export const COLOURS = Object.keys(LETTERS);
export const COPIES = 4;
export const SLOTS = [0, 1, 2];

/**
 * Colour and number of a die.
 * @param {string} die
 * @returns {[string, number]}
 */
export function split(die) {
  const [colour = "", face = "0"] = die.split("-");
  return [colour, Number(face)];
}

/**
 * All forty dice by colour; null for those that are not in the middle.
 * @param {View} view
 * @returns {(string | null)[]}
 */
export function diceInMiddle(view) {
  return COLOURS.flatMap((colour) =>
    Array.from({ length: COPIES }, (_, copy) => {
      const face = view.middle[colour]?.[copy] ?? null;
      return face === null ? null : `${colour}-${face}`;
    }),
  );
}

/** Points with their sign. @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : withMinusSign(points));
