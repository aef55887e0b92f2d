/** The forms of a catalogue of words, as `engine/texts.py` describes them, and how their places are filled. */

/** @typedef {string | { [key: string]: Form }} Form */
/** @typedef {{ [name: string]: unknown }} Arguments */

const NUMERAL = /^[+-]?\p{Nd}+$/u;
const DIGITS = /^\p{Nd}+$/u;
const PLACE = /\{\{|\}\}|\{([^{}:]*)(?::([^{}]*))?\}|[{}]/g;
const MINUS = "\u2212";
const SIGNED = "+";
const BOUND = "-";
const COMPOUND = "-";
const LISTED_COMPOUND = "-,";
const JOINED = "+";

/** A word or sentence that is not there. */
export class TextError extends Error {}

/** A form needs an argument that its reader may not see. */
class HiddenError extends Error {}

/** Words that are said as they are, such as a player's name. */
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
   * @param {string} where  what an error says the catalogue is called
   * @param {(value: string) => string} [unknown]  says a text that "names" does not know
   */
  constructor(catalogue, where, unknown) {
    this.catalogue = catalogue;
    this.where = where;
    this.unknown = unknown;
  }

  /**
   * The part of the catalogue under these keys.
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
   * The words of a form with its places filled.
   * @param {Form} form
   * @param {Arguments} args
   * @param {string} where
   * @param {boolean} [toYou]
   */
  say(form, args, where, toYou = false) {
    try {
      return this.chosen(form, args, where, toYou);
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
  chosen(form, args, where, toYou) {
    if (typeof form === "string") return this.filled(form, args, where);
    if (has(form, "they")) return this.told(form, args, where, toYou);
    const cases = this.cases(form, args, where);
    for (const each of cases) {
      if (has(form, each)) return this.chosen(/** @type {Form} */ (form[each]), args, `${where}.${each}`, toYou);
    }
    throw new TextError(`${this.where}: ${where} has no form for '${cases[0]}'`);
  }

  /**
   * The cases that a form which chooses may choose, the most special first.
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
   * The first form for this reader that needs nothing he may not see.
   * @param {{ [key: string]: Form }} form
   * @param {Arguments} args
   * @param {string} where
   * @param {boolean} toYou
   */
  told(form, args, where, toYou) {
    const order = toYou ? ["you", "you-hidden", "they", "hidden"] : ["they", "hidden"];
    /** @type {unknown} */
    let hidden = null;
    for (const person of order) {
      if (!has(form, person)) continue;
      try {
        return this.chosen(/** @type {Form} */ (form[person]), args, `${where}.${person}`, toYou);
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
  filled(sentence, args, where) {
    return replaced(sentence, (place, style) => this.words(argument(args, place, where), style));
  }

  /**
   * An argument in words.
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
    if (Array.isArray(value)) return this.listed(value.map((each) => this.item(each)));
    return String(value).replaceAll("-", MINUS);
  }

  /**
   * An argument in words, as one of a list.
   * @param {unknown} value
   */
  item(value) {
    const isListed = typeof value === "string" && has(this.entry("names"), LISTED_COMPOUND);
    return isListed ? this.name(value, LISTED_COMPOUND) : this.words(value, "");
  }

  /**
   * The name of a piece: its own, or put together of its parts.
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
      return replaced(String(this.entry("names", compound)), (place) => String(bound[Number(place)]));
    }
    if (this.unknown) return this.unknown(value);
    throw new TextError(`${this.where}: 'names' has no '${value}'`);
  }

  /**
   * A name as it sounds within a longer one.
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
    const found = this.countCases(value).find((each) => has(forms, each));
    if (found === undefined) throw new TextError(`${this.where}: nouns.${noun} has no 'other'`);
    const number = String(count(value)).replaceAll("-", MINUS);
    return replaced(String(forms[found]), () => number);
  }

  /**
   * The cases that fit a number, the most special first.
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
   * Parts as a list in words: "a, b and c".
   * @param {string[]} parts
   */
  listed(parts) {
    const last = parts.at(-1);
    if (last === undefined) return String(this.entry("lists", "none"));
    if (parts.length === 1) return last;
    return parts.slice(0, -1).join(this.entry("lists", "middle")) + this.entry("lists", "last") + last;
  }
}

/**
 * A sentence with each of its places replaced; doubled braces are braces.
 * @param {string} sentence
 * @param {(place: string, style: string) => string} fill
 */
function replaced(sentence, fill) {
  return sentence.replace(PLACE, (found, place, style) => {
    if (found === "{{" || found === "}}") return found.charAt(0);
    if (place === undefined) throw new TextError(`a single '${found}' stands in: ${sentence}`);
    return fill(place, style ?? "");
  });
}

/**
 * An argument that is given and may be seen.
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
 * A number, or how many there are in a list.
 * @param {unknown} value
 */
function count(value) {
  return typeof value === "number" ? value : /** @type {{ length: number }} */ (value).length;
}

/**
 * Whether an object has a key of its own.
 * @param {any} of
 * @param {string} key
 */
export function has(of, key) {
  return typeof of === "object" && of !== null && Object.hasOwn(of, key);
}
