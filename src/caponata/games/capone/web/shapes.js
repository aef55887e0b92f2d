/**
 * What the board is given, as types: the view of `view.py`, and the table around it.
 *
 * @typedef {{ site: string, colour: string, minimum: number, owner: number | null, members: string[], guards: number,
 *   value: number, earns: number, takes: number, beaten_by: number[] }} Site
 * @typedef {{ home: string[], guards: number, cells: string[][], harbour: string[], park: number, lost: number }} People
 * @typedef {{ card: string, site: string | null, aside?: undefined, mode?: string, members?: string[], guards?: number,
 *   value?: number, need?: number, complete?: boolean, earns?: number }} Play
 * @typedef {{ aside: string[], card?: undefined, site?: undefined }} Exchange
 * @typedef {{ seat: number, now: boolean, brings: Record<string, string[]> }} LastCard
 *
 * @typedef {object} View
 * @property {number} seats
 * @property {number | null} seat
 * @property {string[]} families
 * @property {number} year
 * @property {number} years
 * @property {string} phase
 * @property {number} dealer
 * @property {number} turn
 * @property {number[]} to_act
 * @property {number} turns
 * @property {number} played
 * @property {number} deck
 * @property {string[]} discards
 * @property {number[]} cards
 * @property {number[]} returned
 * @property {number[]} cash
 * @property {number[]} steps
 * @property {People[]} people
 * @property {Site[]} sites
 * @property {Record<string, { seat: number, member: string } | null>} leisure
 * @property {Record<string, number | null>} fronts
 * @property {number[]} income
 * @property {Record<string, number>} worth
 * @property {number[]} front_pay
 * @property {number[]} protection
 * @property {number[]} reach
 * @property {Record<string, number>} unseen
 * @property {Record<string, number>} held
 * @property {LastCard | null} last_card
 * @property {string[]} [hand]
 * @property {string[]} [gave_back]
 * @property {Play | Exchange | null} [plan]
 *
 * @typedef {import("/web/types.js").BoardTable} BoardTable
 * @typedef {import("/web/types.js").Event} GameEvent
 * @typedef {import("/web/types.js").Texts} Texts
 * @typedef {{ card: number } | { site: string } | null} About  what is looked at closely: a card in hand by its place, or a site
 *
 * @typedef {object} Scene  one moment of the table, as all parts of the board see it
 * @property {View} view
 * @property {View | null} preview  the view after the previewed move
 * @property {string[]} moves  as they are typed
 * @property {(move: string) => boolean} can
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {number | null} me
 * @property {GameEvent[]} events  those that were not taken back
 * @property {Set<string>} marked  the places that changed since this seat's last choice
 * @property {About} about
 * @property {(about: About) => void} inspect
 * @property {{ at: string, sentence: string, rule: string | null } | null} refusal
 * @property {(at: string, ...moves: string[]) => Promise<void>} act  makes moves one after the other, until one is refused
 * @property {(move: string | null) => void} showPreview
 * @property {import("./steps.js").Steps} steps  what can be taken back of the play being put together
 * @property {(seat: number) => void} open  shows all of a family
 */

import { Ready } from "/web/texts.js";

/** The members of a family, as a family photograph shows them. */
export const MEMBERS = ["don", "mama", "right-hand", "collector", "lawyer", "bookkeeper", "secretary", "novice"];

/** Steps of the ladder. */
export const RUNGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The business of a site: `casino` of `casino-2`; nothing for other places. @param {string} site */
export const businessOf = (site) => site.slice(0, Math.max(0, site.lastIndexOf("-")));

/** The number of a site: `2` of `casino-2`. @param {string} site */
export const numberOf = (site) => site.slice(site.lastIndexOf("-") + 1);

/**
 * Pieces by name, as events list them.
 * @param {string[]} members
 * @param {number} guards
 */
export const piecesOf = (members, guards) => (guards ? [...members, `guards-${guards}`] : members);

/**
 * Players' names for a sentence.
 * @param {Scene} scene
 * @param {number[]} seats
 */
export const named = ({ table }, seats) => seats.map((seat) => new Ready(String(table.names[seat])));

/**
 * A share in percent, as it is written in a language.
 * @param {number} percent
 * @param {string} language
 */
export function share(percent, language) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(percent / 100);
}

/**
 * Where a member of a family is.
 * @param {View} view
 * @param {number} seat
 * @param {string} member
 * @returns {{ at: "home" | "prison" | "harbour" | "site" | "leisure", where: string }}  `where` is a cell, a site or a place
 */
export function whereIs(view, seat, member) {
  const people = view.people[seat];
  if (people?.home.includes(member)) return { at: "home", where: "home" };
  if (people?.harbour.includes(member)) return { at: "harbour", where: "harbour" };
  const cell = people?.cells.findIndex((members) => members.includes(member)) ?? -1;
  if (cell >= 0) return { at: "prison", where: String(cell + 1) };
  const site = view.sites.find((each) => each.owner === seat && each.members.includes(member));
  if (site) return { at: "site", where: site.site };
  const place = Object.entries(view.leisure).find(([, guest]) => guest?.seat === seat && guest.member === member);
  return { at: "leisure", where: place?.[0] ?? "restaurant" };
}

/**
 * The same, in words.
 * @param {Scene} scene
 * @param {number} seat
 * @param {string} member
 */
export function whereWords({ view, texts }, seat, member) {
  const { at, where } = whereIs(view, seat, member);
  if (at === "home" || at === "harbour") return texts.term(at);
  return at === "prison" ? `${texts.term("cell")} ${where}` : texts.name(where);
}
