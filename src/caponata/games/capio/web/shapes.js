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
 * @typedef {{ kind: string, points: number, full: boolean, marks?: number[], scoring?: number, over?: number }} CardReckoning
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
 * @property {{ colour_words: string, confusion_pips: boolean }} options
 * @property {Goal[][]} goals
 * @property {(number | null)[]} rolls
 * @property {Record<string, (number | null)[]>} middle
 * @property {(string | null)[]} hands
 * @property {Laid[][]} laid
 * @property {number[]} scores
 * @property {Reckoning[] | null} reckoning
 *
 * @typedef {import("/web/types.js").BoardTable} BoardTable
 * @typedef {import("/web/types.js").Texts} Texts
 *
 * @typedef {object} Scene  one moment of the table, as all parts of the board see it
 * @property {View} view
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {number} me  whose cards are large
 * @property {Set<string>} moves  as they are typed
 * @property {string | null} held  the die in my hand, or the one that is on its way there
 * @property {string | null} reaching  the die of the middle that is on its way to my hand, by its place
 * @property {(die: string, place: string) => void} take
 * @property {(move: string, at: string) => void} act
 * @property {string | null} shaken  where something was refused
 */

/** The ten colours, each with a letter to type. @type {Record<string, string>} */
export const LETTERS = {
  ...{ red: "r", yellow: "y", green: "g", blue: "b", orange: "o" },
  ...{ pink: "p", purple: "u", white: "w", black: "k", grey: "e" },
};
export const COLOURS = Object.keys(LETTERS);

/**
 * A die's colour and number.
 * @param {string} die
 * @returns {[string, number]}
 */
export function split(die) {
  const [colour = "", face = "0"] = die.split("-");
  return [colour, Number(face)];
}
