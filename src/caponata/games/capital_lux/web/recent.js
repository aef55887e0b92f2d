/** Events since a seat's last turn, and the pieces they moved. */

import { eventsSinceChoice } from "/web/kit.js";

/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").Piece} Piece */

const CHOICES = ["home", "capital", "take", "place", "pay", "discard"];
const UNTOLD = ["draw-packet", "passed", "pick", "undo", "rewind"];

/**
 * Events after a seat's last choice. If there are none worth telling, that choice and its consequences.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function recentEvents(events, you) {
  const since = eventsSinceChoice(events, CHOICES, you);
  const others = since.filter((event) => event.seat !== you || event.event === "fell");
  const isFirstOwn = CHOICES.includes(since[0]?.event ?? "") && since[0]?.seat === you;
  return isFirstOwn && others.some(isWorthTelling) ? since.slice(1) : since;
}

/**
 * Return whether an event is shown in the list of recent moves.
 * @param {GameEvent} event
 */
export function isWorthTelling(event) {
  return !UNTOLD.includes(event.event === "draw" ? `draw-${event.to}` : event.event);
}

/**
 * Ids of the pieces that events moved.
 * @param {GameEvent[]} events
 * @param {Record<string, Piece[]>} zones
 */
export function touchedPieces(events, zones) {
  /** @type {Set<string>} */
  const marked = new Set();
  for (const event of [...events].reverse()) {
    const zone = zoneOf(event);
    const cards = event.card ? [event.card] : (event.cards ?? []);
    for (const card of zone ? cards : []) {
      const found = zones[zone]?.findLast((piece) => piece.card === card && !marked.has(piece.id));
      if (found) marked.add(found.id);
    }
    if (event.event === "place") marked.add(`placed-${event.seat}-${event.colour}`);
  }
  return marked;
}

/**
 * Zone in which an event's cards lie now.
 * @param {GameEvent} event
 */
function zoneOf({ event, seat, to }) {
  if (event === "capital" || (event === "draw" && to === "capital")) return "capital";
  if (["home", "take", "kept", "fell"].includes(event)) return `home-${seat}`;
  return event === "won" ? `bonus-${seat}` : "";
}
