/** Identity of tokens, cubes and chips from one view to the next, for the animation. */

import { PieceTracker } from "/web/kit.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {{ id: string, kind: string }} Piece */

const SUPPLY = { cube: "supply-cubes", chip: "supply-chips" };

/** @extends {PieceTracker<View>} */
export class TokenTracker extends PieceTracker {
  constructor() {
    super();
    /** Tokens beside areas, by area. @type {Map<string, Piece>} */
    this.beside = new Map();
    /** Tokens on areas, by seat and area. @type {Map<string, Piece[]>} */
    this.on = new Map();
    /** Cubes by zone. @type {Map<string, string[]>} */
    this.cubes = new Map();
    /** Chips by zone: a player's hand, or the Mayor. @type {Map<string, string[]>} */
    this.chips = new Map();
  }

  /** @override @param {View} view @param {View | null} before */
  track(view, before) {
    if (!before) for (const known of [this.beside, this.on, this.cubes, this.chips]) known.clear();
    this.#trackTokens(view, before);
    this.#trackCounted(view);
  }

  /**
   * @param {string} kind
   * @param {string} from
   */
  #create(kind, from) {
    return this.create(String(kind.split("-")[0]), this.view && from);
  }

  /**
   * Track the tokens. Those beside areas move onto them, to other areas, or back to the supply.
   * @param {View} view
   * @param {View | null} before
   */
  #trackTokens(view, before) {
    const loose = new Map(this.beside);
    const isSameTurn = before?.turn === view.turn;
    const beside = new Map();
    for (const { name, beside: kind } of view.areas) {
      const was = loose.get(name);
      if (!isSameTurn || !was || was.kind !== kind) continue;
      beside.set(name, was);
      loose.delete(name);
    }
    const left = before && JSON.stringify(before.discarded) !== JSON.stringify(view.discarded) ? view.discarded : null;
    for (const area of view.areas)
      for (const seat of [0, 1]) {
        const key = `${seat} ${area.name}`;
        const was = [...(this.on.get(key) ?? [])];
        const arrives = seat === before?.turn ? loose.get(area.name) : undefined;
        if (left?.area === area.name && seat === before?.turn && left.circle !== null && arrives) {
          const gone = was[left.circle - 1];
          if (gone) this.goals.set(gone.id, "box");
          was[left.circle - 1] = arrives;
          loose.delete(area.name);
        }
        const now = (area.tokens[seat] ?? []).map((kind, circle) => {
          const piece = was[circle];
          if (piece) return { id: piece.id, kind };
          const newcomer = loose.get(area.name);
          if (newcomer && seat === before?.turn) loose.delete(area.name);
          return { id: newcomer?.id ?? this.#create(kind, stock(kind)), kind };
        });
        for (const piece of was.slice(now.length)) this.goals.set(piece.id, "box");
        this.on.set(key, now);
      }
    for (const { name, beside: kind } of view.areas) {
      if (kind === null || beside.has(name)) continue;
      const [from, moved] = (isSameTurn && [...loose].find(([, piece]) => piece.kind === kind)) || [];
      if (from) loose.delete(from);
      beside.set(name, { id: moved?.id ?? this.#create(kind, stock(kind)), kind });
    }
    for (const [name, piece] of loose) this.goals.set(piece.id, left?.area === name && left.circle === null ? "box" : stock(piece.kind));
    this.beside = beside;
  }

  /**
   * Track cubes and chips, of which a view states only numbers.
   * @param {View} view
   */
  #trackCounted(view) {
    const cubes = /** @type {Map<string, number>} */ (new Map(view.areas.map(({ name, cubes: count }) => [name, count])));
    cubes.set("mayor", view.mayor.cubes);
    for (const seat of [0, 1]) cubes.set(`gained-${seat}`, view.gained[seat] ?? 0);
    this.cubes = this.#redistribute(this.cubes, cubes, "cube", () => true);
    const chips = new Map([0, 1].map((seat) => [`hand-${seat}`, view.chips[seat] ?? 0]));
    chips.set("mayor", view.mayor.chips);
    this.chips = this.#redistribute(this.chips, chips, "chip", (zone) => zone === "mayor");
  }

  /**
   * Assign the pieces of one kind to their zones; pieces that left a zone fill others first.
   * @param {Map<string, string[]>} old
   * @param {Map<string, number>} counts
   * @param {"cube" | "chip"} kind
   * @param {(zone: string) => boolean} passesOn  whether a piece that leaves the zone can enter another one
   */
  #redistribute(old, counts, kind, passesOn) {
    /** @type {string[]} */
    const loose = [];
    const now = new Map();
    for (const [zone, count] of counts) {
      const here = old.get(zone) ?? [];
      now.set(zone, here.slice(0, count));
      for (const id of here.slice(count)) passesOn(zone) ? loose.push(id) : this.goals.set(id, SUPPLY[kind]);
    }
    for (const [zone, count] of counts) {
      const here = now.get(zone);
      while (here.length < count) here.push(loose.pop() ?? this.#create(kind, SUPPLY[kind]));
    }
    for (const id of loose) this.goals.set(id, SUPPLY[kind]);
    return now;
  }
}

/**
 * Place in the supply that a token comes from.
 * @param {string} kind
 */
function stock(kind) {
  return kind.startsWith("influence") ? `supply-${kind}` : "supply-bribes";
}
