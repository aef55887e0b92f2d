/** What happened since a seat's last turn, and which pieces it touched. */

/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {import("./shapes.js").Piece} Piece */

const CHOICES = ["home", "capital", "take", "place", "pay", "discard"];
const QUIET = ["draw-packet", "passed", "pick", "undo", "rewind"];

/**
 * The events that still count: without those that were taken back.
 * @param {GameEvent[]} events
 */
export function counting(events) {
  const gone = new Set(events.flatMap((event) => event.takes_back ?? []));
  return gone.size ? events.filter((event) => !gone.has(event.n)) : events;
}

/**
 * What happened after a seat's own last choice; right after it, that choice and what it brought about.
 * @param {GameEvent[]} events
 * @param {number | null} you
 */
export function since(events, you) {
  /** @param {GameEvent} event */
  const isChoice = (event) => CHOICES.includes(event.event) && (you === null || event.seat === you);
  const last = events.findLastIndex(isChoice);
  const others = events.slice(last + 1).filter((event) => event.seat !== you || event.event === "fell");
  return you !== null && others.some(isTold) ? events.slice(last + 1) : events.slice(Math.max(last, 0));
}

/**
 * Whether an event is worth a line beside the board.
 * @param {GameEvent} event
 */
export function isTold(event) {
  return !QUIET.includes(event.event === "draw" ? `draw-${event.to}` : event.event);
}

/**
 * The pieces that some events moved.
 * @param {GameEvent[]} events
 * @param {Record<string, Piece[]>} zones
 */
export function touched(events, zones) {
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
 * The zone where an event's cards lie now.
 * @param {GameEvent} event
 */
function zoneOf({ event, seat, to }) {
  if (event === "capital" || (event === "draw" && to === "capital")) return "capital";
  if (["home", "take", "kept", "fell"].includes(event)) return `home-${seat}`;
  return event === "won" ? `bonus-${seat}` : "";
}
