/**
 * Sentences in one language: a port of `engine/texts.py`, which describes the forms of a catalogue.
 * A test plays whole games and compares every sentence with Python's.
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

/** The words of one game in one language. */
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

  /** How long a game takes, more or less. */
  get minutes() {
    return Number(this.#forms.entry("minutes"));
  }

  /**
   * A word of the game, such as the name of a profession or a place on the table.
   * @param {string} key
   */
  term(key) {
    return String(this.#forms.entry("terms", key));
  }

  /**
   * What an option of the game decides.
   * @param {string} name
   * @returns {Option}
   */
  option(name) {
    const { text, rule } = this.#explained("options", name, {});
    return { label: String(this.#forms.entry("options", name, "label")), explain: text, rule: String(rule) };
  }

  /**
   * What one value of an option means.
   * @param {string} option
   * @param {string | number | boolean} value  true is "yes" among the choices
   */
  choice(option, value) {
    const word = typeof value === "boolean" ? (value ? "yes" : "no") : String(value);
    return String(this.#forms.entry("options", option, "choices", word));
  }

  /**
   * A card, colour or other piece by its name in this language: `green-2` is "green 2".
   * @param {string} value
   */
  name(value) {
    return this.#forms.name(value);
  }

  /**
   * What a seat is to do now; `actingNames` are the players it waits for.
   * @param {string} key
   * @param {string[]} [actingNames]
   */
  prompt(key, actingNames = []) {
    const acting = actingNames.map((name) => new Ready(name));
    return this.#forms.say(this.#forms.entry("prompts", key), { acting }, `prompts.${key}`);
  }

  /**
   * What happened, as told to a viewer: a line of the log. A spectator is -1 or null.
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
   * Why a move is not allowed, with the rule that forbids it.
   * @param {Refusal} refusal
   * @param {string[]} names
   */
  refusal({ rule, reason, facts }, names) {
    const form = this.#forms.entry("refusals", reason);
    return `${this.#forms.say(form, withNames(facts, names), `refusals.${reason}`)} [${rule}]`;
  }

  /**
   * A short label for a move, as on a button.
   * @param {string} text  the move as it is typed: `capital blue-4`
   */
  move(text) {
    const [verb, args] = spelled(text);
    return this.#forms.say(this.#forms.entry("moves", verb, "label"), args, `moves.${verb}.label`);
  }

  /**
   * What a move does, and the rule that says so.
   * @param {string} text  the move as it is typed
   * @returns {Sentence}
   */
  explain(text) {
    const [verb, args] = spelled(text);
    return this.#explained("moves", verb, args);
  }

  /**
   * What one line of a final reckoning is for; its points stand beside it.
   * @param {ScoreLine} line
   * @returns {Sentence}
   */
  scoreLine({ rule, reason, points }) {
    return { text: this.#forms.say(this.#forms.entry("scores", reason), { points }, `scores.${reason}`), rule };
  }

  /**
   * How the game ended and who won, with the rule that told the winner from the rest.
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
   * The words under any dotted key, such as `board.deck`. A text among the arguments is a piece by its name;
   * one that names no piece is said as it is, and so are a `Ready` and a player's name, which is `seat`.
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
 * The shell's own words, by dotted key. Texts among the arguments are said as they are.
 * @param {unknown} catalogue  `web/texts/<language>.json`
 * @returns {Words}
 */
export function words(catalogue) {
  const forms = new Forms(catalogue, "web/texts", (value) => value);
  /** @param {string} key */
  const known = (key) => {
    /** @type {any} */
    let found = catalogue;
    return key.split(".").every((part) => has(found, part) && ((found = found[part]), true));
  };
  /** @param {string} key @param {Arguments} [args] */
  const say = (key, args = {}) => forms.say(forms.entry(...key.split(".")), ready(args), key);
  return Object.assign(say, { has: known });
}

/**
 * @param {Arguments} args
 * @returns {Arguments}
 */
function ready(args) {
  /** @param {unknown} value @returns {unknown} */
  const one = (value) => (typeof value === "string" ? new Ready(value) : Array.isArray(value) ? value.map(one) : value);
  return Object.fromEntries(Object.entries(args).map(([name, value]) => [name, one(value)]));
}

/**
 * A move's verb, and its arguments by their place: 0, 1, ...
 * @param {string} text
 * @returns {[string, Arguments]}
 */
function spelled(text) {
  const [verb = "", ...args] = text.split(" ");
  return [verb, Object.fromEntries(args.map((name, place) => [String(place), name]))];
}

/**
 * The arguments of an event or refusal, its seats by the players' names.
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
