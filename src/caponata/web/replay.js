/** A recorded game as one viewer saw it, step by step, with its log. */

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").Texts} Texts */
/** @typedef {[move: string, weight: number]} WeightedMove */
/** @typedef {import("./types.js").Frame} Frame */
/** @typedef {import("./types.js").Replay} RecordedGame */
/** @typedef {{ step: number, from: number, text: string, rule: string | null, isStruck: boolean, count: number }} ReplayLine */

/** Duration of a step at normal speed, in milliseconds: a seat's choice, or a draw. */
const CHOICE_DURATION = 1500;
const DRAW_DURATION = 350;
/** Limits at original speed: long thinking is cut short, and instant moves remain visible. */
const MAX_DURATION = 10_000;
const MIN_CHOICE_DURATION = 120;
const MIN_DRAW_DURATION = 40;

/** The steps of a game: step 0 is before the first entry, step n after the n-th. */
export class Replay {
  /** @param {RecordedGame} game */
  constructor(game) {
    this.game = game;
    this.last = game.frames.length;
    let view = game.view;
    this.views = [view, ...game.frames.map((frame) => (view = withChanges(view, frame)))];
  }

  /**
   * The view at a step.
   * @param {number} step
   * @returns {View}
   */
  view(step) {
    return this.views[this.clamp(step)] ?? this.game.view;
  }

  /**
   * The entry that led to a step.
   * @param {number} step
   */
  frame(step) {
    return this.game.frames[step - 1] ?? null;
  }

  /**
   * The nearest existing step.
   * @param {number} step
   */
  clamp(step) {
    return Math.min(Math.max(Math.trunc(step) || 0, 0), this.last);
  }

  /**
   * All events up to a step.
   * @param {number} step
   */
  events(step) {
    return this.game.frames.slice(0, this.clamp(step)).flatMap((frame) => frame.events);
  }

  /**
   * Seats to act at a step: those named by the view, or else the seat that acted next.
   * @param {number} step
   * @returns {number[]}
   */
  acting(step) {
    const { to_act: toAct } = this.view(step);
    if (Array.isArray(toAct)) return toAct;
    const next = this.frame(step + 1)?.by;
    return typeof next === "number" ? [next] : [];
  }

  /**
   * First step of each round.
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
   * The next or previous step at which a round or the game begins, or the game ends.
   * @param {number} step
   * @param {1 | -1} direction
   */
  nextRound(step, direction) {
    const starts = [0, ...this.rounds.map((mark) => mark.step), this.last];
    if (direction > 0) return starts.find((start) => start > step) ?? this.last;
    return starts.findLast((start) => start < step) ?? 0;
  }

  /**
   * Duration of a step in milliseconds.
   * @param {number} step
   * @param {number | "played"} speed  factor relative to normal speed, or "played" for the original timing
   */
  duration(step, speed) {
    const next = this.frame(step + 1);
    if (next === null) return 0;
    if (speed !== "played") return (next.by === "chance" ? DRAW_DURATION : CHOICE_DURATION) / speed;
    const before = this.frame(step)?.at ?? next.at ?? 0;
    const shortest = next.by === "chance" ? MIN_DRAW_DURATION : MIN_CHOICE_DURATION;
    return Math.min(Math.max((next.at ?? before) - before, shortest), MAX_DURATION);
  }

  /** Whether the time of every entry is known. */
  get isTimed() {
    return this.last > 0 && this.game.frames.every((frame) => typeof frame.at === "number");
  }

  /**
   * The log: each sentence with its step; equal sentences in a row become one line.
   * @param {Texts} texts
   * @param {string[]} names
   * @returns {ReplayLine[]}
   */
  lines(texts, names) {
    /** @type {ReplayLine[]} */
    const lines = [];
    this.game.frames.forEach((frame, index) => {
      const step = index + 1;
      for (const event of frame.events) {
        const { text, rule } = texts.event(event, names, this.game.viewer);
        const before = lines.at(-1);
        if (before && before.text === text && before.isStruck === frame.cancelled) {
          before.count += 1;
          before.step = step;
        } else {
          lines.push({ step, from: step, text, rule, isStruck: frame.cancelled, count: 1 });
        }
      }
    });
    return lines;
  }
}

/**
 * Return a view with the changes of an entry applied.
 * @param {View} view
 * @param {Frame} frame
 * @returns {View}
 */
function withChanges(view, { changed, gone }) {
  const fields = Object.entries({ ...view, ...changed });
  return Object.fromEntries(fields.filter(([name]) => !gone.includes(name)));
}
