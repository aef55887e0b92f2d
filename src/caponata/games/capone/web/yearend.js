/** Decisions at the end of a year: guards from the park, prisoners, investments. */

import { html } from "htm/preact";
import { rovingFocus } from "/web/kit.js";
import { Cash, Ladder } from "./families.js";
import { Face } from "./people.js";
import { MEMBERS } from "./types.js";
import { MoveButton } from "./movebutton.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {{ scene: Scene }} props */
export function Books({ scene }) {
  const { view, texts, me, moves } = scene;
  const people = me === null ? undefined : view.people[me];
  if (me === null || !people || moves.length === 0) return null;
  const prisoners = MEMBERS.filter((member) => people.cells.some((cell) => cell.includes(member)));
  const counts = (/** @type {string} */ verb) => moves.filter((move) => move.startsWith(`${verb} `)).map((move) => move.split(" ")[1]);
  const invest = counts("invest");
  const rehire = counts("rehire");
  return html`<section class="cpn-panel cpn-books" aria-label=${texts.phrase("board.books")}>
    <p class="standing"><${Ladder} scene=${scene} seat=${me} /><${Cash} scene=${scene} seat=${me} /></p>
    <div class="book" role="group" aria-label=${texts.phrase("board.invest")} ...${rovingFocus}>
      <h3>${texts.phrase("board.invest")}</h3>
      ${(invest.length > 0 ? invest : ["1"]).map((count) => html`<${MoveButton} key=${count} scene=${scene} move=${`invest ${count}`} look=${invest.length > 0 ? "go" : ""} label=${`+${count}`} name=${texts.move(`invest ${count}`)} />`)}
      <${MoveButton} scene=${scene} move="sell" look="plain" />
    </div>
    ${people.park > 0 &&
    html`<div class="book" role="group" aria-label=${texts.phrase("board.rehire", { guards: people.park })} ...${rovingFocus}>
      <h3>${texts.phrase("board.rehire", { guards: people.park })}</h3>
      ${(rehire.length > 0 ? rehire : ["1"]).map((count) => html`<${MoveButton} key=${count} scene=${scene} move=${`rehire ${count}`} look=${rehire.length > 0 ? "go" : ""} label=${count} name=${texts.move(`rehire ${count}`)} />`)}
    </div>`}
    <${Prisoners} scene=${scene} me=${me} prisoners=${prisoners} />
    <div class="ways"><${MoveButton} scene=${scene} move="done" look="go big" />${people.park > 0 && html`<p class="warning">${texts.phrase("board.lose-guards", { guards: people.park })}</p>`}</div>
  </section>`;
}

/**
 * Prisoners who can be bought out.
 * @param {{ scene: Scene, me: number, prisoners: string[] }} props
 */
export function Prisoners({ scene, me, prisoners }) {
  const { texts } = scene;
  if (prisoners.length === 0) return null;
  return html`<div class="book" role="group" aria-label=${texts.phrase("board.buy-out")} ...${rovingFocus}>
    <h3>${texts.phrase("board.buy-out")}</h3>
    ${prisoners.map((member) => html`<${MoveButton} key=${member} scene=${scene} move=${`buy-out ${member}`} look="face"><${Face} scene=${scene} seat=${me} member=${member} /><span>${texts.name(member)}</span><//>`)}
  </div>`;
}
