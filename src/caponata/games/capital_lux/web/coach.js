/** The guide of a first game. It explains each kind of situation once. */

import { html } from "htm/preact";
import { useLessons } from "/web/parts/lessons.js";

/** @typedef {import("./types.js").Scene} Scene */

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
 * The guide's progress, and functions to continue, stop and restart.
 * @param {Scene} scene
 * @param {{ hasRoundEnded: boolean, isMuted: boolean }} situation  isMuted: the summary of a round is open
 */
export function useCoach(scene, { hasRoundEnded, isMuted }) {
  const { you, mode } = scene.table;
  return useLessons("capital-lux", lessons(scene, hasRoundEnded), you === null || mode === "replay" || isMuted);
}

/**
 * One lesson above the prompt. It covers nothing and can be folded to its title.
 * @param {{ scene: Scene, coach: ReturnType<typeof useCoach>, lesson: string }} props
 */
export function Coach({ scene, coach, lesson }) {
  const { texts } = scene;
  const { isFolded, fold, next, stop } = coach;
  return html`<aside class="lux-coach" aria-label=${texts.phrase("guide.name")}>
    <h2>
      <button type="button" class="lux-fold" aria-expanded=${!isFolded} onClick=${fold}>
        <svg class="lux-crest" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><use href="#lux-gate" /></svg>
        <span>${texts.phrase(`guide.${lesson}.title`)}</span>
        <svg class="chevron" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="m3 6 5 5 5-5" /></svg>
      </button>
    </h2>
    ${!isFolded &&
    html`<p class="lesson">${texts.phrase(`guide.${lesson}.text`)}</p>
      <p class="ways">
        <button type="button" class="lux-plain strong" onClick=${next}>${texts.phrase("guide.next")}</button>
        <button type="button" class="lux-plain" onClick=${stop}>${texts.phrase("guide.stop")}</button>
      </p>`}
  </aside>`;
}
