/** A rulebook on a page of its own: `/rules/<game>#<rule>`. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { Rulebook } from "../parts/rulebook.js";
import { currentAddress } from "../route.js";

/**
 * The rulebook of a game, opened at the rule in the address.
 * @param {{ game: string }} props
 */
export function RulebookScreen({ game }) {
  return html`<main id="main" class="narrow">
    <${Rulebook} game=${game} rule=${currentAddress.value.hash || null} />
    <p class="buttons">
      <a class="button act" href=${`/new/${game}`}>${say("game.friends")}</a>
      <a class="button" href="/">${say("gone.shelf")}</a>
    </p>
  </main>`;
}
