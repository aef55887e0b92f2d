/** The texts of the page and of the games in the chosen language. */

import { signal } from "@preact/signals";
import { fileAddress } from "./files.js";
import { Texts, words } from "./texts.js";
import { changeSettings, settings } from "./settings.js";

/** @typedef {import("./types.js").Words} Words */

/** @type {import("@preact/signals").Signal<Words | null>} */
const currentWords = signal(null);

/** Keys that make an object of a catalogue a form with variants; see `texts/forms.py`. */
const VARIANT_KEYS = ["count", "by", "they"];

/** @type {Map<string, Promise<Texts>>} */
const catalogues = new Map();

/**
 * Text of the page by its dotted key.
 * @param {string} key
 * @param {Record<string, unknown>} [args]
 * @returns {string}
 */
function translate(key, args = {}) {
  return currentWords.value === null ? "" : currentWords.value(key, args);
}

/** @type {Words} */
export const say = Object.assign(translate, { has: (/** @type {string} */ key) => currentWords.value?.has(key) ?? false });

/**
 * Message of an error: translated if there is a text for its code, otherwise the server's own sentence.
 * @param {import("./types.js").WireError} error
 */
export function sayError(error) {
  const key = `error.${error.code}`;
  return say.has(key) ? say(key, error.facts ?? {}) : error.sentence;
}

/**
 * Name of a bot level.
 * @param {string | null} level
 */
export function sayLevel(level) {
  const key = `level.${level}`;
  return say.has(key) ? say(key) : String(level ?? "");
}

/** Language of the loaded texts. */
let loadedLanguage = "";

/**
 * Load the page's texts in the chosen language; missing ones are English. If they cannot be loaded, the previous
 * language is restored.
 */
export async function loadWords() {
  const { language } = settings.peek();
  if (language === loadedLanguage) return;
  const languages = [...new Set(["en", language])];
  const [english, own = english] = await Promise.all(languages.map((name) => fetchJson(fileAddress(`/web/texts/${name}.json`))));
  if (language !== settings.peek().language) return; // another language was chosen meanwhile
  const catalogue = own && english ? fillGaps(own, english) : (own ?? (loadedLanguage ? null : english));
  if (catalogue) {
    loadedLanguage = language;
    currentWords.value = words(catalogue, own ? language : "en");
  } else {
    if (loadedLanguage) changeSettings({ language: loadedLanguage });
    throw new Error(say("error.unreachable"));
  }
}

/**
 * Fill the gaps of a catalogue from another one. Forms with variants are never mixed.
 * @param {any} own
 * @param {any} other
 * @returns {any}
 */
function fillGaps(own, other) {
  const isSection = [own, other].every((part) => typeof part === "object" && part !== null && !VARIANT_KEYS.some((key) => key in part));
  if (!isSection || Array.isArray(own)) return own ?? other;
  const keys = [...new Set([...Object.keys(own), ...Object.keys(other)])];
  return Object.fromEntries(keys.map((key) => [key, key in own ? fillGaps(own[key], other[key]) : other[key]]));
}

/**
 * Texts of a game in the chosen language, or in English if they are missing.
 * @param {string} game
 * @returns {Promise<Texts>}
 */
export function gameTexts(game) {
  const { language } = settings.value;
  const key = `${game}/${language}`;
  const texts = catalogues.get(key) ?? readTexts(game, language);
  catalogues.set(key, texts);
  texts.catch(() => catalogues.delete(key));
  return texts;
}

/**
 * @param {string} game
 * @param {string} language
 */
async function readTexts(game, language) {
  const own = await fetchJson(`/api/games/${game}/texts/${language}`);
  if (own) return new Texts(own, language);
  const english = await fetchJson(`/api/games/${game}/texts/en`);
  if (english) return new Texts(english, "en");
  throw new Error(say("error.unreachable"));
}

/** @param {string} address */
async function fetchJson(address) {
  try {
    const response = await fetch(address);
    return response.ok ? await response.json() : null;
  } catch {
    return null;
  }
}
