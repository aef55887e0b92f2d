/** The settings of this device: language, sound, motion, colours. */

import { computed, effect, signal } from "@preact/signals";
import { save, stored } from "./storage.js";

/** @typedef {import("./types.js").Settings} Settings */

export const LANGUAGES = ["en", "nl", "fr", "de"];
const STORAGE_KEY = "caponata.settings";

/** @returns {string} the first of the browser's languages that the page supports */
function browserLanguage() {
  const preferred = navigator.languages.map((language) => language.slice(0, 2));
  return preferred.find((language) => LANGUAGES.includes(language)) ?? "en";
}

/** @type {Settings} */
const DEFAULTS = {
  language: browserLanguage(),
  sound: false,
  buzz: false,
  motion: "system",
  colours: "system",
  patterns: false,
  contrast: false,
  botSpeed: "normal",
};

/** @type {import("@preact/signals").Signal<Settings>} */
export const settings = signal({ ...DEFAULTS, ...stored(STORAGE_KEY, {}) });

const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
const systemReducesMotion = signal(reducedMotion.matches);
reducedMotion.addEventListener("change", () => (systemReducesMotion.value = reducedMotion.matches));

/** Whether animations are enabled. */
export const motion = computed(() => {
  const chosen = settings.value.motion;
  return chosen === "system" ? !systemReducesMotion.value : chosen === "full";
});

/**
 * Change some settings and store them on this device.
 * @param {Partial<Settings>} change
 */
export function changeSettings(change) {
  settings.value = { ...settings.value, ...stored(STORAGE_KEY, {}), ...change };
  save(STORAGE_KEY, settings.value);
}

// Another tab has changed the settings.
addEventListener("storage", ({ key }) => {
  if (key === STORAGE_KEY) settings.value = { ...settings.value, ...stored(STORAGE_KEY, {}) };
});

effect(() => {
  const { colours, patterns, contrast, language } = settings.value;
  const page = document.documentElement;
  page.dataset["colours"] = colours;
  page.dataset["motion"] = motion.value ? "full" : "reduced";
  page.toggleAttribute("data-patterns", patterns);
  page.toggleAttribute("data-contrast", contrast);
  page.lang = language;
});
