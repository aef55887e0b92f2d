/** The middle of the table: the play to beat, or the current decision. */

import { html } from "htm/preact";
import { Card, Cities, CityFace } from "./cards.js";
import { Sign } from "./drawings.js";
import { Duel } from "./duel.js";
import { nameOf, pieces, playName, rankWord } from "./types.js";
import { SeatMark } from "/web/kit.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * The middle of the table.
 * @param {{ scene: Scene, duel: import("./recent.js").Duel | null, children?: any }} props
 */
export function Stage({ scene, duel, children }) {
  const { view, texts } = scene;
  const part =
    view.phase === "exchange" ? html`<${Exchange} scene=${scene} />`
    : view.phase === "staking" ? html`<${Stakes} scene=${scene} />`
    : view.phase === "drafting" ? html`<${Draft} scene=${scene} />`
    : view.phase === "yielding" && !duel ? html`<${Prize} scene=${scene} />`
    : null;
  return html`<div class=${`cpo-stage ${view.phase}`}>
    ${duel && html`<${Duel} key=${duel.n} scene=${scene} duel=${duel} />`}
    ${part ?? (view.phase !== "awarding" && view.phase !== "dealing" && html`<${Pile} scene=${scene} isSmall=${duel !== null} />`)}
    ${children}
    <p class="cpo-facts">
      <span>${texts.phrase("board.round", { round: view.round })}</span>
      <span class="stock" title=${texts.phrase("board.stock", { cards: view.stock })} data-place="deck"><span class="unseen">${texts.phrase("board.stock", { cards: view.stock })}</span><span aria-hidden="true">${texts.term("stock")} <b>${view.stock}</b></span></span>
    </p>
  </div>`;
}

/**
 * The play to beat, with its name and its owner.
 * @param {{ scene: Scene, isSmall: boolean }} props
 */
function Pile({ scene, isSmall }) {
  const { view, texts } = scene;
  const { top, last } = view;
  const shown = top ?? (last.cards.length > 0 ? last : null);
  const cards = shown ? pieces(shown.cards, view.hand) : [];
  const ranks = top ? top.as.map((rank) => rankWord(texts, rank)).join("-") : "";
  const standsIn = top !== null && top.sort !== "single" && top.cards.includes("police");
  return html`<section class=${`cpo-pile${top ? "" : " free"}${isSmall ? " small" : ""}`} aria-label=${texts.phrase(top ? "board.to-beat" : "board.free-lead")}>
    <p class="what">
      <span class="word">${texts.phrase(top ? "board.to-beat" : view.phase === "playing" ? "board.free-lead" : "board.last-play")}</span>
      ${top && html`<strong>${playName(scene, top)}</strong>`}
      ${top && (standsIn || top.sort === "hand") && html`<span class="ranks">${ranks}</span>`}
    </p>
    <div class=${`laid of-${cards.length}${top ? "" : " old"}`}>
      ${cards.map(({ id, word }) => html`<${Card} key=${id} scene=${scene} card=${word} id=${id} from=${`seat-${shown?.seat}`} />`)}
      ${cards.length === 0 && html`<span class="cpo-slot" aria-hidden="true"></span>`}
    </div>
    ${shown && cards.length > 0 && html`<p class="by"><${SeatMark} seat=${shown.seat} /><span>${texts.phrase(shown.seat === view.seat ? "board.played-by-you" : "board.played-by", { seat: nameOf(scene, shown.seat) })}</span></p>`}
  </section>`;
}

/**
 * The exchange: partner, number of cards, and the seats that have not chosen yet.
 * @param {{ scene: Scene }} props
 */
function Exchange({ scene }) {
  const { view, texts, pick, moves } = scene;
  const { gift, chosen = [], seat } = view;
  const isAsked = moves.some((move) => move.startsWith("give "));
  const cards = isAsked ? pick.picked.map((id) => id.split(".")[0] ?? id) : chosen;
  const title = seat === null ? null : view.titles[seat];
  return html`<section class="cpo-dialogue" aria-label=${texts.phrase("board.exchange")}>
    <h2>${texts.phrase("board.exchange")}</h2>
    ${gift &&
    html`<p>${texts.phrase(title === "capo" || title === "soto-capo" ? "board.exchange-give" : "board.exchange-strongest", { seat: nameOf(scene, gift.to), cards: gift.count })}</p>
      <p class="slots">
        ${Array.from({ length: gift.count }, (_, place) => (cards[place] ? html`<${Card} key=${place} scene=${scene} card=${cards[place]} />` : html`<span key=${place} class="cpo-slot" aria-hidden="true"></span>`))}
        <${Sign} name="next" />
        <span class="to"><${SeatMark} seat=${gift.to} /><b>${nameOf(scene, gift.to)}</b></span>
      </p>`}
    ${!gift && html`<p>${texts.phrase("board.exchange-others")}</p>`}
    <${Undecided} scene=${scene} />
  </section>`;
}

/**
 * Names of the seats that have not made their secret choice yet.
 * @param {{ scene: Scene }} props
 */
export function Undecided({ scene }) {
  const { view, texts } = scene;
  const others = view.to_act.filter((seat) => seat !== view.seat);
  if (others.length === 0) return null;
  return html`<p class="cpo-undecided"><span>${texts.phrase("board.undecided")}</span> ${others.map((seat) => html`<span key=${seat} class="to"><${SeatMark} seat=${seat} />${nameOf(scene, seat)}</span>`)}</p>`;
}

/**
 * The stock is empty: the stake for the round.
 * @param {{ scene: Scene }} props
 */
function Stakes({ scene }) {
  const { view, texts, moves } = scene;
  const mine = view.seat === null ? null : view.cities[view.seat];
  const isAsked = moves.length > 0;
  return html`<section class="cpo-dialogue" aria-label=${texts.phrase("board.staking")}>
    <h2>${texts.phrase("board.staking")}</h2>
    <p>${texts.phrase("board.staking-about")}</p>
    ${!isAsked && mine?.stake && html`<p class="slots"><span class="to"><${CityFace} colour=${mine.stake} /><span>${texts.phrase("board.stake", { colour: mine.stake })}</span></span></p>`}
    <${Undecided} scene=${scene} />
  </section>`;
}

/**
 * The open stakes, picked in the order of places.
 * @param {{ scene: Scene }} props
 */
function Draft({ scene }) {
  const { view, texts } = scene;
  return html`<section class="cpo-dialogue" aria-label=${texts.phrase("board.draft")}>
    <h2>${texts.phrase("board.draft")}</h2>
    <p class="slots"><${Cities} scene=${scene} colours=${view.shown} label=${texts.phrase("board.stakes")} /></p>
    <p class="order">
      ${view.places.slice(0, -1).map((seat, place) => html`<span key=${seat} class=${`to${view.to_act.includes(seat) ? " now" : ""}`}><i>${place + 1}</i><${SeatMark} seat=${seat} />${nameOf(scene, seat)}</span>`)}
    </p>
  </section>`;
}

/**
 * The loser of a Battle chooses the winner's prize.
 * @param {{ scene: Scene }} props
 */
function Prize({ scene }) {
  const { view, texts } = scene;
  const winner = view.battle?.winner ?? null;
  return html`<section class="cpo-dialogue" aria-label=${texts.phrase("board.prize")}>
    ${winner !== null && html`<p>${texts.phrase("board.prize-for", { seat: nameOf(scene, winner) })}</p>`}
  </section>`;
}
