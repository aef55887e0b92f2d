/** The words of the page and of the games, in the language a person chose. */

import { signal } from "@preact/signals";
import { Texts, words } from "./texts.js";
import { choose, settings } from "./settings.js";

/** @typedef {import("./types.js").Words} Words */

/** @type {import("@preact/signals").Signal<Words | null>} */
const spoken = signal(null);

/** What makes an entry a form that chooses, as `engine/texts.py` has them. */
const FORMS = ["count", "by", "they"];

/** @type {Map<string, Promise<Texts>>} */
const catalogues = new Map();

/**
 * A sentence of the page by its dotted key.
 * @param {string} key
 * @param {Record<string, unknown>} [args]
 * @returns {string}
 */
function speak(key, args = {}) {
  return spoken.value === null ? "" : spoken.value(key, args);
}

/** @type {Words} */
export const say = Object.assign(speak, { has: (/** @type {string} */ key) => spoken.value?.has(key) ?? false });

/**
 * What a refusal or error means, in the reader's language where there is a sentence for its code.
 * @param {import("./types.js").WireError} error
 */
export function sayError(error) {
  const key = `error.${error.code}`;
  return say.has(key) ? say(key, error.facts ?? {}) : error.sentence;
}

/**
 * The name of a bot's level.
 * @param {string | null} level
 */
export function sayLevel(level) {
  const key = `level.${level}`;
  return say.has(key) ? say(key) : String(level ?? "");
}

/** The language of the page's words. */
let learnt = "";

/**
 * Learn the page's words in the chosen language; English where some are missing. Where they cannot be had, what was
 * spoken before is chosen again.
 */
export async function learn() {
  const { language } = settings.peek();
  if (language === learnt) return;
  const wanted = [...new Set(["en", language])];
  const [english, own = english] = await Promise.all(wanted.map((each) => fetched(`/web/texts/${each}.json`)));
  if (language !== settings.peek().language) return; // another one was chosen meanwhile
  const found = own && english ? filled(own, english) : (own ?? (learnt ? null : english));
  if (found) {
    learnt = language;
    spoken.value = words(found);
  } else {
    if (learnt) choose({ language: learnt });
    throw new Error(say("error.unreachable"));
  }
}

/**
 * A catalogue with what it misses taken from another one; a form is never mixed.
 * @param {any} own
 * @param {any} other
 * @returns {any}
 */
function filled(own, other) {
  const isSection = [own, other].every((each) => typeof each === "object" && each !== null && !FORMS.some((form) => form in each));
  if (!isSection || Array.isArray(own)) return own ?? other;
  const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return Object.fromEntries(keys.map((key) => [key, key in own ? filled(own[key], other[key]) : other[key]]));
}

/** A number of points, with a minus as it is printed. @param {number} points */
export const minus = (points) => String(points).replace("-", "−");

/**
 * A game's words in the chosen language; English where they are missing.
 * @param {string} game
 * @returns {Promise<Texts>}
 */
export function gameTexts(game) {
  const { language } = settings.value;
  const key = `${game}/${language}`;
  const known = catalogues.get(key) ?? readTexts(game, language);
  catalogues.set(key, known);
  known.catch(() => catalogues.delete(key));
  return known;
}

/**
 * @param {string} game
 * @param {string} language
 */
async function readTexts(game, language) {
  const own = await fetched(`/api/games/${game}/texts/${language}`);
  if (own) return new Texts(own, language);
  const english = await fetched(`/api/games/${game}/texts/en`);
  if (english) return new Texts(english, "en");
  throw new Error(say("error.unreachable"));
}

/** @param {string} address */
async function fetched(address) {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
