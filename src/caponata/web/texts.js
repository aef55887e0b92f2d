/**
 * Sentences in one language: a port of `engine/texts.py`, which describes the forms of a catalogue.
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
export class Texts {
  /** @type {Forms} */
  #forms;

  /** @type {Forms} */
  #phrases;

  /**
   * @param {unknown} catalogue  the game's `texts/<language>.json`
   * @param {string} language
   */
  constructor(catalogue, language) {
    this.language = language;
    this.#forms = new Forms(catalogue, `texts/${language}.json`);
    this.#phrases = new Forms(catalogue, `texts/${language}.json`, (value) => value);
  }

  /** The name of the game. */
  get title() {
    return String(this.#forms.entry("title"));
  }

  /** The game in one sentence. */
  get blurb() {
    return String(this.#forms.entry("blurb"));
  }

  /** Approximate duration of a game. */
  get minutes() {
    return Number(this.#forms.entry("minutes"));
  }

  /**
   * A term of the game, such as the name of a profession or of a place on the table.
   * @param {string} key
   */
  term(key) {
    return String(this.#forms.entry("terms", key));
  }

  /**
   * Label, explanation and rule of an option.
   * @param {string} name
   * @returns {Option}
   */
  option(name) {
    const { text, rule } = this.#explained("options", name, {});
    return { label: String(this.#forms.entry("options", name, "label")), explain: text, rule: String(rule) };
  }

  /**
   * Description of one value of an option.
   * @param {string} option
   * @param {string | number | boolean} value  true is stored as "yes"
   */
  choice(option, value) {
    const word = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    return String(this.#forms.entry("options", option, "choices", word));
  }

  /**
   * Name of a card, colour or other piece in this language: `green-2` is "green 2".
   * @param {string} value
   */
  name(value) {
    return this.#forms.name(value);
  }

  /**
   * Instruction for a seat; `actingNames` are the players it waits for.
   * @param {string} key
   * @param {string[]} [actingNames]
   */
  prompt(key, actingNames = []) {
    const acting = actingNames.map((name) => new Ready(name));
    return this.#forms.say(this.#forms.entry("prompts", key), { acting }, `prompts.${key}`);
  }

  /**
   * Sentence of the log for an event, as one viewer sees it. A spectator is -1 or null.
   * @param {GameEvent} event
   * @param {string[]} names
   * @param {number | null} viewer
   * @returns {Sentence}
   */
  event(event, names, viewer) {
    const key = event.event;
    const toYou = viewer !== null && viewer !== SPECTATOR && event.seat === viewer;
    const text = this.#forms.say(this.#forms.entry("events", key), withNames(event, names), `events.${key}`, toYou);
    return { text, rule: event.rule ?? null };
  }

  /**
   * Explanation of why a move is not allowed, with its rule.
   * @param {Refusal} refusal
   * @param {string[]} names
   */
  refusal({ rule, reason, facts }, names) {
    const form = this.#forms.entry("refusals", reason);
    return `${this.#forms.say(form, withNames(facts, names), `refusals.${reason}`)} [${rule}]`;
  }

  /**
   * Short label of a move, as on a button.
   * @param {string} text  the move's text: `capital blue-4`
   */
  move(text) {
    const [verb, args] = parseMove(text);
    return this.#forms.say(this.#forms.entry("moves", verb, "label"), args, `moves.${verb}.label`);
  }

  /**
   * Explanation of a move, with its rule.
   * @param {string} text  the move's text
   * @returns {Sentence}
   */
  explain(text) {
    const [verb, args] = parseMove(text);
    return this.#explained("moves", verb, args);
  }

  /**
   * Reason of one score line; its points are shown beside it.
   * @param {ScoreLine} line
   * @returns {Sentence}
   */
  scoreLine({ rule, reason, points }) {
    return { text: this.#forms.say(this.#forms.entry("scores", reason), { points }, `scores.${reason}`), rule };
  }

  /**
   * How the game ended and who won, with the rule that decided.
   * @param {Outcome} outcome
   * @param {string[]} names
   * @returns {Sentence}
   */
  outcome({ rule, decided_by, scores, places }, names) {
    const best = places.flatMap((place, seat) => (place === 0 ? [seat] : []));
    const winners = best.map((seat) => new Ready(String(names[seat])));
    const args = { winners, points: scores[Number(best[0])] };
    const ending = this.#forms.say(this.#forms.entry("endings", rule), args, `endings.${rule}`);
    const decision = this.#forms.say(this.#forms.entry("outcomes", decided_by), args, `outcomes.${decided_by}`);
    return { text: `${ending} ${decision}`, rule: decided_by };
  }

  /**
   * Text under any dotted key, such as `board.deck`. A string argument is the name of a piece; one that names no
   * piece is used verbatim, as are a `Ready` and the argument `seat`, which is a player's name.
   * @param {string} key
   * @param {Arguments} [args]
   */
  phrase(key, args = {}) {
    const { seat } = args;
    const given = typeof seat === "string" ? { ...args, seat: new Ready(seat) } : args;
    return this.#phrases.say(this.#phrases.entry(...key.split(".")), given, key);
  }

  /**
   * @param {string} section
   * @param {string} key
   * @param {Arguments} args
   * @returns {Sentence}
   */
  #explained(section, key, args) {
    const where = `${section}.${key}`;
    const text = this.#forms.say(this.#forms.entry(section, key, "explain"), args, `${where}.explain`);
    const rule = this.#forms.say(this.#forms.entry(section, key, "rule"), args, `${where}.rule`);
    return { text, rule };
  }
}

/**
 * The page's own texts by dotted key. String arguments are used verbatim.
 * @param {unknown} catalogue  `web/texts/<language>.json`
 * @returns {Words}
 */
export function words(catalogue) {
  const forms = new Forms(catalogue, "web/texts", (value) => value);
  /** @param {string} key */
  const isKnown = (key) => {
    /** @type {any} */
    let found = catalogue;
    return key.split(".").every((part) => has(found, part) && ((found = found[part]), true));
  };
  /** @param {string} key @param {Arguments} [args] */
  const say = (key, args = {}) => forms.say(forms.entry(...key.split(".")), asReady(args), key);
  return Object.assign(say, { has: isKnown });
}

/**
 * @param {Arguments} args
 * @returns {Arguments}
 */
function asReady(args) {
  /** @param {unknown} value @returns {unknown} */
  const convert = (value) => (typeof value === "string" ? new Ready(value) : Array.isArray(value) ? value.map(convert) : value);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, convert(value)]));
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
