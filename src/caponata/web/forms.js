/** The forms of a text catalogue, as described in `engine/texts.py`, and how their placeholders are filled. */

/** @typedef {string | { [key: string]: Form }} Form */
/** @typedef {{ [name: string]: unknown }} Arguments */

const NUMERAL = /^[+-]?\p{Nd}+$/u;
const DIGITS = /^\p{Nd}+$/u;
const PLACEHOLDER = /\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}|[{}]/g;
const MINUS = "\u2212";
const SIGNED = "+";
const BOUND = "-";
const COMPOUND = "-";
const LISTED_COMPOUND = "-,";
const JOINED = "+";

/** A missing or malformed text. */
export class TextError extends Error {}

/** A form needs an argument that is hidden from its reader. */
class HiddenError extends Error {}

/** Text that is used verbatim, such as a player's name. */
export class Ready {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }
}

/** The forms of one catalogue. */
export class Forms {
  /**
   * @param {unknown} catalogue
   * @param {string} where  name of the catalogue in error messages
   * @param {(value: string) => string} [unknown]  turns a text that "names" does not contain into words
   */
  constructor(catalogue, where, unknown) {
    this.catalogue = catalogue;
    this.where = where;
    this.unknown = unknown;
  }

  /**
   * Return the part of the catalogue under these keys.
   * @param {string[]} keys
   * @returns {any}
   */
  entry(...keys) {
    /** @type {any} */
    let found = this.catalogue;
    keys.forEach((key, depth) => {
      if (!has(found, key)) {
        const under = keys.slice(0, depth).join(".") || "the catalogue";
        throw new TextError(`${this.where}: ${under} has no '${key}'`);
      }
      found = found[key];
    });
    return found;
  }

  /**
   * Return a form with its placeholders filled.
   * @param {Form} form
   * @param {Arguments} args
   * @param {string} where
   * @param {boolean} [toYou]
   */
  say(form, args, where, toYou = false) {
    try {
      return this.select(form, args, where, toYou);
    } catch (error) {
      if (!(error instanceof HiddenError)) throw error;
      const missing = `needs a 'hidden' form for when ${error.message} is not seen`;
      throw new TextError(`${this.where}: ${where} ${missing}`);
    }
  }

  /**
   * @param {Form} form
   * @param {Arguments} args
   * @param {string} where
   * @param {boolean} toYou
   * @returns {string}
   */
  select(form, args, where, toYou) {
    if (typeof form === "string") return this.fill(form, args, where);
    if (has(form, "they")) return this.selectForReader(form, args, where, toYou);
    const cases = this.cases(form, args, where);
    for (const name of cases) {
      if (has(form, name)) return this.select(/** @type {Form} */ (form[name]), args, `${where}.${name}`, toYou);
    }
    throw new TextError(`${this.where}: ${where} has no form for '${cases[0]}'`);
  }

  /**
   * Cases of a form with variants that match the arguments, the most specific first.
   * @param {{ [key: string]: Form }} form
   * @param {Arguments} args
   * @param {string} where
   * @returns {string[]}
   */
  cases(form, args, where) {
    if (has(form, "count")) return this.countCases(argument(args, String(form["count"]), where));
    if (!has(form, "by")) {
      throw new TextError(`${this.where}: ${where} is no form: it has none of 'they', 'count' and 'by'`);
    }
    const given = argument(args, String(form["by"]), where);
    const value = given instanceof Ready ? given.text : String(given);
    return [value, value.split("-", 1)[0] ?? ""];
  }

  /**
   * Return the first form for this reader that needs no hidden argument.
   * @param {{ [key: string]: Form }} form
   * @param {Arguments} args
   * @param {string} where
   * @param {boolean} toYou
   */
  selectForReader(form, args, where, toYou) {
    const order = toYou ? ["you", "you-hidden", "they", "hidden"] : ["they", "hidden"];
    /** @type {unknown} */
    let hidden = null;
    for (const person of order) {
      if (!has(form, person)) continue;
      try {
        return this.select(/** @type {Form} */ (form[person]), args, `${where}.${person}`, toYou);
      } catch (error) {
        if (!(error instanceof HiddenError)) throw error;
        hidden = error;
      }
    }
    throw hidden;
  }

  /**
   * @param {string} sentence
   * @param {Arguments} args
   * @param {string} where
   */
  fill(sentence, args, where) {
    return replacePlaceholders(sentence, (place, style) => this.words(argument(args, place, where), style));
  }

