/**
 * Pieces that fly: what carries `data-piece` glides from where it was to where it is after a change.
 *
 * A piece that appears comes out of the element whose `data-place` is its `data-from`; one that is gone
 * glides to the place named by its `data-to`, or by `goesTo`. What is seen to fly is a copy in a layer above
 * the board, so that no part of the board has to come above another for it; the piece itself lies hidden
 * (`data-flying`) at its goal until the copy lands. A piece that only makes room for others glides by itself.
 * Only transform and opacity move, nothing waits for it, and where motion is not wanted the changed pieces
 * are marked with `data-changed` instead.
 */

import { useLayoutEffect, useRef } from "preact/hooks";

/** @typedef {{ element: HTMLElement, left: number, top: number, width: number, height: number, to: string | null }} Spot */
/** @typedef {Map<string, Spot>} Spots */
/**
 * @typedef {object} Flight
 * @property {unknown} when  pieces fly when this is another than before
 * @property {boolean} motion  false: nothing moves, changes are marked
 * @property {(piece: string) => string | null} [goesTo]  the place where a piece that is gone has gone
 * @property {(piece: string) => number} [wait]  milliseconds before a piece sets off
 */

const LEAST_TIME = 220;
const MOST_TIME = 350;
const TIME_OF_A_PIXEL = 0.25;
const EASE = "cubic-bezier(0.2, 0.8, 0.25, 1)";
const GRACE = 250; // milliseconds that pictures may lag behind
const NEAR = 2; // pixels that nobody sees move
const SMALL = 0.35; // the size of a piece that comes out of a place, or goes into one
const LAYER = "flight-layer";
const AT_REST = { transform: "none", opacity: 1 };
/** What a piece has for itself, and a copy must not have. */
const OWN = ["data-piece", "data-at", "data-first", "data-rove", "data-flying", "id", "tabindex"];

/** What is seen of pieces that fly, each with a way to end its flight. */
const underway = /** @type {WeakMap<Element, { shown: HTMLElement, end: () => void }>} */ (new WeakMap());

/**
 * Let the pieces inside an element fly whenever `when` changes.
 * @param {{ current: HTMLElement | null }} root
 * @param {Flight} flight
 */
export function useFlight(root, { when, motion, goesTo, wait }) {
  const last = useRef(when);
  const before = useRef(/** @type {Spots | null} */ (null));
  if (last.current !== when && root.current) before.current ??= spots(root.current);
  last.current = when;
  useLayoutEffect(() => {
    const started = before.current;
    before.current = null;
    if (!root.current || !started) return;
    fly(root.current, started, { motion, goesTo, wait });
  }, [when]);
}

/**
 * Where all pieces inside an element are now.
 * @param {HTMLElement} root
 * @returns {Spots}
 */
export function spots(root) {
  /** @type {Spots} */
  const found = new Map();
  for (const element of root.querySelectorAll("[data-piece]")) {
    if (!(element instanceof HTMLElement)) continue;
    const { left, top, width, height } = (underway.get(element)?.shown ?? element).getBoundingClientRect();
    if (!width) continue;
    const to = element.dataset["to"] ?? null;
    found.set(String(element.dataset["piece"]), { element, left, top, width, height, to });
  }
  return found;
}

/**
 * Move all pieces from where they were to where they are.
 * @param {HTMLElement} root
 * @param {Spots} before
 * @param {Omit<Flight, "when">} flight
 */
export function fly(root, before, { motion, goesTo, wait }) {
  for (const marked of root.querySelectorAll("[data-changed]")) marked.removeAttribute("data-changed");
  for (const flying of root.querySelectorAll("[data-flying]")) underway.get(flying)?.end();
  const after = spots(root);
  if (!motion) {
    mark(before, after);
    return;
  }
  const places = new Places(root);
  const sky = skyOf(root);
  /** @type {(() => void)[]} */
  const starts = [];
  for (const [piece, spot] of after) {
    const was = before.get(piece);
    const from = was ?? places.find(spot.element.dataset["from"]);
    const how = { isNew: !was, stays: was?.element === spot.element, delay: wait?.(piece) ?? 0 };
    if (from) starts.push(...arrival(sky, spot, from, how));
  }
  for (const [piece, spot] of before) {
    const place = after.has(piece) ? null : places.find(goesTo?.(piece) ?? spot.to ?? undefined);
    if (place) starts.push(() => depart(sky, spot, place, wait?.(piece) ?? 0));
  }
  for (const start of starts) start(); // all measured before the first one moves
}

/** The named places of a board, each measured once. */
class Places {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, DOMRect | null>} */
    this.known = new Map();
  }

  /**
   * Where a place is, or nothing if the board does not show it.
   * @param {string | undefined} name
   */
  find(name) {
    if (!name) return null;
    let rect = this.known.get(name);
    if (rect === undefined) {
      const element = this.root.querySelector(`[data-place="${CSS.escape(name)}"]`);
      rect = element ? element.getBoundingClientRect() : null;
      this.known.set(name, rect);
    }
    return rect;
  }
}

/** @typedef {{ left: number, top: number, width: number, height: number }} Box */

