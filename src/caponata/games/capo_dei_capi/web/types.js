/**
 * Types of the board's input: the view, declared in `view_types.py`, and the table. With small text functions.
 *
 * @typedef {import("./view.js").Span} Span
 * @typedef {import("./view.js").Area} Area
 * @typedef {import("./view.js").Option} Option
 * @typedef {import("./view.js").Roll} Roll
 * @typedef {import("./view.js").Next} Next
 * @typedef {import("./view.js").Stake} Stake
 * @typedef {import("./view.js").View} View
 *
 * @typedef {import("/web/types.js").BoardTable<View>} BoardTable
 * @typedef {import("/web/types.js").Event} GameEvent
 * @typedef {import("/web/types.js").Texts} Texts
 * @typedef {import("./piecetracker.js").TokenTracker} TokenTracker
 * @typedef {import("./targets.js").Targets} Targets
 *
 * @typedef {object} Scene  everything that the parts of the board need to draw the current view
 * @property {View} view
 * @property {View | null} preview  the view after the previewed move
 * @property {string | null} previewed  the previewed move
 * @property {string[]} moves  texts of the legal moves
 * @property {Targets} targets  the places that can be tapped
 * @property {string | null} held  the area from which something was picked up
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {number} me  the seat whose side is at the bottom
 * @property {TokenTracker} pieces
 * @property {Set<string>} marked  places that changed since this seat's last choice
 * @property {{ at: string, sentence: string, rule: string | null } | null} refusal
 * @property {(move: string, at: string) => void} act
 * @property {(area: string | null) => void} hold
 * @property {(move: string | null) => void} showPreview
 */

/** The colours of the dice and areas. */
export const COLOURS = /** @type {const} */ (["white", "black"]);

/** Faces of a die. */
export const FACES = [1, 2, 3, 4, 5, 6];

/**
 * Colour and number of an area, as shown by a die.
 * @param {string} area
 */
export function dieOf(area) {
  const [colour = "", value = "0"] = area.split("-");
  return { colour, value: Number(value) };
}

/**
 * Text of a range, or of a single number.
 * @param {Span | undefined} span
 */
export function rangeText(span) {
  if (!span) return "";
  return span.low === span.high ? String(span.low) : `${span.low}\u2013${span.high}`;
}

/**
 * A share in percent, formatted for a language. Only exact values are shown as 0 % or 100 %.
 * @param {number} part
 * @param {number} whole
 * @param {string} language
 */
export function percent(part, whole, language) {
  const share = whole ? part / whole : 0;
  const shown = part > 0 && part < whole ? Math.min(0.99, Math.max(0.01, share)) : share;
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(shown);
}

/**
 * A number with its sign and one decimal place.
 * @param {number} number
 * @param {string} language
 */
export function signed(number, language) {
  const form = { signDisplay: /** @type {const} */ ("exceptZero"), minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(language, form).format(number).replace("-", "\u2212");
}
