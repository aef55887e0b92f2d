/** A guide for the first game: it explains each kind of moment once, and then keeps quiet. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {{ off: boolean, seen: string[] }} Progress */

const NOTEBOOK = "caponata.capital-lux.guide";
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

/** What the guide has said so far, remembered by this browser. @returns {Progress} */
function read() {
  try {
    return { off: false, seen: [], ...JSON.parse(localStorage.getItem(NOTEBOOK) ?? "{}") };
  } catch {
    return { off: false, seen: [] };
  }
}

/** @param {Progress} progress */
function write(progress) {
  try {
    localStorage.setItem(NOTEBOOK, JSON.stringify(progress));
  } catch {
    return; // a browser that remembers nothing is told everything again
  }
}

/**
 * The guide's progress, and ways to go on, stop and begin again.
 * @param {Scene} scene
 * @param {{ isReckoned: boolean, isHushed: boolean }} moment  a round has just ended; somebody else is talking
 */
export function useCoach(scene, { isReckoned, isHushed }) {
  const [progress, setProgress] = useState(read);
  const [shown, setShown] = useState(/** @type {string | null} */ (null));
  const isIdle = scene.table.you === null || scene.table.mode === "replay" || progress.off || isHushed;
  const due = isIdle ? undefined : lessons(scene, isReckoned).find((each) => !progress.seen.includes(each));
  useEffect(() => setShown(due ?? null), [due]);
  /** @param {Progress} next */
  const keep = (next) => (setProgress(next), write(next));
  return {
    lesson: shown,
    isOff: progress.off || progress.seen.length > 0,
    next: () => keep({ ...progress, seen: [...progress.seen, String(shown)] }),
    stop: () => keep({ ...progress, off: true }),
    restart: () => keep({ off: false, seen: [] }),
  };
}

/**
 * One lesson.
 * @param {{ scene: Scene, lesson: string, next: () => void, stop: () => void }} props
 */
export function Coach({ scene, lesson, next, stop }) {
  const { texts } = scene;
  return html`<aside class="lux-coach" aria-label=${texts.phrase("guide.name")}>
    <svg class="lux-crest" viewBox="0 0 48 48" aria-hidden="true" focusable="false"><use href="#lux-gate" /></svg>
    <div>
      <h3>${texts.phrase(`guide.${lesson}.title`)}</h3>
      <p>${texts.phrase(`guide.${lesson}.text`)}</p>
      <p class="ways">
        <button type="button" class="lux-plain strong" onClick=${next}>${texts.phrase("guide.next")}</button>
        <button type="button" class="lux-plain" onClick=${stop}>${texts.phrase("guide.stop")}</button>
      </p>
    </div>
  </aside>`;
}
