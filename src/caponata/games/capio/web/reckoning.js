/** The reckoning: seat by seat and card by card, with what the caller overlooked. */

import { html } from "htm/preact";
import { RuleLink } from "/web/parts/rulelink.js";
import { SeatMark } from "/web/parts/seatmark.js";
import { Die } from "./die.js";
import { signed } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").Reckoning} Reckoning */

/** @param {{ scene: Scene }} props */
export function Reckoned({ scene }) {
  const { view, texts } = scene;
  if (!view.reckoning) return null;
  const first = view.caller ?? 0; // as it is told
  const seats = view.reckoning.map((_, number) => (first + number) % view.seats);
  return html`<section class="cio-reckoning" aria-label=${texts.phrase("guide.reckoning.title")}>
    <ol>${seats.map((seat) => html`<${Seat} key=${seat} scene=${scene} seat=${seat} reckoned=${view.reckoning?.[seat]} />`)}</ol>
    ${view.phase === "over" && new Set(view.scores).size < view.seats && html`<p class="cio-bonus">${texts.term("bonus")}: ${view.bonus.map((points, seat) => `${scene.table.names[seat]} ${points}`).join(" · ")} <${RuleLink} rule="CAPIO-7.3" /></p>`}
  </section>`;
}

/** What somebody's cards brought; a touch lays them open below. @param {{ scene: Scene, seat: number, reckoned: Reckoning }} props */
function Seat({ scene, seat, reckoned }) {
  const { view, texts, table, shown, show } = scene;
  const name = table.names[seat] ?? "";
  return html`<li class=${seat === view.caller ? "caller" : ""}>
    <button type="button" aria-pressed=${seat === shown} title=${texts.phrase("board.cards", { seat: name })} onClick=${() => show(seat)}>
      <${SeatMark} seat=${seat} /><span class="cio-name">${name}</span><strong>${signed(reckoned.total)}</strong>
    </button>
    <ul>
      ${reckoned.cards.map((card) => html`<li key=${card.kind}><span>${texts.phrase(`scores.${card.kind}`)}${card.full ? " ★" : ""}</span><b>${signed(card.points)}</b></li>`)}
      ${reckoned.several > 0 && html`<li><span>${texts.phrase("scores.several")}</span><b>${signed(reckoned.several)}</b></li>`}
      ${reckoned.stop !== null && html`<li class="stop"><span>${texts.term("stop")}</span><b>${signed(reckoned.stop)}</b></li>`}
    </ul>
    ${reckoned.missed.length > 0 &&
    html`<p class="cio-missed">${texts.term("missed")}:</p>
      <ul class="cio-missed">${reckoned.missed.map(({ die, card, where }, place) => html`<li key=${place}><span role="img" aria-label=${texts.name(die)}><${Die} die=${die} /></span><span>${texts.name(card)}${card === "target" ? "" : ` ${texts.name(where)}`}</span></li>`)}</ul>`}
  </li>`;
}
