/** A guide for the first game: it explains each kind of moment once, and then keeps quiet. */

import { html } from "htm/preact";
import { useLessons } from "/web/parts/lessons.js";

/** @typedef {import("./shapes.js").Scene} Scene */

const ASKED = ["first-pick", "second-pick", "playing", "agent", "cleric", "settling"];

/**
 * The lessons that fit this moment, the most fitting first.
 * @param {Scene} scene
 * @param {boolean} isReckoned  a round has just ended
 */
function lessons({ view, moves }, isReckoned) {
  const isAsked = Object.keys(moves).length > 0;
  const found = [];
  if (view.phase === "over") found.push("over");
  if (isReckoned) found.push("reckoning");
  if (isAsked && view.last_turns > 0) found.push("last-turns");
  if (isAsked && ASKED.includes(view.phase)) found.push(view.phase);
  if (isAsked && view.phase === "playing") found.push("limits");
  return found;
}

/**
 * The guide's progress, and ways to go on, stop and begin again.
 * @param {Scene} scene
 * @param {{ isReckoned: boolean, isHushed: boolean }} moment  a round has just ended; somebody else is talking
 */
export function useCoach(scene, { isReckoned, isHushed }) {
  const { you, mode } = scene.table;
  return useLessons("capital-lux", lessons(scene, isReckoned), you === null || mode === "replay" || isHushed);
}

/**
 * One lesson: it stands above the prompt, hides nothing, and folds to its title.
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
