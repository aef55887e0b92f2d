/** The guide of a first game. It explains each kind of situation once. */

import { html } from "htm/preact";
import { LessonBox, useLessons } from "/web/kit.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("/web/parts/lessons.js").Lessons} Lessons */

const CLASSES = { box: "lux-coach", next: "lux-plain strong", stop: "lux-plain" };
const PHASES_WITH_LESSON = ["first-pick", "second-pick", "playing", "agent", "cleric", "settling"];

/**
 * Lessons for this situation, the most relevant first.
 * @param {Scene} scene
 * @param {boolean} hasRoundEnded  a round has just ended
 */
function lessons({ view, moves }, hasRoundEnded) {
  const mustAct = Object.keys(moves).length > 0;
  const found = [];
  if (view.phase === "over") found.push("over");
  if (hasRoundEnded) found.push("reckoning");
  if (mustAct && view.last_turns > 0) found.push("last-turns");
  if (mustAct && PHASES_WITH_LESSON.includes(view.phase)) found.push(view.phase);
  if (mustAct && view.phase === "playing") found.push("limits");
  return found;
}

/**
 * The guide's progress.
 * @param {Scene} scene
 * @param {{ hasRoundEnded: boolean, isMuted: boolean }} situation  isMuted: the summary of a round is open
 */
export const useCoach = (scene, { hasRoundEnded, isMuted }) => useLessons("capital-lux", scene.table, lessons(scene, hasRoundEnded), isMuted);

/**
 * The current lesson, above the prompt.
 * @param {{ scene: Scene, coach: Lessons }} props
 */
export function Coach({ scene, coach }) {
  const sign = html`<svg class="lux-crest" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><use href="#lux-gate" /></svg>`;
  return html`<${LessonBox} lessons=${coach} texts=${scene.texts} classes=${CLASSES} sign=${sign} />`;
}
