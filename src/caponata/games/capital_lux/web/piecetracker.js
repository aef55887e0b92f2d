/**
 * Identity of cards from one view to the next.
 *
 * A view names kinds of cards, not individual cards. For the animation each card gets an id that it keeps as long as
 * it can be the same card: a card that left one zone and one that entered another are taken for the same piece.
 */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {Record<string, Piece[]>} Zones */

const DRAFTING = ["first-pick", "second-pick"];
const GOLD = "gold";

/** Tracks the pieces of one table through its views. */
export class PieceTracker {
  constructor() {
    /** @type {View | null} */
    this.view = null;
    /** @type {Zones} */
    this.zones = {};
    /** Place that a new piece comes from. @type {Map<string, string>} */
    this.origins = new Map();
    /** Place that a removed piece goes to. @type {Map<string, string>} */
    this.goals = new Map();
    this.count = 0;
  }

  /**
   * Process the next view.
   * @param {View} view
   */
  follow(view) {
    if (view === this.view) return this;
    const before = this.view && this.view.seat === view.seat ? this.view : null;
    const old = before ? this.zones : {};
    const { zones, left, missing } = matchPieces(old, cardsByZone(view));
    this.origins = new Map();
    this.goals = new Map();
    for (const { zone, card } of missing) {
      const moved = left.findIndex((piece) => piece.card === card);
      const piece = moved >= 0 ? /** @type {Piece} */ (left.splice(moved, 1)[0]) : this.#create(card);
      if (moved < 0 && before) this.origins.set(piece.id, origin(zone, before, view));
      zones[zone]?.push({ id: piece.id, card });
    }
    for (const piece of left) this.goals.set(piece.id, goal(piece.zone, view));
    for (const piece of zones["discards"] ?? []) this.goals.set(piece.id, "discards");
    for (const pieces of Object.values(zones)) pieces.sort(byCard);
    this.view = view;
    this.zones = zones;
    return this;
  }

  /** @param {string} card */
  #create(card) {
    this.count += 1;
    return { id: `${card}.${this.count}`, card };
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
