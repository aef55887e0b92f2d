/**
 * Types of the board's input: the view, declared in `view_types.py`, and the table. With small functions on dice.
 *
 * @typedef {import("./view.js").PlainField} PlainField
 * @typedef {import("./view.js").TowerField} TowerField
 * @typedef {import("./view.js").ConfusionField} ConfusionField
 * @typedef {import("./view.js").SetRow} SetRow
 * @typedef {import("./view.js").Goal} Goal
 * @typedef {import("./view.js").Laid} Laid
 * @typedef {import("./view.js").CardReckoning} CardReckoning
 * @typedef {import("./view.js").Missed} Missed
 * @typedef {import("./view.js").Reckoning} Reckoning
 * @typedef {import("./view.js").View} View
 *
 * @typedef {import("/web/types.js").BoardTable<View>} BoardTable
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
 * @property {{ at: string } | null} refusal  the place whose move was refused
 * @property {boolean} isLate  another seat has just taken the die first
 * @property {boolean} isParking  whether the next die for a tower is parked
 * @property {(isParking: boolean) => void} park
 * @property {import("./countdown.js").Wait} wait
 * @property {string | null} lesson
 */

import { withMinusSign } from "/web/kit.js";

/** The ten colours with their keyboard letters. @type {Record<string, string>} */
export const LETTERS = {
  ...{ red: "r", yellow: "y", green: "g", blue: "b", orange: "o" },
  ...{ pink: "p", purple: "u", white: "w", black: "k", grey: "e" },
};
export const COLOURS = /** @type {import("./view.js").Colour[]} */ (Object.keys(LETTERS));
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
