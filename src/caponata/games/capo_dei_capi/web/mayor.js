/** The Mayor with his extortion track, cubes and chips, and the supply below. */

import { html } from "htm/preact";
import { ChipFace, CubeFace, Sign, TokenFace } from "./drawings.js";
import { Chips, Cubes } from "./tokens.js";

/** @typedef {import("./types.js").Scene} Scene */

const STEPS = [6, 5, 4, 3, 2, 1, 0];
const LOW = 2; // the supply of a kind is highlighted from this number down

/** @param {{ scene: Scene }} props */
export function Mayor({ scene }) {
  const { view, texts, marked } = scene;
  const coming = levels(scene);
  return html`<section class="cdc-mayor" aria-label=${texts.term("mayor")}>
    <div class="portrait"><${Sign} name="mayor" /><b>${texts.term("mayor")}</b></div>
    <ol class=${`track${marked.has("level") ? " last" : ""}`} aria-label=${texts.phrase("board.level", { level: view.level })}>
      ${STEPS.map((step) => {
        const here = step === view.level;
        const ghost = coming.includes(step) && !here;
        return html`<li key=${step} class=${`${here ? "here" : ""}${step < view.level ? " passed" : ""}${ghost ? " ghost" : ""}${step > 4 ? " pays" : ""}`} aria-hidden=${!here}>
          <span class="step">${step}</span>
          ${step > 4 && html`<span class="pay">${texts.phrase(`board.pays-${step}`)}</span>`}
          ${here && html`<span class="marker" data-piece="level"></span>`}
        </li>`;
      })}
    </ol>
    <div class="till">
      <${Cubes} scene=${scene} zone="mayor" label=${texts.phrase("board.mayor-cubes", { cubes: view.mayor.cubes })} />
      <${Chips} scene=${scene} zone="mayor" label=${texts.phrase("board.mayor-chips", { chips: view.mayor.chips })} />
    </div>
    ${!view.hit_man && html`<span class="corner" role="img" aria-label=${texts.phrase("board.hit-man-away")}><span class="cdc-hitman" data-piece="hit-man"><${Sign} name="hit-man" /></span></span>`}
  </section>`;
}

/**
 * Levels that the declared or previewed move may lead to.
 * @param {Scene} scene
 */
function levels({ view, previewed, preview }) {
  const option = view.roll?.options.find((use) => use.move === (view.declared ?? previewed));
  return option?.level ?? (preview ? [preview.level] : []);
}

/**
 * The remaining supply. The game ends when one kind is used up.
 * @param {{ scene: Scene, children?: any }} props
 */
export function Supply({ scene, children }) {
  const { view, texts } = scene;
  const { influence, bribes, cubes, chips } = view.supply;
  const stocks = [
    ...influence.map((left, index) => ({ place: `supply-influence-${index + 1}`, left, face: html`<${TokenFace} kind=${`influence-${index + 1}`} />`, label: texts.phrase("board.left-influence", { value: index + 1, left }), ends: true })),
    { place: "supply-bribes", left: bribes, face: html`<${TokenFace} kind="hidden" />`, label: texts.phrase("board.left-bribes", { left: bribes }), ends: true },
    { place: "supply-cubes", left: cubes, face: html`<${CubeFace} />`, label: texts.phrase("board.left-cubes", { left: cubes }), ends: true },
    { place: "supply-chips", left: chips, face: html`<${ChipFace} />`, label: texts.phrase("board.left-chips", { left: chips }), ends: false },
  ];
  return html`<section class="cdc-supply" aria-label=${texts.term("supply")}>
    <h2>${texts.term("supply")}</h2>
    <ul>
      ${stocks.map(({ place, left, face, label, ends }) => html`<li key=${place} class=${ends && left <= LOW ? "low" : ""} title=${label}><span class="pile" data-place=${place} aria-hidden="true">${face}</span><b aria-hidden="true">${left}</b><span class="unseen">${label}</span></li>`)}
      <li class="box" title=${texts.term("out")} data-place="box"><${Sign} name="token" /><b aria-hidden="true">${countInBox(scene)}</b><span class="unseen">${texts.phrase("board.left-out", { left: countInBox(scene) })}</span></li>
    </ul>
    ${children}
  </section>`;
}

/** @param {Scene} scene */
function countInBox({ view }) {
  const { influence, open, seen, unseen } = view.box;
  return [...influence, ...open, ...seen, unseen].reduce((sum, count) => sum + count, 0);
}
