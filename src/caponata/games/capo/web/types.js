/**
 * Types of the board's input: the view, declared in `view_types.py`, and the table. Also some small functions on cards.
 *
 * @typedef {import("./view.js").Counted} Counted
 * @typedef {import("./view.js").Top} Top
 * @typedef {import("./view.js").Lay} Lay
 * @typedef {import("./view.js").City} City
 * @typedef {import("./view.js").Fight} Fight
 * @typedef {import("./view.js").View} View
 *
 * @typedef {import("/web/types.js").BoardTable<View>} BoardTable
 * @typedef {import("/web/types.js").Event} GameEvent
 * @typedef {import("/web/types.js").Texts} Texts
 * @typedef {import("/web/parts/pick.js").Pick} Pick
 *
 * @typedef {object} Scene  everything that the parts of the board need to draw the current view
 * @property {View} view
 * @property {View | null} preview  the view after the previewed move
 * @property {string | null} previewed  the previewed move
 * @property {string[]} moves  texts of the legal moves
 * @property {GameEvent[]} events  without undone ones
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {Pick} pick  the picked cards
 * @property {boolean} byKey  whether the last card was picked by keyboard
 * @property {Set<string>} marked  seats that acted since this seat's last choice
 * @property {{ at: string, sentence: string, rule: string | null } | null} refusal
 * @property {(move: string, at: string) => void} act
 * @property {(move: string | null) => void} showPreview
 */

/** The families in the order of the view's `stars`. */
const FAMILIES = ["red", "green", "blue", "purple", "orange"];
export const POLICE = "police";
/** The ranks with a special power. */
export const POWERS = ["7", "8", "9", "10", POLICE];

/** @param {string} card */
export const familyOf = (card) => card.split("-")[0] ?? "";
/** @param {string} card */
export const rankOf = (card) => card.split("-")[1] ?? POLICE;

/**
 * Number of stars of a card.
 * @param {View} view
 * @param {string} card
 */
export function starsOf(view, card) {
  return card === POLICE ? 0 : Number(view.stars[Number(rankOf(card)) - 1]?.[FAMILIES.indexOf(familyOf(card))] ?? 0);
}

/**
 * Cards with unique ids. Family cards are unique already; the two police cards are numbered.
 * @param {string[]} cards
 * @param {string[]} [before]  cards that already have ids
 * @returns {{ id: string, word: string }[]}
 */
export function pieces(cards, before = []) {
  let police = before.filter((card) => card === POLICE).length;
  return cards.map((card) => ({ id: card === POLICE ? `${card}.${(police += 1)}` : card, word: card }));
}

/**
 * Label of a card for screen readers: family, rank, stars and power.
 * @param {Scene} scene
 * @param {string} card
 */
export function cardLabel({ view, texts }, card) {
  if (card === POLICE) return texts.phrase("board.police");
  const rank = rankOf(card);
  const facts = { card, rank: texts.term(`rank-${rank}`), stars: starsOf(view, card) };
  const hasNoPower = !POWERS.includes(rank) || (rank === "10" && view.options.mamma === "none");
  return hasNoPower ? texts.phrase("board.card", facts) : texts.phrase("board.card-power", { ...facts, power: texts.term(`power-${rank}`) });
}

/**
 * Short name of a play.
 * @param {Scene} scene
 * @param {Counted} play
 */
export function playName({ texts }, { sort, kind, as }) {
  if (sort === "hand") return texts.name(kind);
  return sort === "duo" ? `${texts.name("duo")} ${as[0] === undefined ? texts.name(POLICE) : rankWord(texts, as[0])}` : texts.name("single");
}

/** @param {Texts} texts @param {number} rank */
export const rankWord = (texts, rank) => (rank > 10 ? texts.name(POLICE) : String(rank));

/**
 * Name of the player at a seat.
 * @param {Scene} scene
 * @param {number} seat
 */
export const nameOf = ({ table }, seat) => table.names[seat] ?? "";
