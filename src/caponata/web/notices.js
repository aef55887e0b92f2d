/** Short notices at the foot of the page, and sentences for screen readers. */

import { signal } from "@preact/signals";

/** @typedef {{ id: number, text: string, rule: string | null, kind: "plain" | "refused" }} Notice */

const STAYS = 6000;
const SPOKEN_AT_ONCE = 6;

/** @type {import("@preact/signals").Signal<Notice[]>} */
export const notices = signal([]);

/** What the live region says now, numbered: the same sentence twice is said twice. */
export const spoken = signal({ number: 0, text: "" });

let count = 0;

/**
 * Show a sentence for a while.
 * @param {string} text
 * @param {{ rule?: string | null, kind?: "plain" | "refused" }} [more]
 */
export function notice(text, { rule = null, kind = "plain" } = {}) {
  const id = ++count;
  notices.value = [...notices.value.filter((shown) => shown.text !== text).slice(-1), { id, text, rule, kind }];
  setTimeout(() => dismiss(id), STAYS);
}

/** @param {number} id */
export function dismiss(id) {
  notices.value = notices.value.filter((shown) => shown.id !== id);
}

/**
 * Show what went wrong.
 * @param {unknown} trouble
 */
export function complain(trouble) {
  notice(trouble instanceof Error ? trouble.message : String(trouble), { kind: "refused" });
}

/**
 * Let screen readers hear some sentences.
 * @param {string[]} sentences
 */
export function speak(sentences) {
  spoken.value = { number: spoken.peek().number + 1, text: sentences.slice(-SPOKEN_AT_ONCE).join(" ") };
}