/**
 * How a piece gets to its spot: the flight to start, if it has any way to go.
 * @param {Sky} sky
 * @param {Spot} spot
 * @param {Box} from
 * @param {{ isNew: boolean, stays: boolean, delay: number }} how  whether it was unseen, or only makes room
 * @returns {(() => void)[]}
 */
function arrival(sky, spot, from, { isNew, stays, delay }) {
  const { element } = spot;
  const { x, y } = offset(from, spot);
  const scale = isNew ? SMALL : from.width / spot.width;
  if (Math.abs(x) < NEAR && Math.abs(y) < NEAR && Math.abs(scale - 1) < 0.02) return [];
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: isNew ? 0.2 : 1 };
  const goal = { ...AT_REST, opacity: !stays && isCovered(spot) ? 0 : 1 };
  return [
    () => {
      const shown = stays ? element : copied(sky, spot);
      const animation = shown.animate([start, goal], { duration: time(x, y), delay, easing: EASE, fill: "both" });
      const end = () => {
        animation.cancel();
        if (!stays) shown.remove();
        if (underway.get(element)?.end !== end) return;
        underway.delete(element);
        element.removeAttribute("data-flying");
      };
      underway.set(element, { shown, end });
      element.dataset["flying"] = stays ? "near" : "far";
      whenOver(animation, end);
    },
  ];
}

/**
 * Whether a piece lies out of sight: below something that stays in the window, or beyond its edge.
 * @param {Spot} spot
 */
function isCovered({ element, left, top, width, height }) {
  const seen = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(element.offsetParent ?? element).contains(seen);
}

/**
 * Send a copy of a piece that is gone on its way to a place.
 * @param {Sky} sky
 * @param {Spot} spot
 * @param {Box} place
 * @param {number} delay
 */
function depart(sky, spot, place, delay) {
  const copy = copied(sky, spot);
  const { x, y } = offset(place, spot);
  const end = { transform: `translate(${x}px, ${y}px) scale(${SMALL})`, opacity: 0 };
  const animation = copy.animate([AT_REST, end], { duration: time(x, y), delay, easing: EASE, fill: "both" });
  whenOver(animation, () => copy.remove());
}

/**
 * End a flight when it is over, by the clock too: a page that nobody looks at draws no pictures.
 * @param {Animation} animation
 * @param {() => void} end
 */
function whenOver(animation, end) {
  const length = Number(animation.effect?.getComputedTiming().endTime ?? MOST_TIME);
  const timer = setTimeout(end, length + GRACE);
  const over = () => (clearTimeout(timer), end());
  animation.finished.then(over, over);
}

/**
 * A copy of a piece in the layer above the board, at the piece's spot.
 * @param {Sky} sky
 * @param {Spot} spot
 */
function copied({ layer, left, top }, spot) {
  const copy = /** @type {HTMLElement} */ (spot.element.cloneNode(true));
  for (const name of OWN) copy.removeAttribute(name);
  copy.setAttribute("inert", "");
  Object.assign(copy.style, {
    position: "absolute",
    margin: "0",
    left: `${spot.left - left}px`,
    top: `${spot.top - top}px`,
    width: `${spot.width}px`,
    height: `${spot.height}px`,
    transform: "none",
    transition: "none",
  });
  layer.append(copy);
  return copy;
}

/** @typedef {{ layer: HTMLElement, left: number, top: number }} Sky */

/**
 * The layer in which pieces fly, measured before anything moves: measured later, each copy would cost a layout.
 * @param {HTMLElement} root
 * @returns {Sky}
 */
function skyOf(root) {
  const layer = layerOf(root);
  const { left, top } = layer.getBoundingClientRect();
  return { layer, left, top };
}

/**
 * The layer above a board in which pieces fly: out of reach, and unseen by screen readers.
 * @param {HTMLElement} root
 */
function layerOf(root) {
  const found = root.querySelector(`:scope > .${LAYER}`);
  if (found instanceof HTMLElement) return found;
  const layer = document.createElement("div");
  layer.className = LAYER;
  layer.setAttribute("aria-hidden", "true");
  layer.style.cssText = "position:absolute;left:0;top:0;width:0;height:0;z-index:30;pointer-events:none";
  root.append(layer);
  return layer;
}

/**
 * Mark what changed its place, for those who want no motion.
 * @param {Spots} before
 * @param {Spots} after
 */
function mark(before, after) {
  for (const [piece, spot] of after) {
    const was = before.get(piece);
    if (was && was.element === spot.element) continue;
    spot.element.dataset["changed"] = "";
  }
}

/**
 * From the middle of one box to the middle of another.
 * @param {Box} from
 * @param {Box} to
 */
function offset(from, to) {
  const x = from.left + from.width / 2 - (to.left + to.width / 2);
  const y = from.top + from.height / 2 - (to.top + to.height / 2);
  return { x, y };
}

/**
 * How long a way takes, in milliseconds.
 * @param {number} x
 * @param {number} y
 */
function time(x, y) {
  return Math.min(MOST_TIME, LEAST_TIME + TIME_OF_A_PIXEL * Math.hypot(x, y));
}
