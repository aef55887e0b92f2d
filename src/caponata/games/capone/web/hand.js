/** The cards in hand, and the details of one of them. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark, rovingFocus, RuleLink, useDrag } from "/web/kit.js";
import { dangerWords, siteWords } from "./city.js";
import { Sign, signOf, Subtitle } from "./drawings.js";
import { UnseenCount } from "./unseencards.js";
import { businessOf } from "./types.js";
import { MoveButton } from "./movebutton.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * Sort of a card: the colour of its business, "legal" or "action".
 * @param {Scene} scene
 * @param {string} card
 */
export function sortOf({ view }, card) {
  const site = view.sites.find((other) => businessOf(other.site) === card);
  return site?.colour ?? (card in view.fronts ? "legal" : "action");
}

/** @param {{ scene: Scene }} props */
export function Hand({ scene }) {
  const { view, texts } = scene;
  const hand = view.hand ?? [];
  if (hand.length === 0) return null;
  const copies = new Map();
  return html`<div class="cpn-hand" role="group" aria-label=${texts.phrase("board.hand")} ...${rovingFocus}>
    ${hand.map((card, place) => {
      const copy = copies.get(card) ?? 0;
      copies.set(card, copy + 1);
      return html`<${Card} key=${`${card}.${copy}`} scene=${scene} card=${card} place=${place} copy=${copy} />`;
    })}
  </div>`;
}

/**
 * One card. A tap shows its details or lays it aside; it can be dragged to a site, a house or the park.
 * @param {{ scene: Scene, card: string, place: number, copy: number }} props
 */
function Card({ scene, card, place, copy }) {
  const { view, texts, can, act, about, inspect, steps, moves } = scene;
  const { plan } = view;
  const aside = plan?.aside ? plan.aside.filter((other) => other === card).length > copy : false;
  const isPlanned = plan?.card === card && copy === 0;
  const isHeld = isPlanned || (about !== null && "card" in about && about.card === place);
  const sort = sortOf(scene, card);
  const isExchange = view.phase === "exchange" && moves.length > 0;
  const isLit = isExchange ? aside || can(`return ${card}`) : can(`play ${card}`) || can(`discard ${card}`);
  const isSpent = can(`discard ${card}`) && !can(`play ${card}`);
  const at = `card ${place}`;
  const tap = () => {
    if (isExchange) return void steps.toggle(at, `return ${card}`, copy);
    if (plan?.card && steps.canGoBack) return void steps.clear().then(() => inspect(isPlanned ? null : { card: place }));
    inspect(isHeld ? null : { card: place });
  };
  const drag = useDrag({
    drop: (to) => {
      const start = to === "discard" ? [`discard ${card}`] : to === card ? [`play ${card}`] : [`play ${card}`, `site ${to}`];
      void (plan?.card && steps.canGoBack ? steps.clear().then(() => act(at, ...start)) : act(at, ...start));
    },
    over: () => undefined,
    fits: ({ dataset }) => moves.length > 0 && fits(scene, card, String(dataset["drop"])),
  });
  const label = [texts.name(card), sort === "legal" || sort === "action" ? "" : `${texts.term("minimum")} ${minimumOf(scene, card)}`, aside ? texts.phrase("board.aside") : "", isSpent ? texts.phrase("board.only-discard") : ""].filter(Boolean).join(", ");
  return html`<button type="button" class=${`cpn-card ${sort}${isLit ? " lit" : ""}${isSpent ? " spent" : ""}${isHeld ? " held" : ""}${aside ? " aside" : ""}`} data-piece=${`card.${card}.${copy}`} data-from="park" data-to="park" data-first=${isPlanned} aria-pressed=${isExchange ? aside : isHeld} ...${drag} onClick=${tap}>
    <span class="unseen">${label}</span>
    <span class="cardhead" aria-hidden="true">${sort === "legal" || sort === "action" ? html`<span class="plate"></span>` : html`<span class="plate">${minimumOf(scene, card)}</span>`}<${Sign} name=${signOf(card)} /></span>
    <span class="name" aria-hidden="true">${texts.name(card)} <${Subtitle} scene=${scene} card=${card} /></span>
    ${aside && html`<span class="tag" aria-hidden="true"><${Sign} name="cards" /></span>`}
    <${RefusalMark} scene=${scene} at=${at} />
  </button>`;
}

/** @param {Scene} scene @param {string} card */
function minimumOf({ view }, card) {
  return view.sites.find((site) => businessOf(site.site) === card)?.minimum ?? 0;
}

/**
 * Return whether a card can be dropped on a place.
 * @param {Scene} scene
 * @param {string} card
 * @param {string} place
 */
function fits({ view }, card, place) {
  const places = view.places?.[card] ?? null;
  return places !== null && (place === "discard" || places.includes(place));
}

/**
 * Details of the selected card, and its moves.
 * @param {{ scene: Scene, card: string }} props
 */
export function CardPanel({ scene, card }) {
  const { view, texts, me, can, moves, showPreview, act } = scene;
  const sort = sortOf(scene, card);
  const kind = sort === "action" ? signOf(card) : sort === "legal" ? "legal" : "illegal";
  const isTurn = view.phase === "turn" && moves.length > 0;
  const sites = view.sites.filter((site) => businessOf(site.site) === card);
  const { rule } = texts.explain(`play ${card}`);
  return html`<section class=${`cpn-panel cpn-cardpanel ${sort}`} aria-label=${texts.name(card)}>
    <h2>${texts.name(card)} <${Subtitle} scene=${scene} card=${card} /> <${UnseenCount} scene=${scene} card=${card} /></h2>
    <p class="effect">${texts.term(`effect-${kind}`)} <${RuleLink} rule=${rule} />${sort === "legal" && me !== null && html` <b>${texts.phrase("board.pays", { money: view.front_pay[me] })}</b>`}</p>
    ${sites.map((site) => html`<p key=${site.site} class="sitefact">${siteWords(scene, site)} ${site.owner !== null && site.owner !== me ? "" : dangerWords(scene, site)}</p>`)}
    ${isTurn &&
    html`<div class="ways">
      <${MoveButton} scene=${scene} move=${`play ${card}`} look="go" label=${texts.phrase("board.play")} name=${texts.move(`play ${card}`)} />
      <button type="button" class="cpn-way" data-move=${`discard ${card}`} title=${texts.explain(`discard ${card}`).text} ...${can(`discard ${card}`) ? previewHandlers(showPreview, `discard ${card}`) : {}} onClick=${() => act(`discard ${card}`, `discard ${card}`)}><span class="unseen">${texts.move(`discard ${card}`)}</span><span aria-hidden="true">${texts.phrase("board.discard")}</span></button>
    </div>`}
  </section>`;
}
