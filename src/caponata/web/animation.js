/**
 * Animation of pieces: an element with `data-piece` glides from its old position to its new one.
 *
 * A new piece comes out of the element whose `data-place` equals its `data-from`. A removed piece glides to the
 * place named by its `data-to`, or by `goesTo`. The visible animation is a copy in a layer above the board, so
 * that the board needs no stacking order for it; the piece itself stays hidden (`data-flying`) at its destination
 * until the copy arrives. A piece that only makes room for others is animated directly. Only transform and opacity
 * are animated, and the game never waits for an animation. If motion is off, changed pieces are marked with
 * `data-changed` instead.
 */

import { useLayoutEffect, useRef } from "preact/hooks";

/** @typedef {{ element: HTMLElement, left: number, top: number, width: number, height: number, to: string | null }} PieceBox */
/** @typedef {Map<string, PieceBox>} PieceBoxes */
/**
 * @typedef {object} PieceAnimation
 * @property {unknown} when  the animation runs when this value changes
 * @property {boolean} motion  false: changes are only marked
 * @property {(piece: string) => string | null} [goesTo]  the place that a removed piece goes to
 * @property {(piece: string) => number} [wait]  milliseconds before a piece starts to move
 */

const MIN_DURATION = 220;
const MAX_DURATION = 350;
const DURATION_PER_PIXEL = 0.25;
const EASING = "cubic-bezier(0.2, 0.8, 0.25, 1)";
const GRACE = 250; // milliseconds that rendering may lag behind
const NEAR = 2; // pixels: shorter moves are not animated
const PLACE_SCALE = 0.35; // scale of a piece that leaves or enters a place
const LAYER = "flight-layer";
const RESTING = { transform: "none", opacity: 1 };
/** Attributes of a piece that its copy must not have. */
const PIECE_ATTRIBUTES = ["data-piece", "data-at", "data-first", "data-rove", "data-flying", "id", "tabindex"];

/** The visible element of each moving piece, with a function that ends its animation. */
const running = /** @type {WeakMap<Element, { visible: HTMLElement, end: () => void }>} */ (new WeakMap());

/**
 * Animate the pieces inside an element whenever `when` changes.
 * @param {{ current: HTMLElement | null }} root
 * @param {PieceAnimation} animation
 */
export function usePieceAnimation(root, { when, motion, goesTo, wait }) {
  const last = useRef(when);
  const before = useRef(/** @type {PieceBoxes | null} */ (null));
  if (last.current !== when && root.current) before.current ??= pieceBoxes(root.current);
  last.current = when;
  useLayoutEffect(() => {
    const boxes = before.current;
    before.current = null;
    if (!root.current || !boxes) return;
    animatePieces(root.current, boxes, { motion, goesTo, wait });
  }, [when]);
}

/**
 * Current positions of all pieces inside an element.
 * @param {HTMLElement} root
 * @returns {PieceBoxes}
 */
export function pieceBoxes(root) {
  /** @type {PieceBoxes} */
  const found = new Map();
  for (const element of root.querySelectorAll("[data-piece]")) {
    if (!(element instanceof HTMLElement)) continue;
    const { left, top, width, height } = (running.get(element)?.visible ?? element).getBoundingClientRect();
    if (!width) continue;
    const to = element.dataset["to"] ?? null;
    found.set(String(element.dataset["piece"]), { element, left, top, width, height, to });
  }
  return found;
}

/**
 * Animate all pieces from their old positions to their new ones.
 * @param {HTMLElement} root
 * @param {PieceBoxes} before
 * @param {Omit<PieceAnimation, "when">} animation
 */
export function animatePieces(root, before, { motion, goesTo, wait }) {
  for (const marked of root.querySelectorAll("[data-changed]")) marked.removeAttribute("data-changed");
  for (const flying of root.querySelectorAll("[data-flying]")) running.get(flying)?.end();
  const after = pieceBoxes(root);
  if (!motion) {
    markChanged(before, after);
    return;
  }
  const places = new Places(root);
  const layer = measuredLayer(root);
  /** @type {(() => void)[]} */
  const starts = [];
  for (const [piece, box] of after) {
    const was = before.get(piece);
    const from = was ?? places.find(box.element.dataset["from"]);
    const how = { isNew: !was, stays: was?.element === box.element, delay: wait?.(piece) ?? 0 };
    if (from) starts.push(...arrivalOf(layer, box, from, how));
  }
  for (const [piece, box] of before) {
    const place = after.has(piece) ? null : places.find(goesTo?.(piece) ?? box.to ?? undefined);
    if (place) starts.push(() => depart(layer, box, place, wait?.(piece) ?? 0));
  }
  for (const start of starts) start(); // everything is measured before the first animation starts
}

