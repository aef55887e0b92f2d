/** The forms of a text catalogue and how they become sentences: a port of `texts/forms.py`, which describes them. */

/** @typedef {string | { [key: string]: Form }} Form */
/** @typedef {{ [name: string]: unknown }} Arguments */

/** American English has a comma before "and". @type {Record<string, string>} */
const LOCALES = { en: "en-GB" };
const THEY = ["they", "hidden"];
const YOU = ["you", "you-hidden", ...THEY];
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

/** A form cannot be filled. The message continues a sentence that begins with the name of the entry. */
class FormError extends Error {}

/** A form needs an argument that is hidden from its reader. */
class HiddenError extends FormError {}

/** Text that is used verbatim, such as a player's name. */
export class Ready {
  /** @param {string} text */
  constructor(text) {
    this.text = text;
  }

  toString() {
    return this.text;
  }
}

/** The forms of one catalogue. */
export class Forms {
  /**
   * @param {unknown} catalogue
   * @param {string} language
   * @param {string} where  name of the catalogue in error messages
   */
  constructor(catalogue, language, where) {
    this.catalogue = catalogue;
    this.language = language;
    this.where = where;
    const locale = LOCALES[language] ?? language;
    this.plurals = new Intl.PluralRules(locale);
    this.lists = new Intl.ListFormat(locale);
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
   * Fill in the form under these keys; `toYou` if the reader is the seat that it is about.
   * @param {string[]} keys
   * @param {Arguments} args
   * @param {boolean} [toYou]
   * @returns {string}
   */
  say(keys, args, toYou = false) {
    const form = this.entry(...keys);
    try {
      return this.#fill(form, args, toYou);
    } catch (error) {
      if (!(error instanceof FormError)) throw error;
      throw new TextError(`${this.where}: ${keys.join(".")} ${error.message}`);
    }
  }

  /**
   * Name of a card, colour or other piece in this language: `green-2` is "green 2".
   * @param {string} value
   * @param {string} [compound]
   * @returns {string}
   */
  name(value, compound = COMPOUND) {
    const names = this.entry("names");
    if (has(names, value)) return String(names[value]);
    if (NUMERAL.test(value)) return withMinusSign(value);
    if (!this.hasName(value)) throw new TextError(`${this.where}: 'names' has no '${value}'`);
    const parts = value.split("-").map((part) => this.#bound(part));
    return replacePlaceholders(String(this.entry("names", compound)), (place) => String(parts[Number(place)]));
  }

  /**
   * Return whether `name` knows this piece.
   * @param {string} value
   */
  hasName(value) {
    const names = this.entry("names");
    const isKnown = (/** @type {string} */ part) => has(names, part) || DIGITS.test(part);
    return has(names, value) || NUMERAL.test(value) || value.split("-").every(isKnown);
  }

  /**
   * @param {Form} form
   * @param {Arguments} args
   * @param {boolean} toYou
   * @returns {string}
   */
  #fill(form, args, toYou) {
    if (typeof form === "string") {
      return replacePlaceholders(form, (place, style) => this.#words(argument(args, place), style));
    }
    if (has(form, "they")) return this.#fillForReader(form, args, toYou);
    const cases = this.#cases(form, args);
    const found = cases.find((name) => has(form, name));
    if (found === undefined) throw new FormError(`has no form for '${cases[0]}'`);
    return this.#fill(/** @type {Form} */ (form[found]), args, toYou);
  }

  /**
   * Fill in the first form for this reader that needs no hidden argument.
   * @param {{ [key: string]: Form }} form
   * @param {Arguments} args
   * @param {boolean} toYou
   */
  #fillForReader(form, args, toYou) {
    /** @type {unknown} */
    let hidden;
    for (const person of toYou ? YOU : THEY) {
      try {
        if (has(form, person)) return this.#fill(/** @type {Form} */ (form[person]), args, toYou);
      } catch (error) {
        if (!(error instanceof HiddenError)) throw error;
        hidden = error;
      }
    }
    throw hidden;
  }

  /**
   * Cases of a form that match the arguments, the most specific first.
   * @param {{ [key: string]: Form }} form
   * @param {Arguments} args
   * @returns {string[]}
   */
  #cases(form, args) {
    if (has(form, "count")) return this.#countCases(count(argument(args, String(form["count"]))));
    if (!has(form, "by")) throw new FormError("is no form: it has none of 'they', 'count' and 'by'");
    const value = String(argument(args, String(form["by"])));
    return [value, value.split("-", 1)[0] ?? ""];
  }

  /** @param {number} number */
  #countCases(number) {
    return [String(number), this.plurals.select(number), "other"];
  }

  /**
   * Return an argument in words.
   * @param {unknown} value
   * @param {string} style
   * @returns {string}
   */
  #words(value, style) {
    if (style === SIGNED) return (Number(value) < 0 ? "" : "+") + withMinusSign(value);
    if (style === BOUND) return this.#bound(String(value));
    if (style) return this.#counted(count(value), style);
    if (value instanceof Ready) return value.text;
    if (typeof value === "string" && value.indexOf(JOINED) > 0) return this.#words(value.split(JOINED), "");
    if (typeof value === "string") return this.name(value);
    if (!Array.isArray(value)) return withMinusSign(value);
    return value.length ? this.lists.format(value.map((item) => this.#item(item))) : String(this.entry("lists", "none"));
  }

  /**
   * Return an argument in words as an item of a list.
   * @param {unknown} value
   */
  #item(value) {
    const isListed = typeof value === "string" && has(this.entry("names"), LISTED_COMPOUND);
    return isListed ? this.name(value, LISTED_COMPOUND) : this.#words(value, "");
  }

  /**
   * Form of a name inside a compound name.
   * @param {string} part
   * @returns {string}
   */
  #bound(part) {
    const names = this.entry("names");
    if (has(names, part + BOUND)) return String(names[part + BOUND]);
    return has(names, part) ? String(names[part]) : part;
  }

  /**
   * A number with its noun: "1 card", "3 cards".
   * @param {number} number
   * @param {string} noun
   */
  #counted(number, noun) {
    const forms = this.entry("nouns", noun);
    const found = this.#countCases(number).find((name) => has(forms, name));
    if (found === undefined) throw new TextError(`${this.where}: nouns.${noun} has no 'other'`);
    return replacePlaceholders(String(forms[found]), () => withMinusSign(number));
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
 */
function argument(args, name) {
  if (!has(args, name)) {
    throw new FormError(`asks for '${name}', but there is only ${Object.keys(args).join(", ") || "nothing"}`);
  }
  const value = args[name];
  if (value === null || value === undefined) throw new HiddenError(`needs a 'hidden' form for when ${name} is not seen`);
  return value;
}

/** A number with a typographic minus sign. @param {unknown} value */
export const withMinusSign = (value) => String(value).replaceAll("-", MINUS);

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
