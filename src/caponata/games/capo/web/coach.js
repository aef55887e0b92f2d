/** The guide of a first game. It explains each kind of situation once. */

import { html } from "htm/preact";
import { LessonBox, useLessons } from "/web/kit.js";
import { Sign } from "./drawings.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("/web/parts/lessons.js").Lessons} Lessons */

const CLASSES = { box: "cpo-coach", next: "cpo-do strong", stop: "cpo-do" };
const BY_PHASE = ["turning", "challenging", "fighting", "discarding", "exchange", "staking", "drafting"];

/**
 * Lessons for this situation, the most relevant first.
 * @param {Scene} scene
 * @returns {string[]}
 */
function lessons({ view, moves }) {
  if (view.phase === "over") return ["over"];
  if (moves.length === 0) return [];
  const found = BY_PHASE.filter((phase) => phase === view.phase);
  if (view.phase !== "playing") return view.round > 1 && view.phase === "exchange" ? [...found, "titles"] : found;
  found.push(view.top ? (view.options.pass_locks ? "follow-locks" : "follow") : "lead");
  const lays = view.lays ?? [];
  if (lays.some((lay) => lay.sort === "hand")) found.push("hands");
  if (view.hand?.includes("police")) found.push("police");
  if (view.round > 1) found.push("titles");
  return found;
}

/**
 * The guide's progress.
 * @param {Scene} scene
 */
export const useCoach = (scene) => useLessons("capo", scene.table, lessons(scene));

/**
 * The current lesson.
 * @param {{ scene: Scene, coach: Lessons }} props
 */
export function Coach({ scene, coach }) {
  return html`<${LessonBox} lessons=${coach} texts=${scene.texts} classes=${CLASSES} sign=${html`<${Sign} name="capo" />`} />`;
}
