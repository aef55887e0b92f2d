/** Keyboard control: a die by the letter of its colour and its number, a card by its number, a field by arrow keys. */

import { useEffect, useRef } from "preact/hooks";
import { isTyping } from "/web/kit.js";
import { NOTICE_TIME } from "./dock.js";
import { COLOURS, COPIES, LETTERS } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

const PLACES = ".cio-card button.lit";
const FIELDS = "button.lit:not(.cio-beside)";
const LETTERED = ["throwing", "grabbing", "placing", "reckoning"];
const DICE = ".cio-die.lit";
const ACT = ".cio-buttons .act";
/** @type {Record<string, [number, number]>} */
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };
const SIDEWAYS_WEIGHT = 2; // weight of the sideways distance

/**
 * Listen to keys wherever the focus is, because the focused die may have been removed.
 * @param {{ current: HTMLElement | null }} root
 * @param {Scene} scene
 */
export function useKeys(root, scene) {
  const now = useRef(scene);
  now.current = scene;
  const colour = useRef(/** @type {import("./view.js").Colour | null} */ (null));
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      if (isTyping(event) || document.querySelector("dialog[open]") || now.current.view.seat === null) return;
      if (!handleKey(event.key, now.current, root.current, colour)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", onKeyDown, true);
    return () => removeEventListener("keydown", onKeyDown, true);
  }, []);
}

/**
 * Focus the next Ready button after STOP or Ready was pressed by keyboard. STOP itself is never focused: a stray Enter would trigger it.
 * @param {{ current: HTMLElement | null }} root
 * @param {Scene} scene
 */
export function useFocusOnReady(root, { view, moves }) {
  const wasOnButton = useRef(false);
  const focused = document.activeElement; // before the focused element is removed
  if (focused !== document.body) wasOnButton.current = Boolean(focused?.closest(".cio-buttons"));
  const isReady = moves.has("ready");
  useEffect(() => {
    if (!wasOnButton.current || !isReady) return undefined;
    const timer = setTimeout(() => document.activeElement === document.body && focus(root.current?.querySelector(ACT)), NOTICE_TIME);
    return () => clearTimeout(timer);
  }, [view.phase, isReady]);
}

/**
 * Handle a key and return whether it was used. During, right before and right after a race, the letter of a colour is never a page shortcut such as undo.
 * @param {string} key
 * @param {Scene} scene
 * @param {HTMLElement | null} root
 * @param {{ current: import("./view.js").Colour | null }} colour
 */
function handleKey(key, scene, root, colour) {
  const { phase } = scene.view;
  const named = LETTERED.includes(phase) ? COLOURS.find((candidate) => LETTERS[candidate] === key.toLowerCase()) : undefined;
  if (named) colour.current = scene.held === null && phase !== "reckoning" ? named : null;
  if (named || scene.moves.size === 0) return Boolean(named);
  const isUsed = scene.held === null ? grab(key, scene, colour) || walk(key, root, DICE) : aim(key, root);
  return isUsed || (key.toLowerCase() === "s" && focus(root?.querySelector(".cio-stop") ?? root?.querySelector(ACT)));
}

/**
 * Take a die by its number, after the letter of its colour. The server refuses a die that is not there.
 * @param {string} key
 * @param {Scene} scene
 * @param {{ current: import("./view.js").Colour | null }} colour
 */
function grab(key, scene, colour) {
  const chosen = colour.current;
  if (scene.view.phase !== "grabbing" || chosen === null || !/^[1-6]$/.test(key)) return false;
  colour.current = null;
  const copy = scene.view.middle[chosen].indexOf(Number(key));
  if (copy >= 0) scene.take(`${chosen}-${key}`, COLOURS.indexOf(chosen) * COPIES + copy);
  else scene.act(`take ${chosen}-${key}`, "");
  return true;
}

/**
 * With a die in hand, a number moves the focus to a card, and arrow keys move it between places.
 * @param {string} key
 * @param {HTMLElement | null} root
 */
function aim(key, root) {
  if (/^[1-3]$/.test(key)) return focus(visible(root?.querySelector(`.cio-card[data-slot="${Number(key) - 1}"]`), FIELDS)[0]);
  return walk(key, root, PLACES, true);
}

/**
 * Move the focus in the direction of an arrow key to the nearest element of a kind. Without a focused one, optionally to the first.
 * @param {string} key
 * @param {HTMLElement | null} root
 * @param {string} kind
 * @param {boolean} [orFirst]
 */
function walk(key, root, kind, orFirst = false) {
  const direction = ARROWS[key];
  if (!direction || root === null) return false;
  const all = visible(root, kind);
  const from = all.find((element) => element === document.activeElement);
  return focus(from ? nearest(from, all, direction) : orFirst ? all[0] : null);
}

/**
 * The nearest place in a direction.
 * @param {HTMLElement} from
 * @param {HTMLElement[]} places
 * @param {[number, number]} direction
 */
function nearest(from, places, [x, y]) {
  const start = middle(from);
  let best = from;
  let least = Infinity;
  for (const place of places) {
    const at = middle(place);
    const along = (at.x - start.x) * x + (at.y - start.y) * y;
    const aside = Math.abs((at.x - start.x) * y) + Math.abs((at.y - start.y) * x);
    if (along > 1 && along + SIDEWAYS_WEIGHT * aside < least) [best, least] = [place, along + SIDEWAYS_WEIGHT * aside];
  }
  return best;
}

/** @param {Element | null | undefined} within @param {string} kind */
function visible(within, kind) {
  const all = /** @type {HTMLElement[]} */ ([...(within?.querySelectorAll(kind) ?? [])]);
  return all.filter((element) => element.offsetParent !== null);
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
