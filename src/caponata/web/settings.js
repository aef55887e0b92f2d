/** The settings of this device: language, sound, motion, colours. */

import { computed, effect, signal } from "@preact/signals";
import { save, stored } from "./storage.js";

/** @typedef {import("./types.js").Settings} Settings */

/** Languages of the page, each with its own name for itself. @type {Record<string, string>} */
export const LANGUAGES = { en: "English", nl: "Nederlands", fr: "Français", de: "Deutsch" };
const STORAGE_KEY = "caponata.settings";

/** @returns {string} the first of the browser's languages that the page supports */
function browserLanguage() {
  const preferred = navigator.languages.map((language) => language.slice(0, 2));
  return preferred.find((language) => language in LANGUAGES) ?? "en";
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

/** Whether the system matches a media query. @param {string} query */
function systemSetting(query) {
  const list = matchMedia(query);
  const matches = signal(list.matches);
  list.addEventListener("change", () => (matches.value = list.matches));
  return matches;
}

const systemReducesMotion = systemSetting("(prefers-reduced-motion: reduce)");
const systemRaisesContrast = systemSetting("(prefers-contrast: more)");

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
  page.toggleAttribute("data-contrast", contrast || systemRaisesContrast.value);
  page.lang = language;
});
