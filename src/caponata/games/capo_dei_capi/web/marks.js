/** What happened since a seat's last choice, and what it touched. */

import { atBeside, atCircle } from "./targets.js";

/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {{ kind: "bust" | "stop", told: GameEvent, events: GameEvent[] }} TurnEnd */

const CHOICES = [
  ...["roll", "stop", "scandal", "pocket", "deceive", "influence", "extort", "bribe", "flip", "invest", "expose", "shift"],
  ...["reneg", "give-up", "backstab", "let-pass", "let-all-pass", "payoff", "hit-man", "discard"],
];
const GAINS = ["settled", "chips", "bonus"];

/**
 * The events that still count: without those that were taken back.
 * @param {GameEvent[]} events
 */
export function counting(events) {
  const gone = new Set(events.flatMap((event) => event.takes_back ?? []));
  return gone.size ? events.filter((event) => !gone.has(event.n)) : events;
}

/**
 * What happened from a seat's own last choice on.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function since(events, you) {
  const last = events.findLastIndex((event) => CHOICES.includes(event.event) && (you === null || event.seat === you));
  return events.slice(Math.max(0, last));
}

/**
 * The places that some events changed.
 * @param {GameEvent[]} events
 */
export function touched(events) {
  /** @type {Set<string>} */
  const marked = new Set();
  for (const event of events) {
    const area = String(event["area"] ?? "");
    if (["placed", "deceive"].includes(event.event)) marked.add(atBeside(area));
    else if (["settled", "flipped", "revealed"].includes(event.event)) marked.add(atCircle(Number(event.seat), area, Number(event["circle"])));
    else if (event.event === "cube") marked.add(`cubes ${area}`);
    else if (event.event === "raised") marked.add("level");
    else if (event.event === "bonus") marked.add(`gained ${event.seat}`);
  }
  return marked;
}

/**
 * How the last turn ended, as long as no new roll was made.
 * @param {GameEvent[]} events
 * @returns {TurnEnd | null}
 */
export function lastEnd(events) {
  const start = events.findLastIndex((event) => event.event === "dice");
  const told = events.slice(Math.max(0, start)).find((event) => event.event === "busted" || event.event === "stop" || event.event === "ending");
  if (!told) return null;
  if (told.event === "busted") return { kind: "bust", told, events: events.slice(start).filter((event) => event.event === "lost") };
  return { kind: "stop", told, events: events.slice(start).filter((event) => GAINS.includes(event.event)) };
}

/**
 * The last roll: its number, and what it asked for.
 * @param {GameEvent[]} events
 */
export function lastRoll(events) {
  return events.findLast((event) => event.event === "dice") ?? null;
}