/** The named places of a board. Each is measured once. */
class Places {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    /** @type {Map<string, DOMRect | null>} */
    this.known = new Map();
  }

  /**
   * Position of a place, or null if the board does not show it.
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
 * Return a list with the function that starts a piece's animation; empty if the piece hardly moves.
 * @param {Layer} layer
 * @param {PieceBox} box
 * @param {Box} from
 * @param {{ isNew: boolean, stays: boolean, delay: number }} how  isNew: the piece was not visible before; stays: it only makes room
 * @returns {(() => void)[]}
 */
function arrivalOf(layer, box, from, { isNew, stays, delay }) {
  const { element } = box;
  const { x, y } = offset(from, box);
  const scale = isNew ? PLACE_SCALE : from.width / box.width;
  if (Math.abs(x) < NEAR && Math.abs(y) < NEAR && Math.abs(scale - 1) < 0.02) return [];
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: isNew ? 0.2 : 1 };
  const goal = { ...RESTING, opacity: !stays && isCovered(box) ? 0 : 1 };
  return [
    () => {
      const visible = stays ? element : copyOf(layer, box);
      const animation = visible.animate([start, goal], { duration: durationOf(x, y), delay, easing: EASING, fill: "both" });
      const end = () => {
        animation.cancel();
        if (!stays) visible.remove();
        if (running.get(element)?.end !== end) return;
        running.delete(element);
        element.removeAttribute("data-flying");
      };
      running.set(element, { visible, end });
      element.dataset["flying"] = stays ? "near" : "far";
      whenOver(animation, end);
    },
  ];
}

/**
 * Return whether a piece is not visible: covered by another element, or outside the viewport.
 * @param {PieceBox} box
 */
function isCovered({ element, left, top, width, height }) {
  const topmost = document.elementFromPoint(left + width / 2, top + height / 2);
  return !(element.offsetParent ?? element).contains(topmost);
}

/**
 * Animate a copy of a removed piece to a place.
 * @param {Layer} layer
 * @param {PieceBox} box
 * @param {Box} place
 * @param {number} delay
 */
function depart(layer, box, place, delay) {
  const copy = copyOf(layer, box);
  const { x, y } = offset(place, box);
  const end = { transform: `translate(${x}px, ${y}px) scale(${PLACE_SCALE})`, opacity: 0 };
  const animation = copy.animate([RESTING, end], { duration: durationOf(x, y), delay, easing: EASING, fill: "both" });
  whenOver(animation, () => copy.remove());
}

/**
 * Call `end` after an animation. A timer does so too, because background tabs do not render.
 * @param {Animation} animation
 * @param {() => void} end
 */
function whenOver(animation, end) {
  const length = Number(animation.effect?.getComputedTiming().endTime ?? MAX_DURATION);
  const timer = setTimeout(end, length + GRACE);
  const over = () => (clearTimeout(timer), end());
  animation.finished.then(over, over);
}

/**
 * Put a copy of a piece into the layer above the board, at the piece's position.
 * @param {Layer} layer
 * @param {PieceBox} box
 */
function copyOf({ element, left, top }, box) {
  const copy = /** @type {HTMLElement} */ (box.element.cloneNode(true));
  for (const name of PIECE_ATTRIBUTES) copy.removeAttribute(name);
  copy.setAttribute("inert", "");
  Object.assign(copy.style, {
    position: "absolute",
    margin: "0",
    left: `${box.left - left}px`,
    top: `${box.top - top}px`,
    width: `${box.width}px`,
    height: `${box.height}px`,
    transform: "none",
    transition: "none",
  });
  element.append(copy);
  return copy;
}

/** @typedef {{ element: HTMLElement, left: number, top: number }} Layer */

/**
 * The animation layer with its position. Measured before anything moves; later, each copy would cost a layout.
 * @param {HTMLElement} root
 * @returns {Layer}
 */
function measuredLayer(root) {
  const element = layerOf(root);
  const { left, top } = element.getBoundingClientRect();
  return { element, left, top };
}

/**
 * The layer above a board that holds the copies. Pointers and screen readers ignore it.
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
 * Mark the pieces that moved, for users who have turned motion off.
 * @param {PieceBoxes} before
 * @param {PieceBoxes} after
 */
function markChanged(before, after) {
  for (const [piece, box] of after) {
    const was = before.get(piece);
    if (was && was.element === box.element) continue;
    box.element.dataset["changed"] = "";
  }
}

/**
 * Translation that moves the centre of a box to the centre of a target.
 * @param {Box} target
 * @param {Box} box
 */
function offset(target, box) {
  const x = target.left + target.width / 2 - (box.left + box.width / 2);
  const y = target.top + target.height / 2 - (box.top + box.height / 2);
  return { x, y };
}

/**
 * Duration of an animation in milliseconds.
 * @param {number} x
 * @param {number} y
 */
function durationOf(x, y) {
  return Math.min(MAX_DURATION, MIN_DURATION + DURATION_PER_PIXEL * Math.hypot(x, y));
}
