/** A lesson of the guide, drawn in the classes of a board. Styled by `style/kit.css`. */

import { html } from "htm/preact";

/** @typedef {import("./lessons.js").Lessons} Lessons */
/** @typedef {import("../types.js").Texts} Texts */

/**
 * The current lesson, if there is one. It covers nothing and can be folded to its title.
 * @param {object} props
 * @param {Lessons} props.lessons
 * @param {Texts} props.texts
 * @param {{ box: string, next: string, stop: string }} props.classes  classes of the box and of its two buttons
 * @param {any} [props.sign]  drawn beside the title; without it the lesson cannot be folded
 * @param {any} [props.children]  drawn below the text
 */
export function LessonBox({ lessons, texts, classes, sign, children }) {
  const { lesson, next, stop } = lessons;
  if (lesson === null) return null;
  const isFolded = lessons.isFolded && sign !== undefined;
  return html`<aside class=${`lesson-box ${classes.box}`} aria-label=${texts.phrase("guide.name")}>
    <h2><${Title} lessons=${lessons} sign=${sign}>${texts.phrase(`guide.${lesson}.title`)}<//></h2>
    ${!isFolded &&
    html`<p class="lesson">${texts.phrase(`guide.${lesson}.text`)}</p>
      ${children}
      <p class="ways">
        <button type="button" class=${classes.next} onClick=${next}>${texts.phrase("guide.next")}</button>
        <button type="button" class=${classes.stop} onClick=${stop}>${texts.phrase("guide.stop")}</button>
      </p>`}
  </aside>`;
}

/** @param {{ lessons: Lessons, sign: any, children: any }} props */
function Title({ lessons, sign, children }) {
  if (sign === undefined) return children;
  return html`<button type="button" aria-expanded=${!lessons.isFolded} onClick=${lessons.fold}>
    ${sign}<span>${children}</span>
    <svg class="chevron" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="m3 6 5 5 5-5" /></svg>
  </button>`;
}

/**
 * Button that starts the lessons again, once some were seen or the guide was stopped.
 * @param {{ lessons: Lessons, texts: Texts, class: string }} props
 */
export function RestartLessons({ lessons, texts, class: look }) {
  if (!lessons.canRestart) return null;
  return html`<button type="button" class=${look} onClick=${lessons.restart}>${texts.phrase("guide.restart")}</button>`;
}
