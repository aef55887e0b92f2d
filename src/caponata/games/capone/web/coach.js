/** The guide of a first game. It explains each kind of situation once. */

import { html } from "htm/preact";
import { LessonBox, useLessons } from "/web/kit.js";
import { Sign } from "./drawings.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("/web/parts/lessons.js").Lessons} Lessons */

const CLASSES = { box: "cpn-coach", next: "cpn-way strong", stop: "cpn-way plain" };
const BY_PHASE = ["exchange", "turn", "site", "pieces", "aim-member", "aim-place", "aim-seat", "year-end"];

/**
 * Lessons for this situation, the most relevant first.
 * @param {Scene} scene
 * @returns {string[]}
 */
function lessons({ view, moves, me }) {
  if (view.phase === "over") return ["over"];
  if (moves.length === 0 || me === null) return [];
  const found = [];
  if (view.phase === "exchange" && view.year > 1) found.push("new-year");
  if (view.last_card?.now) found.push("last-card");
  found.push(...BY_PHASE.filter((phase) => phase === view.phase));
  if (view.people[me]?.cells.some((cell) => cell.length > 0)) found.push("prison");
  if (view.phase === "turn" && view.sites.some((site) => site.owner === me)) found.push("risk");
  return found;
}

/**
 * The guide's progress.
 * @param {Scene} scene
 */
export const useCoach = (scene) => useLessons("capone", scene.table, lessons(scene));

/**
 * The current lesson.
 * @param {{ scene: Scene, coach: Lessons }} props
 */
export function Coach({ scene, coach }) {
  return html`<${LessonBox} lessons=${coach} texts=${scene.texts} classes=${CLASSES} sign=${html`<${Sign} name="lamp" />`} />`;
}
