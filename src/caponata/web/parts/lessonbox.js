/** A lesson of the guide, drawn in the classes of a board. Its style is in `style/lesson.css`. */

import { html } from "htm/preact";

/**
 * The current lesson, if there is one. It covers nothing and can be folded to its title.
 * @param {object} props
 * @param {import("./lessons.js").Lessons} props.lessons
 * @param {import("../types.js").Texts} props.texts
 * @param {{ box: string, next: string, stop: string }} props.classes  classes of the box and of its two buttons
 * @param {any} props.children  the sign beside the title
 */
export function LessonBox({ lessons, texts, classes, children }) {
  const { lesson, isFolded, fold, next, stop } = lessons;
  if (lesson === null) return null;
  return html`<aside class=${`lesson-box ${classes.box}`} aria-label=${texts.phrase("guide.name")}>
    <h2>
      <button type="button" aria-expanded=${!isFolded} onClick=${fold}>${children}<span>${texts.phrase(`guide.${lesson}.title`)}</span></button>
    </h2>
    ${!isFolded &&
    html`<p>${texts.phrase(`guide.${lesson}.text`)}</p>
      <p class="ways">
        <button type="button" class=${classes.next} onClick=${next}>${texts.phrase("guide.next")}</button>
        <button type="button" class=${classes.stop} onClick=${stop}>${texts.phrase("guide.stop")}</button>
      </p>`}
  </aside>`;
}
