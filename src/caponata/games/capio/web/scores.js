/** The scores of a playthrough by seat and card, with the dice that the caller overlooked. */

import { html } from "htm/preact";
import { RuleLink, SeatMark } from "/web/kit.js";
import { Die } from "./die.js";
import { signed } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Reckoning} Reckoning */

/** @param {{ scene: Scene }} props */
export function RoundScores({ scene }) {
  const { view, texts } = scene;
  if (!view.reckoning) return null;
  const first = view.caller ?? 0; // the caller is listed first
  const seats = view.reckoning.map((_, number) => (first + number) % view.seats);
  return html`<section class="cio-reckoning" aria-label=${texts.phrase("guide.reckoning.title")}>
    <ol>${seats.map((seat) => html`<${Seat} key=${seat} scene=${scene} seat=${seat} scored=${view.reckoning?.[seat]} />`)}</ol>
    ${view.phase === "over" && new Set(view.scores).size < view.seats && html`<p class="cio-bonus">${texts.term("bonus")}: ${view.bonus.map((points, seat) => `${scene.table.names[seat]} ${points}`).join(" · ")} <${RuleLink} rule="CAPIO-7.3" /></p>`}
  </section>`;
}

/** Scores of one seat; a tap shows its cards below. @param {{ scene: Scene, seat: number, scored: Reckoning }} props */
function Seat({ scene, seat, scored }) {
  const { view, texts, table, shown, show } = scene;
  const name = table.names[seat] ?? "";
  return html`<li class=${seat === view.caller ? "caller" : ""}>
    <button type="button" aria-pressed=${seat === shown} title=${texts.phrase("board.cards", { seat: name })} onClick=${() => show(seat)}>
      <${SeatMark} seat=${seat} /><span class="cio-name">${name}</span><strong>${signed(scored.total)}</strong>
    </button>
    <ul>
      ${scored.cards.map((card) => html`<li key=${card.kind}><span>${texts.phrase(`scores.${card.kind}`)}${card.full ? " ★" : ""}</span><b>${signed(card.points)}</b></li>`)}
      ${scored.several > 0 && html`<li><span>${texts.phrase("scores.several")}</span><b>${signed(scored.several)}</b></li>`}
      ${scored.stop !== null && html`<li class="stop"><span>${texts.term("stop")}</span><b>${signed(scored.stop)}</b></li>`}
    </ul>
    ${scored.missed.length > 0 &&
    html`<p class="cio-missed">${texts.term("missed")}:</p>
      <ul class="cio-missed">${scored.missed.map(({ die, card, where }, place) => html`<li key=${place}><span role="img" aria-label=${texts.name(die)}><${Die} die=${die} /></span><span>${texts.name(card)}${card === "target" ? "" : ` ${texts.name(where)}`}</span></li>`)}</ul>`}
  </li>`;
}
