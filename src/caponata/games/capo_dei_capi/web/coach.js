/** The guide of a first game. It explains each kind of situation once. */

import { html } from "htm/preact";
import { LessonBox, useLessons } from "/web/kit.js";
import { Sign } from "./drawings.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("/web/parts/lessons.js").Lessons} Lessons */

const CLASSES = { box: "cdc-coach", next: "cdc-way plain strong", stop: "cdc-way plain" };
const BY_PHASE = ["busting", "backstabbing", "paying", "room"];
const LAST_PIECES = 2;

/**
 * Lessons for this situation, the most relevant first.
 * @param {Scene} scene
 * @returns {string[]}
 */
function lessons({ view, moves }) {
  if (view.phase === "over") return ["over"];
  if (moves.length === 0) return [];
  const found = BY_PHASE.filter((phase) => phase === view.phase);
  if (view.phase === "declaring" && view.roll) found.push(view.roll.doubles ? "doubles" : (LESSONS[view.roll.action] ?? view.roll.action));
  if (view.phase === "turn" && view.rolls === 0) found.push("turn-first");
  if (view.phase === "turn" && view.rolls > 0) found.push("turn", "chips");
  const { influence, bribes, cubes } = view.supply;
  if (Math.min(...influence, bribes, cubes) <= LAST_PIECES) found.push("ending");
  return found;
}

/** Lessons for actions that share the lesson of another action. @type {Record<string, string>} */
const LESSONS = { expose: "extort", "invest-mayor": "invest", "invest-expose": "invest" };

/**
 * The guide's progress.
 * @param {Scene} scene
 */
export const useCoach = (scene) => useLessons("capo-dei-capi", scene.table, lessons(scene));

/**
 * The current lesson.
 * @param {{ scene: Scene, coach: Lessons }} props
 */
export function Coach({ scene, coach }) {
  return html`<${LessonBox} lessons=${coach} texts=${scene.texts} classes=${CLASSES} sign=${html`<${Sign} name="hat" />`} />`;
}
