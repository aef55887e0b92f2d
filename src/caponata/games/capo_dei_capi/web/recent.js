/** Recent events that the board shows, and the places they changed. */

import { eventsSinceChoice } from "/web/kit.js";
import { atBeside, atCircle } from "./targets.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {{ kind: "bust" | "stop", cause: GameEvent, events: GameEvent[] }} TurnEnd */

const CHOICES = [
  ...["roll", "stop", "scandal", "pocket", "deceive", "influence", "extort", "bribe", "flip", "invest", "expose", "shift"],
  ...["reneg", "give-up", "backstab", "let-pass", "let-all-pass", "payoff", "hit-man", "discard"],
];
const GAINS = ["settled", "chips", "bonus"];

/**
 * Places that changed since a seat's last choice.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function touchedPlaces(events, you) {
  /** @type {Set<string>} */
  const marked = new Set();
  for (const event of eventsSinceChoice(events, CHOICES, you)) {
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
 * End of the last turn, or null after a new roll.
 * @param {GameEvent[]} events
 * @returns {TurnEnd | null}
 */
export function lastEnd(events) {
  const start = events.findLastIndex((event) => event.event === "dice");
  const cause = events.slice(Math.max(0, start)).find((event) => event.event === "busted" || event.event === "stop" || event.event === "ending");
  if (!cause) return null;
  if (cause.event === "busted") return { kind: "bust", cause, events: events.slice(start).filter((event) => event.event === "lost") };
  return { kind: "stop", cause, events: events.slice(start).filter((event) => GAINS.includes(event.event)) };
}

/**
 * The event of the last roll.
 * @param {GameEvent[]} events
 */
export function lastRoll(events) {
  return events.findLast((event) => event.event === "dice") ?? null;
}
