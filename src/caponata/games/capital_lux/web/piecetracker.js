/** Identity of cards: a card that left one zone and one that entered another are taken for the same piece. */

import { PieceTracker } from "/web/kit.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {Record<string, Piece[]>} Zones */

const DRAFTING = ["first-pick", "second-pick"];
const GOLD = "gold";

/** @extends {PieceTracker<View>} */
export class CardTracker extends PieceTracker {
  constructor() {
    super();
    /** @type {Zones} */
    this.zones = {};
  }

  /** @override @param {View} view @param {View | null} before */
  track(view, before) {
    const old = before ? this.zones : {};
    const { zones, left, missing } = matchPieces(old, cardsByZone(view));
    for (const { zone, card } of missing) {
      const moved = left.findIndex((piece) => piece.card === card);
      const piece = moved >= 0 ? left.splice(moved, 1)[0] : undefined;
      zones[zone]?.push({ id: piece?.id ?? this.create(card, before && origin(zone, before, view)), card });
    }
    for (const piece of left) this.goals.set(piece.id, goal(piece.zone, view));
    for (const piece of zones["discards"] ?? []) this.goals.set(piece.id, "discards");
    for (const pieces of Object.values(zones)) pieces.sort(byCard);
    this.zones = zones;
  }
}

/**
 * Cards by zone.
 * @param {View} view
 * @returns {Record<string, string[]>}
 */
function cardsByZone(view) {
  const drafting = DRAFTING.includes(view.phase);
  const aside = drafting && view.memory ? [...view.memory.picked_first, ...view.memory.picked_second] : [];
  /** @type {Record<string, string[]>} */
  const zones = { hand: view.hand ?? [], aside, capital: view.capital, discards: view.discards };
  zones["gold-pile"] = Array(view.gold_pile).fill(GOLD);
  for (let seat = 0; seat < view.seats; seat += 1) {
    zones[`home-${seat}`] = view.homes[seat] ?? [];
    zones[`bonus-${seat}`] = view.bonuses[seat] ?? [];
    zones[`gold-${seat}`] = Array(view.gold[seat] ?? 0).fill(GOLD);
  }
  return zones;
}

/**
 * Return the pieces that stay in their zone, those that left it, and the cards that zones still lack.
 * @param {Zones} old
 * @param {Record<string, string[]>} names
 */
function matchPieces(old, names) {
  /** @type {Zones} */
  const zones = {};
  /** @type {(Piece & { zone: string })[]} */
  const left = [];
  /** @type {{ zone: string, card: string }[]} */
  const missing = [];
  for (const [zone, cards] of Object.entries(names)) {
    const here = [...(old[zone] ?? [])];
    const kept = (zones[zone] = /** @type {Piece[]} */ ([]));
    for (const card of cards) {
      const index = here.findIndex((piece) => piece.card === card);
      if (index >= 0) kept.push(.../** @type {Piece[]} */ (here.splice(index, 1)));
      else missing.push({ zone, card });
    }
    left.push(...here.map((piece) => ({ ...piece, zone })));
  }
  return { zones, left, missing };
}

/**
 * Place that a new card comes from.
 * @param {string} zone
 * @param {View} before
 * @param {View} view
 */
function origin(zone, before, view) {
  if (zone.startsWith("home-")) return `hand-${zone.slice("home-".length)}`;
  if (zone === "capital") return `hand-${before.turn}`;
  const passed = DRAFTING.includes(before.phase) && before.round === view.round && view.seat !== null;
  return zone === "hand" && passed ? `hand-${(Number(view.seat) + view.seats - 1) % view.seats}` : "deck";
}

/**
 * Place that a removed card goes to.
 * @param {string} zone
 * @param {View} view
 */
function goal(zone, view) {
  if (zone === "hand" && view.seat !== null) return `hand-${(view.seat + 1) % view.seats}`;
  return zone.startsWith("home-") ? "discards" : "deck";
}

/**
 * Compare pieces by colour and value, then by age.
 * @param {Piece} one
 * @param {Piece} other
 */
function byCard(one, other) {
  return rank(one) - rank(other) || serial(one) - serial(other);
}

/** @param {Piece} piece */
function rank({ card }) {
  const [colour = "", value = "0"] = card.split("-");
  return ["green", "yellow", "blue", "pink"].indexOf(colour) * 10 + Number(value);
}

/** @param {Piece} piece */
function serial({ id }) {
  return Number(id.split(".")[1]);
}