  /**
   * Return an argument in words.
   * @param {unknown} value
   * @param {string} style
   * @returns {string}
   */
  words(value, style) {
    if (style === SIGNED) return signed(Number(value));
    if (style === BOUND) return this.bound(String(value));
    if (style) return this.counted(value, style);
    if (value instanceof Ready) return value.text;
    if (typeof value === "string" && value.indexOf(JOINED) > 0) return this.words(value.split(JOINED), "");
    if (typeof value === "string") return this.name(value);
    if (Array.isArray(value)) return this.join(value.map((item) => this.item(item)));
    return String(value).replaceAll("-", MINUS);
  }

  /**
   * Return an argument in words as an item of a list.
   * @param {unknown} value
   */
  item(value) {
    const isListed = typeof value === "string" && has(this.entry("names"), LISTED_COMPOUND);
    return isListed ? this.name(value, LISTED_COMPOUND) : this.words(value, "");
  }

  /**
   * Name of a piece: its own, or composed of the names of its parts.
   * @param {string} value
   * @param {string} [compound]
   * @returns {string}
   */
  name(value, compound = COMPOUND) {
    const names = this.entry("names");
    if (has(names, value)) return String(names[value]);
    if (NUMERAL.test(value)) return value.replaceAll("-", MINUS);
    const parts = value.split("-");
    if (parts.length > 1 && parts.every((part) => has(names, part) || DIGITS.test(part))) {
      const bound = parts.map((part) => this.bound(part));
      return replacePlaceholders(String(this.entry("names", compound)), (place) => String(bound[Number(place)]));
    }
    if (this.unknown) return this.unknown(value);
    throw new TextError(`${this.where}: 'names' has no '${value}'`);
  }

  /**
   * Form of a name inside a compound name.
   * @param {string} part
   * @returns {string}
   */
  bound(part) {
    const names = this.entry("names");
    if (has(names, part + BOUND)) return String(names[part + BOUND]);
    return has(names, part) ? String(names[part]) : part;
  }

  /**
   * A number with its noun: "1 card", "3 cards".
   * @param {unknown} value
   * @param {string} noun
   */
  counted(value, noun) {
    const forms = this.entry("nouns", noun);
    const found = this.countCases(value).find((name) => has(forms, name));
    if (found === undefined) throw new TextError(`${this.where}: nouns.${noun} has no 'other'`);
    const number = String(count(value)).replaceAll("-", MINUS);
    return replacePlaceholders(String(forms[found]), () => number);
  }

  /**
   * Cases that match a number, the most specific first.
   * @param {unknown} value
   * @returns {string[]}
   */
  countCases(value) {
    const number = count(value);
    const plurals = Object.entries(/** @type {{ [name: string]: number[] }} */ (this.entry("plurals")));
    const fitting = plurals.filter(([, numbers]) => numbers.includes(number)).map(([name]) => name);
    return [String(number), ...fitting, "other"];
  }

  /**
   * Join parts to a list in words: "a, b and c".
   * @param {string[]} parts
   */
  join(parts) {
    const last = parts.at(-1);
    if (last === undefined) return String(this.entry("lists", "none"));
    if (parts.length === 1) return last;
    return parts.slice(0, -1).join(this.entry("lists", "middle")) + this.entry("lists", "last") + last;
  }
}

/**
 * Replace the placeholders of a sentence; doubled braces stand for braces.
 * @param {string} sentence
 * @param {(name: string, style: string) => string} fill
 */
function replacePlaceholders(sentence, fill) {
  return sentence.replace(PLACEHOLDER, (found, place, style) => {
    if (found === "{{" || found === "}}") return found.charAt(0);
    if (place === undefined) throw new TextError(`a single '${found}' stands in: ${sentence}`);
    return fill(place, style ?? "");
  });
}

/**
 * Return an argument; throw if it is missing or hidden.
 * @param {Arguments} args
 * @param {string} name
 * @param {string} where
 */
function argument(args, name, where) {
  if (!has(args, name)) {
    const given = Object.keys(args).join(", ") || "nothing";
    throw new TextError(`${where} asks for '${name}', but there is only ${given}`);
  }
  const value = args[name];
  if (value === null || value === undefined) throw new HiddenError(name);
  return value;
}

/** @param {number} value */
function signed(value) {
  return value < 0 ? MINUS + String(-value) : `+${value}`;
}

/**
 * A number, or the length of a list.
 * @param {unknown} value
 */
function count(value) {
  return typeof value === "number" ? value : /** @type {{ length: number }} */ (value).length;
}

/**
 * Return whether an object has an own key.
 * @param {any} object
 * @param {string} key
 */
export function has(object, key) {
  return typeof object === "object" && object !== null && Object.hasOwn(object, key);
}
