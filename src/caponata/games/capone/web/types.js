/**
 * Types of the board's input: the view, declared in `view_types.py`, and the table. With small functions on pieces.
 *
 * @typedef {import("./view.js").Member} Member
 * @typedef {import("./view.js").Site} Site
 * @typedef {import("./view.js").People} People
 * @typedef {import("./view.js").Play} Play
 * @typedef {import("./view.js").Exchange} Exchange
 * @typedef {import("./view.js").LastCard} LastCard
 * @typedef {import("./view.js").View} View
 *
 * @typedef {import("/web/types.js").BoardTable<View>} BoardTable
 * @typedef {import("/web/types.js").Event} GameEvent
 * @typedef {import("/web/types.js").Texts} Texts
 * @typedef {{ card: number } | { site: string } | null} About  the selected card, by its index in hand, or the selected site
 *
 * @typedef {object} Scene  everything that the parts of the board need to draw the current view
 * @property {View} view
 * @property {View | null} preview  the view after the previewed move
 * @property {string[]} moves  texts of the legal moves
 * @property {(move: string) => boolean} can
 * @property {BoardTable} table
 * @property {Texts} texts
 * @property {number | null} me
 * @property {GameEvent[]} events  without those that were taken back
 * @property {Set<string>} marked  places that changed since this seat's last choice
 * @property {About} about
 * @property {(about: About) => void} inspect
 * @property {{ at: string, sentence: string, rule: string | null } | null} refusal
 * @property {(at: string, ...moves: string[]) => Promise<void>} act  sends moves one after the other until one is refused
 * @property {(move: string | null) => void} showPreview
 * @property {import("./steps.js").Steps} steps  the steps of the planned move, which can be taken back
 * @property {(seat: number) => void} open  shows the details of a family
 */

import { Ready } from "/web/kit.js";

/** The members of a family in display order. */
export const MEMBERS = /** @type {Member[]} */ (["don", "mama", "right-hand", "collector", "lawyer", "bookkeeper", "secretary", "novice"]);

/** Steps of the ladder. */
export const RUNGS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];

/** The business of a site: `casino` for `casino-2`; empty for other places. @param {string} site */
export const businessOf = (site) => site.slice(0, Math.max(0, site.lastIndexOf("-")));

/** The number of a site: `2` for `casino-2`. @param {string} site */
export const numberOf = (site) => site.slice(site.lastIndexOf("-") + 1);

/**
 * Names of pieces, as events list them.
 * @param {string[]} members
 * @param {number} guards
 */
export const piecesOf = (members, guards) => (guards ? [...members, `guards-${guards}`] : members);

/**
 * Names of players as arguments of a sentence.
 * @param {Scene} scene
 * @param {number[]} seats
 */
export const playerNames = ({ table }, seats) => seats.map((seat) => new Ready(String(table.names[seat])));

/**
 * A percentage, formatted for a language.
 * @param {number} percent
 * @param {string} language
 */
export function share(percent, language) {
  return new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 0 }).format(percent / 100);
}

/**
 * Location of a family member.
 * @param {View} view
 * @param {number} seat
 * @param {Member} member
 * @returns {{ at: "home" | "prison" | "harbour" | "site" | "leisure", where: string }}  `where` is a cell, a site or a place
 */
export function whereIs(view, seat, member) {
  const people = view.people[seat];
  if (people?.home.includes(member)) return { at: "home", where: "home" };
  if (people?.harbour.includes(member)) return { at: "harbour", where: "harbour" };
  const cell = people?.cells.findIndex((members) => members.includes(member)) ?? -1;
  if (cell >= 0) return { at: "prison", where: String(cell + 1) };
  const site = view.sites.find((other) => other.owner === seat && other.members.includes(member));
  if (site) return { at: "site", where: site.site };
  const place = Object.entries(view.leisure).find(([, guest]) => guest?.seat === seat && guest.member === member);
  return { at: "leisure", where: place?.[0] ?? "restaurant" };
}

/**
 * Location of a family member in words.
 * @param {Scene} scene
 * @param {number} seat
 * @param {Member} member
 */
export function whereWords({ view, texts }, seat, member) {
  const { at, where } = whereIs(view, seat, member);
  if (at === "home" || at === "harbour") return texts.term(at);
  return at === "prison" ? `${texts.term("cell")} ${where}` : texts.name(where);
}
