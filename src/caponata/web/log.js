/** The log of a table: its events as sentences. */

/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").Texts} Texts */
/** @typedef {{ n: number, text: string, rule: string | null, seat: number | null, isStruck: boolean, count: number }} LogLine */

const MAX_EVENTS = 2000;

/**
 * Append the events of a message. Events before a gap are dropped, because the log would be misleading.
 * @param {Event[]} known
 * @param {{ events: Event[], missed?: number }} state
 * @returns {Event[]}
 */
export function mergeEvents(known, { events, missed = 0 }) {
  const current = missed > 0 ? [] : known;
  const last = current.at(-1)?.n ?? 0;
  return [...current, ...events.filter((event) => event.n > last)].slice(-MAX_EVENTS);
}

/**
 * Lines of the log: equal sentences in a row become one line, and cancelled ones are struck through.
 * @param {Event[]} events
 * @param {Texts} texts
 * @param {string[]} names
 * @param {number | null} viewer
 * @returns {LogLine[]}
 */
export function logLines(events, texts, names, viewer) {
  const cancelled = new Set(events.flatMap((event) => event.takes_back ?? []));
  /** @type {LogLine[]} */
  const lines = [];
  for (const event of events) {
    const { text, rule } = texts.event(event, names, viewer);
    const isStruck = cancelled.has(event.n);
    const last = lines.at(-1);
    if (last && last.text === text && last.isStruck === isStruck) {
      last.count += 1;
      last.n = event.n;
    } else {
      lines.push({ n: event.n, text, rule, seat: event.seat ?? null, isStruck, count: 1 });
    }
  }
  return lines;
}

/**
 * Events without those that were taken back.
 * @template {{ n: number, takes_back?: number[] }} E
 * @param {E[]} events
 */
export function validEvents(events) {
  const cancelled = new Set(events.flatMap((event) => event.takes_back ?? []));
  return cancelled.size ? events.filter((event) => !cancelled.has(event.n)) : events;
}

/**
 * Events from the last choice of a seat on; for a spectator, from the last choice of any seat on.
 * @template {{ event: string, seat?: number | null }} E
 * @param {E[]} events
 * @param {string[]} choices  the events that are choices
 * @param {number | null} you
 */
export function eventsSinceChoice(events, choices, you) {
  const last = events.findLastIndex((event) => choices.includes(event.event) && (you === null || event.seat === you));
  return events.slice(Math.max(0, last));
}
