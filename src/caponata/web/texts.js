/**
 * Sentences in one language: a port of `texts/sentences.py`.
 * A test plays whole games and compares every sentence with Python's output.
 */

import { Forms, Ready, TextError, has } from "./forms.js";

export { Ready, TextError };

/** @typedef {import("./forms.js").Arguments} Arguments */
/** @typedef {{ text: string, rule: string | null }} Sentence */
/** @typedef {{ event: string, seat?: number | null, rule?: string | null, [fact: string]: unknown }} GameEvent */
/** @typedef {{ rule: string, reason: string, facts: Arguments }} Refusal */
/** @typedef {{ rule: string, reason: string, points: number }} ScoreLine */
/** @typedef {{ rule: string, decided_by: string, scores: number[], places: number[], lines?: ScoreLine[][] }} Outcome */
/** @typedef {{ label: string, explain: string, rule: string }} Option */
/** @typedef {((key: string, args?: Arguments) => string) & { has: (key: string) => boolean }} Words */

const SPECTATOR = -1;
const SEATS = ["seat", "other"];

/** The texts of one game in one language. */
export class Texts extends Forms {
  /**
   * @param {unknown} catalogue  the game's `texts/<language>.json`
   * @param {string} language
   */
  constructor(catalogue, language) {
    super(catalogue, language, `texts/${language}.json`);
  }

  /** The name of the game. */
  get title() {
    return String(this.entry("title"));
  }

  /** The game in one sentence. */
  get blurb() {
    return String(this.entry("blurb"));
  }

  /** Approximate duration of a game. */
  get minutes() {
    return Number(this.entry("minutes"));
  }

  /**
   * A term of the game, such as the name of a profession or of a place on the table.
   * @param {string} key
   */
  term(key) {
    return String(this.entry("terms", key));
  }

  /**
   * Label, explanation and rule of an option.
   * @param {string} name
   * @returns {Option}
   */
  option(name) {
    const { text, rule } = this.#explained("options", name, {});
    return { label: String(this.entry("options", name, "label")), explain: text, rule };
  }

  /**
   * Description of one value of an option.
   * @param {string} option
   * @param {string | number | boolean} value  true is stored as "yes"
   */
  choice(option, value) {
    const word = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    return String(this.entry("options", option, "choices", word));
  }

  /**
   * Instruction for a seat; `actingNames` are the players it waits for.
   * @param {string} key
   * @param {string[]} [actingNames]
   */
  prompt(key, actingNames = []) {
    return this.say(["prompts", key], { acting: actingNames.map((name) => new Ready(name)) });
  }

  /**
   * Sentence of the log for an event, as one viewer sees it. A spectator is -1 or null.
   * @param {GameEvent} event
   * @param {string[]} names
   * @param {number | null} viewer
   * @returns {Sentence}
   */
  event(event, names, viewer) {
    const toYou = viewer !== null && viewer !== SPECTATOR && event.seat === viewer;
    return { text: this.say(["events", event.event], withNames(event, names), toYou), rule: event.rule ?? null };
  }

  /**
   * Explanation of why a move is not allowed, with its rule.
   * @param {Refusal} refusal
   * @param {string[]} names
   */
  refusal({ rule, reason, facts }, names) {
    return `${this.say(["refusals", reason], withNames(facts, names))} [${rule}]`;
  }

  /**
   * Short label of a move, as on a button.
   * @param {string} text  the move's text: `capital blue-4`
   */
  move(text) {
    const [verb, args] = parseMove(text);
    return this.say(["moves", verb, "label"], args);
  }

  /**
   * Explanation of a move, with its rule.
   * @param {string} text  the move's text
   * @returns {Sentence}
   */
  explain(text) {
    return this.#explained("moves", ...parseMove(text));
  }

  /**
   * Reason of one score line; its points are shown beside it.
   * @param {ScoreLine} line
   * @returns {Sentence}
   */
  scoreLine({ rule, reason, points }) {
    return { text: this.say(["scores", reason], { points }), rule };
  }

  /**
   * How the game ended and who won, with the rule that decided.
   * @param {Outcome} outcome
   * @param {string[]} names
   * @returns {Sentence}
   */
  outcome({ rule, decided_by, scores, places }, names) {
    const best = places.flatMap((place, seat) => (place === 0 ? [seat] : []));
    const args = { winners: best.map((seat) => new Ready(String(names[seat]))), points: scores[Number(best[0])] };
    return { text: `${this.say(["endings", rule], args)} ${this.say(["outcomes", decided_by], args)}`, rule: decided_by };
  }

  /**
   * Text under any dotted key, such as `board.deck`. A string argument is the name of a piece; one that names no
   * piece is used verbatim, as are a `Ready` and the argument `seat`, which is a player's name.
   * @param {string} key
   * @param {Arguments} [args]
   */
  phrase(key, args = {}) {
    const isFree = (/** @type {string} */ value) => !value.split("+").every((part) => this.hasName(part));
    return this.say(key.split("."), asReady(args, (value, name) => name === "seat" || isFree(value)));
  }

  /**
   * Explanation of an option or a move, with its rule.
   * @param {string} section
   * @param {string} key
   * @param {Arguments} args
   */
  #explained(section, key, args) {
    return { text: this.say([section, key, "explain"], args), rule: this.say([section, key, "rule"], args) };
  }
}

/**
 * The page's own texts by dotted key. String arguments are used verbatim.
 * @param {unknown} catalogue  `web/texts/<language>.json`
 * @param {string} language
 * @returns {Words}
 */
export function words(catalogue, language) {
  const forms = new Forms(catalogue, language, "web/texts");
  /** @param {string} key */
  const isKnown = (key) => {
    /** @type {any} */
    let found = catalogue;
    return key.split(".").every((part) => has(found, part) && ((found = found[part]), true));
  };
  /** @param {string} key @param {Arguments} [args] */
  const say = (key, args = {}) => forms.say(key.split("."), asReady(args, () => true));
  return Object.assign(say, { has: isKnown });
}

/**
 * Return arguments with their strings, also those in lists, marked as verbatim where `isVerbatim` says so.
 * @param {Arguments} args
 * @param {(value: string, name: string) => boolean} isVerbatim
 * @returns {Arguments}
 */
function asReady(args, isVerbatim) {
  /** @param {unknown} value @param {string} name @returns {unknown} */
  const convert = (value, name) => {
    if (Array.isArray(value)) return value.map((item) => convert(item, name));
    return typeof value === "string" && isVerbatim(value, name) ? new Ready(value) : value;
  };
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, convert(value, name)]));
}

/**
 * Split a move into its verb and its arguments, keyed by position: 0, 1, ...
 * @param {string} text
 * @returns {[string, Arguments]}
 */
function parseMove(text) {
  const [verb = "", ...args] = text.split(" ");
  return [verb, Object.fromEntries(args.map((name, position) => [String(position), name]))];
}

/**
 * Return the arguments of an event or refusal with seat numbers replaced by players' names.
 * @param {Arguments} facts
 * @param {string[]} names
 * @returns {Arguments}
 */
function withNames(facts, names) {
  /** @type {Arguments} */
  const found = { seat: null, ...facts };
  for (const key of SEATS) {
    const seat = found[key];
    if (typeof seat === "number") found[key] = new Ready(String(names[seat]));
  }
  return found;
}
