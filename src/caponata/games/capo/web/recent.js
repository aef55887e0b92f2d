/** Recent events that the board shows. */

import { eventsSinceChoice } from "/web/kit.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {{ n: number, seats: [number, number], cards: Map<number, string>, winner: number | null, isDecided: boolean }} Duel */
/** @typedef {{ n: number, round: number, placed: GameEvent[], gains: GameEvent[] }} Ending */

const CHOICES = ["lay", "pass", "turn", "keep", "challenge", "refrain", "fight", "discard", "hold", "stake", "yield", "pick", "give"];
const PLAYS = ["lay", "pass", "skipped", "trick", "leads", "placed"];
const SPOILS = ["shown", "pick", "taken", "city", "stake"];

/**
 * Seats that acted since this seat's last choice.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function touchedSeats(events, you) {
  return new Set(eventsSinceChoice(events, CHOICES, you).flatMap((event) => (CHOICES.includes(event.event) ? [`seat ${event.seat}`] : [])));
}

/**
 * The current Battle, or the last one as long as no cards were laid after it.
 * @param {GameEvent[]} events
 * @returns {Duel | null}
 */
export function lastDuel(events) {
  const start = events.findLastIndex((event) => event.event === "battle");
  const after = events.slice(start + 1);
  const begun = events[start];
  if (!begun || after.some((event) => PLAYS.includes(event.event))) return null;
  const cards = new Map(after.filter((event) => event.event === "fought").map((event) => [Number(event.seat), String(event["card"])]));
  const won = after.find((event) => event.event === "battle-won");
  return {
    n: begun.n,
    seats: [Number(begun.seat), Number(begun["other"])],
    cards,
    winner: won ? Number(won.seat) : null,
    isDecided: cards.size > 1,
  };
}

/**
 * End of the last round: places, titles and the city cards gained.
 * @param {GameEvent[]} events
 * @param {number} round  the round being played
 * @returns {Ending | null}
 */
export function lastEnding(events, round) {
  const last = events.findLastIndex((event) => event.event === "placed");
  const end = events[last];
  if (!end) return null;
  let first = last;
  while (events[first - 1]?.event === "placed") first -= 1;
  const rest = events.slice(last + 1);
  const stop = rest.findIndex((event) => event.event === "leads");
  const gains = (stop < 0 ? rest : rest.slice(0, stop)).filter((event) => SPOILS.includes(event.event));
  return { n: end.n, round: stop < 0 ? round : Number(rest[stop]?.["round"]) - 1, placed: events.slice(first, last + 1), gains };
}

/**
 * Number of times each seat has held each title.
 * @param {GameEvent[]} events
 * @returns {Map<string, number>} keyed by seat and title: `2 capo`
 */
export function titleCounts(events) {
  const found = new Map();
  for (const { event, seat, title } of events)
    if (event === "placed" && title !== "none") found.set(`${seat} ${title}`, (found.get(`${seat} ${title}`) ?? 0) + 1);
  return found;
}

/**
 * Return whether cards were laid after an event.
 * @param {GameEvent[]} events
 * @param {number} n
 */
export function isPlayedSince(events, n) {
  return events.some((event) => event.n > n && event.event === "lay");
}
