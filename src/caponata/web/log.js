/** What happened at a table, as sentences. */

/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").Texts} Texts */
/** @typedef {{ n: number, text: string, rule: string | null, seat: number | null, struck: boolean, times: number }} Line */

const MOST_EVENTS = 2000;

/**
 * The events that are known after a message; what came before a hole is dropped, for it would tell a wrong story.
 * @param {Event[]} known
 * @param {{ events: Event[], missed?: number }} state
 * @returns {Event[]}
 */
export function longer(known, { events, missed = 0 }) {
  const kept = missed > 0 ? [] : known;
  const last = kept.at(-1)?.n ?? 0;
  return [...kept, ...events.filter((event) => event.n > last)].slice(-MOST_EVENTS);
}

/**
 * The lines of the log: equal sentences in a row are one line, what was taken back is struck.
 * @param {Event[]} events
 * @param {Texts} texts
 * @param {string[]} names
 * @param {number | null} viewer
 * @returns {Line[]}
 */
export function logLines(events, texts, names, viewer) {
  const gone = new Set(events.flatMap((event) => event.takes_back ?? []));
  /** @type {Line[]} */
  const lines = [];
  for (const event of events) {
    const { text, rule } = texts.event(event, names, viewer);
    const struck = gone.has(event.n);
    const last = lines.at(-1);
    if (last && last.text === text && last.struck === struck) {
      last.times += 1;
      last.n = event.n;
    } else {
      lines.push({ n: event.n, text, rule, seat: event.seat ?? null, struck, times: 1 });
    }
  }
  return lines;
}
