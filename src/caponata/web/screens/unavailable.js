/** The screen for a page or table that cannot be shown. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { Mark } from "../parts/wordmark.js";

/**
 * Explain why there is nothing here, with a link to the home screen.
 * @param {{ what: "page" | "gone" | "closed" | "moved" | "removed" | "private" }} props
 */
export function Unavailable({ what }) {
  return html`<main id="main" class="narrow gone">
    <${Mark} />
    <h1>${say(`gone.${what}.title`)}</h1>
    <p>${say(`gone.${what}.text`)}</p>
    <p class="buttons"><a class="button act" href="/">${say("gone.shelf")}</a></p>
  </main>`;
}
