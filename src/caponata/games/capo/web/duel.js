/** A Battle: two face-down cards that are turned over together. */

import { html } from "htm/preact";
import { Ready, SeatMark } from "/web/kit.js";
import { Back, Face } from "./cards.js";
import { Sign } from "./drawings.js";
import { cardLabel, nameOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./recent.js").Duel} Battle */

/** @param {{ scene: Scene, duel: Battle }} props */
export function Duel({ scene, duel }) {
  const { view, texts } = scene;
  const [challenger, foe] = duel.seats;
  const key = view.battle?.equal ? "board.battle-equal" : "board.battle";
  const title = texts.phrase(key, { challenger: new Ready(nameOf(scene, challenger)), foe: new Ready(nameOf(scene, foe)) });
  return html`<section class=${`cpo-duel${duel.isDecided ? " decided" : ""}`} aria-label=${title}>
    <${Side} scene=${scene} duel=${duel} seat=${challenger} />
    <span class="clash"><${Sign} name="power-9" /></span>
    <${Side} scene=${scene} duel=${duel} seat=${foe} />
    ${duel.isDecided && html`<p class="told">${duel.winner === null ? texts.event({ event: "undecided" }, scene.table.names, scene.table.you).text : texts.event({ event: "battle-won", seat: duel.winner }, scene.table.names, scene.table.you).text}</p>`}
  </section>`;
}

/**
 * One side of a Battle: an empty place, then a card's back, then its face.
 * @param {{ scene: Scene, duel: Battle, seat: number }} props
 */
function Side({ scene, duel, seat }) {
  const { view, texts, pick, moves } = scene;
  const shown = duel.cards.get(seat);
  const isChoosing = !duel.isDecided && view.to_act.includes(seat);
  const mine = seat === view.seat ? (view.chosen?.[0] ?? (moves.some((move) => move.startsWith("fight ")) ? pick.picked[0]?.split(".")[0] : undefined)) : undefined;
  const word = shown ? cardLabel(scene, shown) : isChoosing ? texts.phrase("board.choosing") : seat === view.seat ? texts.phrase("board.chosen") : texts.phrase("board.has-chosen");
  return html`<div class=${`side${duel.winner === seat ? " wins" : duel.winner !== null ? " loses" : ""}`}>
    <p class="who"><${SeatMark} seat=${seat} /><b>${nameOf(scene, seat)}</b></p>
    <span class=${`cpo-flip${shown ? " open" : ""}`} role="img" aria-label=${word}>
      ${isChoosing && !mine ? html`<span class="cpo-slot"></span>` : html`<span class="back"><${Back} /></span>`}
      ${(shown ?? mine) && html`<span class=${`front${shown ? "" : " mine"}`}><${Face} scene=${scene} card=${shown ?? mine ?? ""} /></span>`}
    </span>
    <p class="word">${shown ? null : isChoosing ? texts.phrase("board.choosing") : texts.phrase("board.has-chosen")}</p>
  </div>`;
}
