/** The guide of a first playthrough. It explains the game and each kind of card once, before the dice are thrown. */

import { html } from "htm/preact";
import { LessonBox, useLessons } from "/web/kit.js";
import { Die, Face } from "./die.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("/web/parts/lessons.js").Lessons} Lessons */

const CLASSES = { box: "cio-lesson", next: "button act", stop: "quiet button" };

/** Dice of the examples. @type {Record<string, string[]>} */
const EXAMPLES = {
  target: ["white-1", "blue-2", "pink-1"],
  lines: ["red-5", "green-2", "black-3"],
  chain: ["yellow-2", "purple-3", "grey-4"],
  sets: ["orange-4", "white-4", "blue-4"],
};

/**
 * The guide's progress. Lessons appear only outside the race.
 * @param {View} view
 * @param {Scene["table"]} table
 */
export function useCoach(view, table) {
  const kinds = (view.goals[view.seat ?? 0] ?? []).map(({ kind }) => kind);
  const fitting = view.phase === "gathering" ? ["gathering", "grabbing", ...kinds, "call"] : view.phase === "reckoning" ? ["reckoning"] : [];
  return useLessons("capio", table, fitting);
}

/** @param {{ scene: Scene, coach: Lessons }} props */
export function Coach({ scene, coach }) {
  return html`<${LessonBox} lessons=${coach} texts=${scene.texts} classes=${CLASSES}><${Example} scene=${scene} lesson=${coach.lesson} /><//>`;
}

/** An example of dice that score on a kind of card. @param {{ scene: Scene, lesson: string }} props */
function Example({ scene, lesson }) {
  if (lesson === "towers") {
    return html`<p class="cio-example" aria-hidden="true"><span class="tower"><${Face} colour="red" face=${4} /><${Face} colour="yellow" face=${2} /></span></p>`;
  }
  if (lesson === "confusion") {
    return html`<p class="cio-example" aria-hidden="true"><b>1 3 5</b><span class="cio-word blue">${scene.texts.name("red")}</span><${Die} die="red-2" /><b>2 4 6</b><span class="cio-word blue">${scene.texts.name("red")}</span><${Die} die="blue-2" /></p>`;
  }
  const dice = EXAMPLES[lesson];
  if (!dice) return null;
  return html`<p class="cio-example" aria-hidden="true">${dice.map((die) => html`<${Die} key=${die} die=${die} />`)}</p>`;
}
