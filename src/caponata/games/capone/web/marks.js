/** What happened since a seat's last choice, and what it touched; and the notes that changed hands. */

/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {{ piece: string, from: string, to: string, income: boolean }} Note  `to` is a place: `cash-2`, or `till` */

const CHOICES = ["exchange", "discard", "front", "place", "action", "buy-out", "rehire", "invest", "sell", "done"];
const GAINS = ["income", "front", "sell"];
const PAYMENTS = ["buy-out", "rehire", "invest"];
const MOST_NOTES = 12;

/**
 * The events that still count: without those that were taken back.
 * @param {GameEvent[]} events
 */
export function counting(events) {
  const gone = new Set(events.flatMap((event) => event.takes_back ?? []));
  return gone.size ? events.filter((event) => !gone.has(event.n)) : events;
}

/**
 * The places that changed after a seat's own last choice.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function touched(events, you) {
  const last = events.findLastIndex((event) => CHOICES.includes(event.event) && (you === null || event.seat === you));
  const recent = events.slice(Math.max(0, last));
  return new Set(recent.flatMap((event) => ["site", "place", "to"].flatMap((key) => (typeof event[key] === "string" ? [String(event[key])] : []))));
}

/**
 * The notes that changed hands lately: each flies once, when it is first drawn.
 * @param {GameEvent[]} events
 * @returns {Note[]}
 */
export function notes(events) {
  return events.slice(-MOST_NOTES * 4).flatMap((event, index, all) => {
    const piece = `note.${event.n}`;
    const cash = `cash-${event.seat}`;
    const income = event.event === "income";
    if (GAINS.includes(event.event)) return Number(event["count"] ?? event["money"]) > 0 ? [{ piece, from: "till", to: cash, income }] : [];
    if (PAYMENTS.includes(event.event)) return [{ piece, from: cash, to: "till", income }];
    const taker = event.event === "paid" ? all.slice(0, index).findLast((each) => each.event === "action") : undefined;
    return taker ? [{ piece, from: cash, to: `cash-${taker.seat}`, income }] : [];
  }).slice(-MOST_NOTES);
}
