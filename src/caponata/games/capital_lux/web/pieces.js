/**
 * Which card is which from one view to the next.
 *
 * A view names kinds, not cards. To let cards fly, each gets an id that it keeps as long as it can be
 * the same card: what left one zone and entered another is taken for the same piece.
 */

/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").Piece} Piece */
/** @typedef {Record<string, Piece[]>} Zones */

const DRAFTING = ["first-pick", "second-pick"];
const GOLD = "gold";

/** Follows the pieces of one table through its views. */
export class Pieces {
  constructor() {
    /** @type {View | null} */
    this.view = null;
    /** @type {Zones} */
    this.zones = {};
    /** The place that a new piece comes from. @type {Map<string, string>} */
    this.origins = new Map();
    /** The place that a lost piece goes to. @type {Map<string, string>} */
    this.goals = new Map();
    this.count = 0;
  }

  /**
   * Take in the next view.
   * @param {View} view
   */
  follow(view) {
    if (view === this.view) return this;
    const before = this.view && this.view.seat === view.seat ? this.view : null;
    const old = before ? this.zones : {};
    const { zones, left, wanted } = settled(old, named(view));
    this.origins = new Map();
    this.goals = new Map();
    for (const { zone, card } of wanted) {
      const moved = left.findIndex((each) => each.card === card);
      const piece = moved >= 0 ? /** @type {Piece} */ (left.splice(moved, 1)[0]) : this.#made(card);
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
  #made(card) {
    this.count += 1;
    return { id: `${card}.${this.count}`, card };
  }
}

/**
 * What lies where, by zone.
 * @param {View} view
 * @returns {Record<string, string[]>}
 */
function named(view) {
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
 * The pieces that stay where they are, those that leave their zone, and the cards that zones still want.
 * @param {Zones} old
 * @param {Record<string, string[]>} names
 */
function settled(old, names) {
  /** @type {Zones} */
  const zones = {};
  /** @type {(Piece & { zone: string })[]} */
  const left = [];
  /** @type {{ zone: string, card: string }[]} */
  const wanted = [];
  for (const [zone, cards] of Object.entries(names)) {
    const here = [...(old[zone] ?? [])];
    const kept = (zones[zone] = /** @type {Piece[]} */ ([]));
    for (const card of cards) {
      const index = here.findIndex((piece) => piece.card === card);
      if (index >= 0) kept.push(.../** @type {Piece[]} */ (here.splice(index, 1)));
      else wanted.push({ zone, card });
    }
    left.push(...here.map((piece) => ({ ...piece, zone })));
  }
  return { zones, left, wanted };
}

/**
 * Where a card that nobody saw before comes from.
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
 * Where a card goes that is out of sight now.
 * @param {string} zone
 * @param {View} view
 */
function goal(zone, view) {
  if (zone === "hand" && view.seat !== null) return `hand-${(view.seat + 1) % view.seats}`;
  return zone.startsWith("home-") ? "discards" : "deck";
}

/**
 * Cards in the order of their names, the oldest of a kind first.
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
