/** A game that was played, as one viewer saw it: its moments one after the other, and what was said at each. */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").Texts} Texts */
/** @typedef {[move: string, weight: number]} Odd */
/**
 * @typedef {object} Frame
 * @property {number | null} entry
 * @property {number | "chance" | "table"} by
 * @property {string | null} move
 * @property {Event[]} events
 * @property {View} changed
 * @property {string[]} gone
 * @property {Odd[] | null} odds
 * @property {number | null} draw
 * @property {number | null} ticket
 * @property {boolean} cancelled
 * @property {number | null} at
 */
/**
 * @typedef {object} Played
 * @property {string} game
 * @property {string} table
 * @property {{ name: string | null, player?: string }[]} seats
 * @property {import("./types.js").Outcome | null} outcome
 * @property {number} viewer
 * @property {View} view
 * @property {Frame[]} frames
 * @property {string | null} seed
 * @property {string | null} commitment
 * @property {string[]} entropy
 */
/** @typedef {{ step: number, from: number, text: string, rule: string | null, struck: boolean, times: number }} FilmLine */

/** How long a moment stays at normal speed, in milliseconds: a seat's choice, or a draw that follows by itself. */
const CHOICE_TIME = 1500;
const DRAW_TIME = 350;
/** As it was played, a long thought is cut short, and what came at once can still be seen. */
const LONGEST_THOUGHT = 10_000;
const SHORTEST_THOUGHT = 120;
const SHORTEST_DRAW = 40;

/** The moments of a game: moment 0 is before the first entry, moment n after the n-th. */
export class Film {
  /** @param {Played} played */
  constructor(played) {
    this.played = played;
    this.last = played.frames.length;
    let view = played.view;
    this.views = [view, ...played.frames.map((frame) => (view = after(view, frame)))];
  }

  /**
   * The view at a moment.
   * @param {number} step
   * @returns {View}
   */
  view(step) {
    return this.views[this.within(step)] ?? this.played.view;
  }

  /**
   * The entry that led to a moment.
   * @param {number} step
   */
  frame(step) {
    return this.played.frames[step - 1] ?? null;
  }

  /**
   * A moment that there is.
   * @param {number} step
   */
  within(step) {
    return Math.min(Math.max(Math.trunc(step) || 0, 0), this.last);
  }

  /**
   * All that was witnessed up to a moment.
   * @param {number} step
   */
  events(step) {
    return this.played.frames.slice(0, this.within(step)).flatMap((frame) => frame.events);
  }

  /**
   * Who is to act at a moment: as the view says it, or whoever acted next.
   * @param {number} step
   * @returns {number[]}
   */
  acting(step) {
    const { to_act: said } = this.view(step);
    if (Array.isArray(said)) return said;
    const next = this.frame(step + 1)?.by;
    return typeof next === "number" ? [next] : [];
  }

  /**
   * Where each round begins: the first moment at which the view names it.
   * @returns {{ step: number, round: number }[]}
   */
  get rounds() {
    /** @type {{ step: number, round: number }[]} */
    const marks = [];
    this.views.forEach((view, step) => {
      const round = view["round"];
      if (typeof round === "number" && round > (marks.at(-1)?.round ?? 0)) marks.push({ step, round });
    });
    return marks;
  }

  /**
   * The next moment, or the one before, at which a round begins or the game does or ends.
   * @param {number} step
   * @param {1 | -1} direction
   */
  nextRound(step, direction) {
    const starts = [0, ...this.rounds.map((mark) => mark.step), this.last];
    if (direction > 0) return starts.find((start) => start > step) ?? this.last;
    return starts.findLast((start) => start < step) ?? 0;
  }

  /**
   * How long a moment stays before the next, in milliseconds.
   * @param {number} step
   * @param {number | "played"} speed  times as fast as normal, or as it was played
   */
  stay(step, speed) {
    const next = this.frame(step + 1);
    if (next === null) return 0;
    if (speed !== "played") return (next.by === "chance" ? DRAW_TIME : CHOICE_TIME) / speed;
    const before = this.frame(step)?.at ?? next.at ?? 0;
    const shortest = next.by === "chance" ? SHORTEST_DRAW : SHORTEST_THOUGHT;
    return Math.min(Math.max((next.at ?? before) - before, shortest), LONGEST_THOUGHT);
  }

  /** Whether it is known when everything was played. */
  get isTimed() {
    return this.last > 0 && this.played.frames.every((frame) => typeof frame.at === "number");
  }

  /**
   * The log: each sentence with the moment at which it was true; equal ones in a row are one line.
   * @param {Texts} texts
   * @param {string[]} names
   * @returns {FilmLine[]}
   */
  lines(texts, names) {
    /** @type {FilmLine[]} */
    const lines = [];
    this.played.frames.forEach((frame, index) => {
      const step = index + 1;
      for (const event of frame.events) {
        const { text, rule } = texts.event(event, names, this.played.viewer);
        const before = lines.at(-1);
        if (before && before.text === text && before.struck === frame.cancelled) {
          before.times += 1;
          before.step = step;
        } else {
          lines.push({ step, from: step, text, rule, struck: frame.cancelled, times: 1 });
        }
      }
    });
    return lines;
  }
}

/**
 * A view with what an entry changed.
 * @param {View} view
 * @param {Frame} frame
 * @returns {View}
 */
function after(view, { changed, gone }) {
  const fields = Object.entries({ ...view, ...changed });
  return Object.fromEntries(fields.filter(([name]) => !gone.includes(name)));
}
