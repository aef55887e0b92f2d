/** Places changed since a seat's last choice, and recent payments as banknotes. */

import { eventsSinceChoice } from "/web/kit.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {{ piece: string, from: string, to: string, income: boolean }} Note  `to` is a place: `cash-2` or `till` */

const CHOICES = ["exchange", "discard", "front", "place", "action", "buy-out", "rehire", "invest", "sell", "done"];
const GAINS = ["income", "front", "sell"];
const PAYMENTS = ["buy-out", "rehire", "invest"];
const MAX_NOTES = 12;

/**
 * Places that changed after a seat's last choice.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function touchedPlaces(events, you) {
  const recent = eventsSinceChoice(events, CHOICES, you);
  return new Set(recent.flatMap((event) => ["site", "place", "to"].flatMap((key) => (typeof event[key] === "string" ? [String(event[key])] : []))));
}

/**
 * Banknotes of recent payments. Each is animated once, when it is first drawn.
 * @param {GameEvent[]} events
 * @returns {Note[]}
 */
export function notes(events) {
  return events.slice(-MAX_NOTES * 4).flatMap((event, index, all) => {
    const piece = `note.${event.n}`;
    const cash = `cash-${event.seat}`;
    const income = event.event === "income";
    if (GAINS.includes(event.event)) return Number(event["count"] ?? event["money"]) > 0 ? [{ piece, from: "till", to: cash, income }] : [];
    if (PAYMENTS.includes(event.event)) return [{ piece, from: cash, to: "till", income }];
    const taker = event.event === "paid" ? all.slice(0, index).findLast((other) => other.event === "action") : undefined;
    return taker ? [{ piece, from: cash, to: `cash-${taker.seat}`, income }] : [];
  }).slice(-MAX_NOTES);
}
