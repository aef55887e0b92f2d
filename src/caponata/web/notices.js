/** Short notices at the foot of the page, and announcements for screen readers. */

import { signal } from "@preact/signals";

/** @typedef {{ id: number, text: string, rule: string | null, kind: "plain" | "refused" }} Notice */

const NOTICE_DURATION = 6000;
const MAX_ANNOUNCED = 6;

/** @type {import("@preact/signals").Signal<Notice[]>} */
export const notices = signal([]);

/** Current text of the live region. The number makes screen readers repeat an identical text. */
export const announcement = signal({ number: 0, text: "" });

let count = 0;

/**
 * Show a sentence for some seconds.
 * @param {string} text
 * @param {{ rule?: string | null, kind?: "plain" | "refused" }} [details]
 */
export function notice(text, { rule = null, kind = "plain" } = {}) {
  const id = ++count;
  notices.value = [...notices.value.filter((other) => other.text !== text).slice(-1), { id, text, rule, kind }];
  setTimeout(() => dismiss(id), NOTICE_DURATION);
}

/** @param {number} id */
export function dismiss(id) {
  notices.value = notices.value.filter((other) => other.id !== id);
}

/**
 * Show an error as a notice.
 * @param {unknown} error
 */
export function showError(error) {
  notice(error instanceof Error ? error.message : String(error), { kind: "refused" });
}

/**
 * Announce sentences to screen readers.
 * @param {string[]} sentences
 */
export function announce(sentences) {
  announcement.value = { number: announcement.peek().number + 1, text: sentences.slice(-MAX_ANNOUNCED).join(" ") };
}
