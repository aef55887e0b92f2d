/**
 * What the board is given, as types: the view of `view.py`, and the table around it.
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
 * @property {string | null} [thrown]  all forty numbers, by colour, as they fell
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
 *   what this player has done and the table has not answered yet
 *
 * @typedef {object} Scene  one moment of the table, as all parts of the board see it
 * @property {View} view
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {number} me  at whose side the board is looked at
 * @property {number} shown  whose cards are large
 * @property {(seat: number) => void} show
 * @property {Set<string>} moves  as they are typed
 * @property {Step[]} steps
 * @property {string | null} held  the die in my hand, or the one that is on its way there
 * @property {(die: string, index: number) => void} take  the die of this look, touched at this number of the forty
 * @property {(move: string, at: string) => void} act
 * @property {(move: string, at: string) => void} ask  for what the table will refuse, to hear its rule
 * @property {(at: string) => void} shake
 * @property {string | null} shaken  where something was refused
 * @property {boolean} isLate  somebody was quicker, a moment ago
 * @property {boolean} isParking  the next die for a tower is to be parked
 * @property {(isParking: boolean) => void} park
 * @property {import("./idle.js").Wait} wait
 * @property {string | null} lesson
 */

import { withMinusSign } from "/web/language.js";

/** The ten colours, each with a letter to type. @type {Record<string, string>} */
export const LETTERS = {
  ...{ red: "r", yellow: "y", green: "g", blue: "b", orange: "o" },
  ...{ pink: "p", purple: "u", white: "w", black: "k", grey: "e" },
};
export const COLOURS = Object.keys(LETTERS);
export const COPIES = 4;
export const SLOTS = [0, 1, 2];

/**
 * A die's colour and number.
 * @param {string} die
 * @returns {[string, number]}
 */
export function split(die) {
  const [colour = "", face = "0"] = die.split("-");
  return [colour, Number(face)];
}

/**
 * All forty dice, by colour: their looks, nothing for those that are not in the middle.
 * @param {View} view
 * @returns {(string | null)[]}
 */
export function lookedAt(view) {
  return COLOURS.flatMap((colour) =>
    Array.from({ length: COPIES }, (_, copy) => {
      const face = view.middle[colour]?.[copy] ?? null;
      return face === null ? null : `${colour}-${face}`;
    }),
  );
}

/** Points with their sign. @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : withMinusSign(points));
