/** The colour words of Color Confusion: in the reader's language, as in the box, or in a foreign language. */

import { useEffect, useState } from "preact/hooks";
import { read, settings } from "/web/kit.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Goal} Goal */

/** Foreign language used for readers of each language. @type {Record<string, string>} */
const FOREIGN = { en: "de", nl: "fr", fr: "nl", de: "en" };

/** @type {Map<string, Promise<Record<string, string>>>} */
const names = new Map();

/**
 * Names of the colours in a language.
 * @param {string} language
 */
function namesIn(language) {
  const known = names.get(language) ?? read(`/games/capio/texts/${language}`).then((texts) => /** @type {{ names: Record<string, string> }} */ (texts).names);
  names.set(language, known);
  return known;
}

/**
 * Return a function that gives the word for a colour on this card.
 * @param {Scene} scene
 * @param {Goal} goal
 * @returns {(colour: string) => string}
 */
export function useColourWords({ view, texts }, goal) {
  const own = settings.value.language;
  const way = view.options.colour_words;
  const language = way === "box" ? (goal.language ?? own) : way === "foreign" ? (FOREIGN[own] ?? "fr") : own;
  const [found, setFound] = useState(/** @type {Record<string, string>} */ ({}));
  const isForeign = goal.kind === "confusion" && language !== own;
  useEffect(() => {
    if (isForeign) void namesIn(language).then(setFound, () => setFound({}));
  }, [language, isForeign]);
  return (colour) => (isForeign ? (found[colour] ?? "…") : texts.name(colour));
}
