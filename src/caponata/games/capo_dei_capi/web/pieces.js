/**
 * Which token, cube and chip is which from one view to the next, so that they can fly.
 *
 * A view names kinds, not pieces. Each gets an id that it keeps as long as it can be the same piece.
 */

/** @typedef {import("./shapes.js").View} View */
/** @typedef {{ id: string, kind: string }} Piece */

const SUPPLY = { cube: "supply-cubes", chip: "supply-chips" };

/** Follows the pieces of one table through its views. */
export class Pieces {
  constructor() {
    /** @type {View | null} */
    this.view = null;
    /** Tokens beside areas, by area. @type {Map<string, Piece>} */
    this.beside = new Map();
    /** Tokens on areas, by seat and area. @type {Map<string, Piece[]>} */
    this.on = new Map();
    /** Cubes by where they lie. @type {Map<string, string[]>} */
    this.cubes = new Map();
    /** Chips by whose they are, or beside the Mayor. @type {Map<string, string[]>} */
    this.chips = new Map();
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
    if (!before) for (const known of [this.beside, this.on, this.cubes, this.chips]) known.clear();
    this.origins = new Map();
    this.goals = new Map();
    this.#tokens(view, before);
    this.#counted(view);
    this.view = view;
    return this;
  }

  /**
   * @param {string} kind
   * @param {string} from
   */
  #made(kind, from) {
    this.count += 1;
    const id = `${kind.split("-")[0]}.${this.count}`;
    if (this.view) this.origins.set(id, from);
    return id;
  }

  /**
   * Tokens: those beside areas move onto them, to other areas, or back to the supply.
   * @param {View} view
   * @param {View | null} before
   */
  #tokens(view, before) {
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
          return { id: newcomer?.id ?? this.#made(kind, stock(kind)), kind };
        });
        for (const piece of was.slice(now.length)) this.goals.set(piece.id, "box");
        this.on.set(key, now);
      }
    for (const { name, beside: kind } of view.areas) {
      if (kind === null || beside.has(name)) continue;
      const [from, moved] = (isSameTurn && [...loose].find(([, piece]) => piece.kind === kind)) || [];
      if (from) loose.delete(from);
      beside.set(name, { id: moved?.id ?? this.#made(kind, stock(kind)), kind });
    }
    for (const [name, piece] of loose) this.goals.set(piece.id, left?.area === name && left.circle === null ? "box" : stock(piece.kind));
    this.beside = beside;
  }

  /**
   * Cubes and chips: a view counts them.
   * @param {View} view
   */
  #counted(view) {
    const cubes = new Map(view.areas.map(({ name, cubes: count }) => [name, count]));
    cubes.set("mayor", view.mayor.cubes);
    for (const seat of [0, 1]) cubes.set(`gained-${seat}`, view.gained[seat] ?? 0);
    this.cubes = this.#moved(this.cubes, cubes, "cube", () => true);
    const chips = new Map([0, 1].map((seat) => [`hand-${seat}`, view.chips[seat] ?? 0]));
    chips.set("mayor", view.mayor.chips);
    this.chips = this.#moved(this.chips, chips, "chip", (zone) => zone === "mayor");
  }

  /**
   * Pieces of a kind, some of which changed their zone.
   * @param {Map<string, string[]>} old
   * @param {Map<string, number>} counts
   * @param {"cube" | "chip"} kind
   * @param {(zone: string) => boolean} passesOn  whether what leaves a zone can come to another
   */
  #moved(old, counts, kind, passesOn) {
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
      while (here.length < count) here.push(loose.pop() ?? this.#made(kind, SUPPLY[kind]));
    }
    for (const id of loose) this.goals.set(id, SUPPLY[kind]);
    return now;
  }
}

/**
 * The place of the supply that a token comes from.
 * @param {string} kind
 */
function stock(kind) {
  return kind.startsWith("influence") ? `supply-${kind}` : "supply-bribes";
}
