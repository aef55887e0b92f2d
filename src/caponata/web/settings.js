/** What a person has chosen on this device: language, sound, motion, colours. */

import { computed, effect, signal } from "@preact/signals";
import { kept, keep } from "./memory.js";

/** @typedef {import("./types.js").Settings} Settings */

export const LANGUAGES = ["en", "nl", "fr", "de"];
const PLACE = "caponata.settings";

/** @returns {string} the first language of the browser that we speak */
function ownLanguage() {
  const asked = navigator.languages.map((language) => language.slice(0, 2));
  return asked.find((language) => LANGUAGES.includes(language)) ?? "en";
}

/** @type {Settings} */
const DEFAULTS = {
  language: ownLanguage(),
  sound: false,
  buzz: false,
  motion: "system",
  colours: "system",
  patterns: false,
  contrast: false,
  botSpeed: "normal",
};

/** @type {import("@preact/signals").Signal<Settings>} */
export const settings = signal({ ...DEFAULTS, ...kept(PLACE, {}) });

const still = matchMedia("(prefers-reduced-motion: reduce)");
const systemStill = signal(still.matches);
still.addEventListener("change", () => (systemStill.value = still.matches));

/** Whether things may move. */
export const motion = computed(() => {
  const chosen = settings.value.motion;
  return chosen === "system" ? !systemStill.value : chosen === "full";
});

/**
 * Change some settings; they are kept on this device.
 * @param {Partial<Settings>} change
 */
export function choose(change) {
  settings.value = { ...settings.value, ...kept(PLACE, {}), ...change };
  keep(PLACE, settings.value);
}

// Another tab has chosen something.
addEventListener("storage", ({ key }) => {
  if (key === PLACE) settings.value = { ...settings.value, ...kept(PLACE, {}) };
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
