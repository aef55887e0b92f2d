/** Keys: a die by its colour's letter and its number, a card by its number, a field by arrows. */

import { useEffect, useRef } from "preact/hooks";
import { isTyping } from "/web/app.js";
import { COLOURS, COPIES, LETTERS } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */

const PLACES = ".cio-card button.lit";
const DICE = ".cio-die.lit";
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
      const { view } = now.current;
      if (isTyping(event) || document.querySelector("dialog[open]") || view.seat === null || now.current.moves.size === 0) return;
      const isUsed = now.current.held === null ? grab(event.key, now.current, colour) || walk(event.key, root.current, DICE) : aim(event.key, root.current);
      if (!isUsed && !(event.key.toLowerCase() === "s" && focus(root.current?.querySelector(".cio-stop")))) return;
      event.preventDefault();
      event.stopPropagation();
    };
    addEventListener("keydown", press, true);
    return () => removeEventListener("keydown", press, true);
  }, []);
}

/**
 * A letter names a colour, a number the die.
 * @param {string} key
 * @param {Scene} scene
 * @param {{ current: string | null }} colour
 */
function grab(key, scene, colour) {
  if (scene.view.phase !== "grabbing") return false;
  const named = COLOURS.find((each) => LETTERS[each] === key.toLowerCase());
  if (named) {
    colour.current = named;
    return true;
  }
  const said = colour.current;
  if (said === null || !/^[1-6]$/.test(key)) return false;
  colour.current = null;
  const copy = (scene.view.middle[said] ?? []).indexOf(Number(key));
  if (copy >= 0) scene.take(`${said}-${key}`, COLOURS.indexOf(said) * COPIES + copy);
  return true;
}

/**
 * With a die in hand a number goes to a card, and arrows from place to place.
 * @param {string} key
 * @param {HTMLElement | null} root
 */
function aim(key, root) {
  if (/^[1-3]$/.test(key)) return focus(root?.querySelectorAll(".cio-card")[Number(key) - 1]?.querySelector("button.lit"));
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
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(kind))].filter((each) => each.offsetParent !== null);
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
