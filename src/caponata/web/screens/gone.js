/** Something that is not here any more, and the way on. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { Mark } from "../parts/wordmark.js";

/**
 * A friendly dead end that is none.
 * @param {{ what: "page" | "gone" | "moved" | "removed" | "private" }} props
 */
export function Gone({ what }) {
  return html`<main id="main" class="narrow gone">
    <${Mark} />
    <h1>${say(`gone.${what}.title`)}</h1>
    <p>${say(`gone.${what}.text`)}</p>
    <p class="buttons"><a class="button act" href="/">${say("gone.shelf")}</a></p>
  </main>`;
}
