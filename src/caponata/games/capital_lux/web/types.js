/**
 * Types of the board's input: the view, declared in `view_types.py`, and the table. With small functions on cards.
 *
 * @typedef {import("./view.js").Colour} Colour
 * @typedef {import("./view.js").Limit} Limit
 * @typedef {import("./view.js").Total} Total
 * @typedef {import("./view.js").Placement} Placement
 * @typedef {import("./view.js").Memory} Memory
 * @typedef {import("./view.js").View} View
 *
 * @typedef {{ n: number, event: string, seat: number | null, rule: string | null, card?: string | null,
 *   cards?: string[] | null, colour?: Colour, modifier?: number | null, round?: number, to?: string,
 *   takes_back?: number[] }} GameEvent
 * @typedef {{ text: string, rule: string | null }} Sentence
 *
 * @typedef {object} Words
 * @property {(key: string) => string} term
 * @property {(value: string) => string} name
 * @property {(move: string) => string} move
 * @property {(move: string) => Sentence} explain
 * @property {(event: GameEvent, names: string[], viewer: number | null) => Sentence} event
 * @property {(key: string, args?: Record<string, unknown>) => string} phrase
 *
 * @typedef {Record<string, string[]>} Moves
 * @typedef {{ ok: true } | { ok: false, sentence: string, rule: string | null }} Answer
 *
 * @typedef {object} Table
 * @property {{ name: string }[]} seats
 * @property {number | null} you
 * @property {string[]} names
 * @property {Words} texts
 * @property {GameEvent[]} events
 * @property {(move: string) => Promise<View | null>} preview
 * @property {(rule: string) => void} openRule
 * @property {boolean} motion
 * @property {number[]} acting
 * @property {"play" | "replay"} mode
 * @property {{ places: number[] } | null} outcome
 *
 * @typedef {{ id: string, card: string }} Piece
 *
 * @typedef {object} Scene  everything that the parts of the board need to draw the current view
 * @property {View} view
 * @property {View | null} preview  the view after the previewed move
 * @property {Moves} moves
 * @property {Table} table
 * @property {Words} texts
 * @property {Record<string, Piece[]>} zones
 * @property {Map<string, string>} origins  place that a new piece comes from
 * @property {Set<string>} marked  pieces that moved since this seat's last turn
 * @property {import("/web/parts/pick.js").Pick} pick  picking cards from hand
 * @property {string[]} chosen  picked pieces
 * @property {{ at: string, sentence: string, rule: string | null } | null} refusal
 * @property {(move: string, at: string) => void} act
 * @property {(move: string | null) => void} showPreview
 */

/** The colours in table order. */
export const COLOURS = /** @type {Colour[]} */ (["green", "yellow", "blue", "pink"]);

/**
 * Colour of a card.
 * @param {string} card
 */
export function colourOf(card) {
  return /** @type {Colour} */ (card.split("-")[0]);
}

/**
 * Printed value of a card.
 * @param {string} card
 */
export function valueOf(card) {
  return card.split("-")[1] ?? "";
}

/**
 * Text of a number with a typographic minus sign.
 * @param {number} number
 */
export function figure(number) {
  return String(number).replace("-", "\u2212");
}

/**
 * A number with its sign.
 * @param {number} number
 */
export function signed(number) {
  return number < 0 ? figure(number) : `+${number}`;
}
