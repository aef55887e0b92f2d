/**
 * What the board is given, as types: the view of `view.py`, and the table around it.
 *
 * @typedef {{ sort: string, kind: string, as: number[] }} Counted  what a play counts as
 * @typedef {Counted & { seat: number, cards: string[] }} Top
 * @typedef {Counted & { move: string, by: "lead" | "higher" | "hit" | "battle" }} Lay
 * @typedef {{ count: number, staked: boolean, stake: string | null, known: string[], known_to_all: string[] }} City
 * @typedef {{ challenger: number, foe: number, equal: boolean, winner: number | null, loser: number | null }} Fight
 *
 * @typedef {object} View
 * @property {{ variant: string, mamma: string, yellow_wild: boolean }} options
 * @property {number} seats
 * @property {number | null} seat
 * @property {number} round
 * @property {string} phase
 * @property {number} leader
 * @property {number} turn
 * @property {number[]} to_act
 * @property {number} direction
 * @property {Top | null} top
 * @property {{ seat: number, cards: string[] }} last
 * @property {number[]} passed
 * @property {number[]} locked
 * @property {number[]} cards
 * @property {string[][]} played
 * @property {{ seat: number, penalty: "none" | "crooked" | "busted" }[]} outs
 * @property {number[]} places
 * @property {(string | null)[]} titles
 * @property {number} stock
 * @property {City[]} cities
 * @property {string[]} shown
 * @property {number} picks_left
 * @property {Fight | null} battle
 * @property {Record<string, number>} unseen
 * @property {string[]} stars  by rank: the stars of the families, in their order
 * @property {string[]} hands  the names of hands, the best first
 * @property {number | null} champion
 * @property {string[]} [hand]
 * @property {string[]} [chosen]
 * @property {string[]} [city]
 * @property {{ with: number, gave: string[], received: string[], known: string[] } | null} [exchange]
 * @property {{ to: number, count: number } | null} [gift]
 * @property {Lay[]} [lays]
 *
 * @typedef {import("/web/types.js").BoardTable} BoardTable
 * @typedef {import("/web/types.js").Event} GameEvent
 * @typedef {import("/web/types.js").Texts} Texts
 * @typedef {import("/web/parts/pick.js").Pick} Pick
 *
 * @typedef {object} Scene  one moment of the table, as all parts of the board see it
 * @property {View} view
 * @property {View | null} preview  the view after the previewed move
 * @property {string | null} previewed  the previewed move
 * @property {string[]} moves  as they are typed
 * @property {GameEvent[]} events  those that still count
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {Pick} pick  the cards picked up
 * @property {boolean} byKey  whether a key picked the last one
 * @property {Set<string>} marked  what was touched since this seat's last choice
 * @property {{ at: string, sentence: string, rule: string | null } | null} refusal
 * @property {(move: string, at: string) => void} act
 * @property {(move: string | null) => void} showPreview
 */

/** The families in the order of the rows of stars. */
const FAMILIES = ["red", "green", "blue", "purple", "orange"];
export const POLICE = "police";
/** The ranks whose card can do more than be laid. */
export const POWERS = ["7", "8", "9", "10", POLICE];

/** @param {string} card */
export const familyOf = (card) => card.split("-")[0] ?? "";
/** @param {string} card */
export const rankOf = (card) => card.split("-")[1] ?? POLICE;

/**
 * How many stars a card has.
 * @param {View} view
 * @param {string} card
 */
export function starsOf(view, card) {
  return card === POLICE ? 0 : Number(view.stars[Number(rankOf(card)) - 1]?.[FAMILIES.indexOf(familyOf(card))] ?? 0);
}

/**
 * Ids for cards: a family card is one of its kind, of two police one may be in hand while the other lies on the table.
 * @param {string[]} cards
 * @param {string[]} [before]  cards that have their ids already
 * @returns {{ id: string, word: string }[]}
 */
export function pieces(cards, before = []) {
  let police = before.filter((card) => card === POLICE).length;
  return cards.map((card) => ({ id: card === POLICE ? `${card}.${(police += 1)}` : card, word: card }));
}

/**
 * A card in words: family, rank and stars, and what it can do.
 * @param {Scene} scene
 * @param {string} card
 */
export function cardLabel({ view, texts }, card) {
  if (card === POLICE) return texts.phrase("board.police");
  const rank = rankOf(card);
  const facts = { card, rank: texts.term(`rank-${rank}`), stars: starsOf(view, card) };
  const silent = !POWERS.includes(rank) || (rank === "10" && view.options.mamma === "none");
  return silent ? texts.phrase("board.card", facts) : texts.phrase("board.card-power", { ...facts, power: texts.term(`power-${rank}`) });
}

/**
 * What a play counts as, in a few words: its name, or the rank of a pair.
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
 * The name of whoever sits there.
 * @param {Scene} scene
 * @param {number} seat
 */
export const nameOf = ({ table }, seat) => table.names[seat] ?? "";
