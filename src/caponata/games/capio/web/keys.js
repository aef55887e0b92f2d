/** Keys: a die by its colour's letter and its number, a card by its number, a field by arrows. */

import { useEffect, useRef } from "preact/hooks";
import { isTyping } from "/web/app.js";
import { GLANCE } from "./dock.js";
import { COLOURS, COPIES, LETTERS } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */

const PLACES = ".cio-card button.lit";
const FIELDS = "button.lit:not(.cio-beside)";
const LETTERED = ["throwing", "grabbing", "placing", "reckoning"];
const DICE = ".cio-die.lit";
const ACT = ".cio-buttons .act";
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const ASIDE = 2; // how much dearer a way is that leads aside

/**
 * Listen to keys wherever the focus is: the die that had it may be gone.
 * @param {{ current: HTMLElement | null }} root
 * @param {Scene} scene
 */
export function useKeys(root, scene) {
  const now = useRef(scene);
  now.current = scene;
  const colour = useRef(/** @type {string | null} */ (null));
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (isTyping(event) || document.querySelector("dialog[open]") || now.current.view.seat === null) return;
      if (!use(event.key, now.current, root.current, colour)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, []);
}

/**
 * Whoever said STOP or Ready by key finds the next Ready under it. STOP itself is never found so: a stray Enter would call it.
 * @param {{ current: HTMLElement | null }} root
 * @param {Scene} scene
 */
export function useWayOn(root, { view, moves }) {
  const isWanted = useRef(false);
  const focused = document.activeElement; // before what has the focus is gone
  if (focused !== document.body) isWanted.current = Boolean(focused?.closest(".cio-buttons"));
  const isReady = moves.has("ready");
  useEffect(() => {
    if (!isWanted.current || !isReady) return undefined;
    const timer = setTimeout(() => document.activeElement === document.body && focus(root.current?.querySelector(ACT)), GLANCE);
    return () => clearTimeout(timer);
  }, [view.phase, isReady]);
}

/**
 * Whether a key does something here. In a race, and right before and after it, a colour's letter is never anything else, such as undo.
 * @param {string} key
 * @param {Scene} scene
 * @param {HTMLElement | null} root
 * @param {{ current: string | null }} colour
 */
function use(key, scene, root, colour) {
  const { phase } = scene.view;
  const named = LETTERED.includes(phase) ? COLOURS.find((each) => LETTERS[each] === key.toLowerCase()) : undefined;
  if (named) colour.current = scene.held === null && phase !== "reckoning" ? named : null;
  if (named || scene.moves.size === 0) return Boolean(named);
  const isUsed = scene.held === null ? grab(key, scene, colour) || walk(key, root, DICE) : aim(key, root);
  return isUsed || (key.toLowerCase() === "s" && focus(root?.querySelector(".cio-stop") ?? root?.querySelector(ACT)));
}

/**
 * After a colour's letter, a number names the die; one that is not there is the table's to refuse.
 * @param {string} key
 * @param {Scene} scene
 * @param {{ current: string | null }} colour
 */
function grab(key, scene, colour) {
  const said = colour.current;
  if (scene.view.phase !== "grabbing" || said === null || !/^[1-6]$/.test(key)) return false;
  colour.current = null;
  const copy = (scene.view.middle[said] ?? []).indexOf(Number(key));
  if (copy >= 0) scene.take(`${said}-${key}`, COLOURS.indexOf(said) * COPIES + copy);
  else scene.act(`take ${said}-${key}`, "");
  return true;
}

/**
 * With a die in hand a number goes to a card, and arrows from place to place.
 * @param {string} key
 * @param {HTMLElement | null} root
 */
function aim(key, root) {
  if (/^[1-3]$/.test(key)) return focus(visible(root?.querySelector(`.cio-card[data-slot="${Number(key) - 1}"]`), FIELDS)[0]);
  return walk(key, root, PLACES, true);
}

/**
 * An arrow goes from a thing to the nearest of its kind; to the first one, where that is wanted.
 * @param {string} key
 * @param {HTMLElement | null} root
 * @param {string} kind
 * @param {boolean} [isWanted]
 */
function walk(key, root, kind, isWanted = false) {
  const way = ARROWS[key];
  if (!way || root === null) return false;
  const all = visible(root, kind);
  const from = all.find((each) => each === document.activeElement);
  return focus(from ? nearest(from, all, way) : isWanted ? all[0] : null);
}

/**
 * The nearest place in a direction.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} places
 * @param {[number, number]} way
 */
function nearest(from, places, [x, y]) {
  const start = middle(from);
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const at = middle(place);
    const along = (at.x - start.x) * x + (at.y - start.y) * y;
    const aside = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x);
    if (along > 1 && along + ASIDE * aside < least) [best, least] = [place, along + ASIDE * aside];
  }
  return best;
}

/** @param {Element | null | undefined} within @param {string} kind */
function visible(within, kind) {
  const all = /** @type {HTMLElement[]} */ ([...(within?.querySelectorAll(kind) ?? [])]);
  return all.filter((each) => each.offsetParent !== null);
}

/** @param {HTMLElement} place */
function middle(place) {
  const { left, top, width, height } = place.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** @param {Element | null | undefined} thing */
function focus(thing) {
  if (!(thing instanceof HTMLElement)) return false;
  thing.focus();
  return true;
}
