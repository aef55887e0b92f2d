/** Drawings of cards: faces, backs, city cards. */

import { html } from "htm/preact";
import { Sign } from "./drawings.js";
import { cardLabel, familyOf, POLICE, POWERS, rankOf, starsOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

const BORGATA = 6; // ranks up to this one are members of the family, drawn darker

/**
 * The face of a card. Rank, family and stars are at its left edge, which remains visible in a fan.
 * @param {{ scene: Scene, card: string }} props
 */
export function Face({ scene, card }) {
  const rank = rankOf(card);
  const family = familyOf(card);
  const stars = starsOf(scene.view, card);
  if (card === POLICE)
    return html`<svg class="cpo-face police" viewBox="0 0 100 150" aria-hidden="true" focusable="false">
      <rect class="paper" x="1.500" y="1.500" width="97" height="147" rx="9" />
      <rect class="panel" x="9" y="62" width="82" height="80" rx="5" />
      <path class="checks" d="M9 62h20.500v13.300H9Zm41 0h20.500v13.300H50ZM29.500 75.300H50v13.300H29.500Zm41 0H91v13.300H70.500Z" />
      <svg class="shield" x="9" y="12" width="46" height="46" viewBox="0 0 24 24"><use href="#cpo-police" /></svg>
      <svg class="crest" x="26" y="92" width="48" height="48" viewBox="0 0 24 24"><use href="#cpo-police" /></svg>
    </svg>`;
  const power = POWERS.includes(rank);
  return html`<svg class=${`cpo-face ${family} ${Number(rank) > BORGATA ? "associate" : "borgata"}`} viewBox="0 0 100 150" aria-hidden="true" focusable="false">
    <rect class="paper" x="1.500" y="1.500" width="97" height="147" rx="9" />
    <path class="panel" d="M42 11h43a6 6 0 0 1 6 6v116a6 6 0 0 1-6 6H42Z" />
    <path class="weave" d="M42 11h43a6 6 0 0 1 6 6v116a6 6 0 0 1-6 6H42Z" fill=${`url(#cpo-weave-${family})`} />
    <svg class="crest" x="46" y=${power ? 22 : 51} width="40" height="40" viewBox="0 0 24 24"><use href=${`#cpo-${family}`} /></svg>
    ${power && html`<svg class="power" x="49" y="82" width="34" height="34" viewBox="0 0 24 24"><use href=${`#cpo-power-${rank}`} /></svg>`}
    <text class=${`rank${rank === "10" ? " wide" : ""}`} x="21" y="37">${rank}</text>
    <svg class="small" x="9" y="44" width="24" height="24" viewBox="0 0 24 24"><use href=${`#cpo-${family}`} /></svg>
    ${Array.from({ length: stars }, (_, star) => html`<svg key=${star} class="star" x="14" y=${127 - star * 14} width="14" height="14" viewBox="0 0 24 24"><use href="#cpo-star" /></svg>`)}
  </svg>`;
}

/** The back of a card. */
export function Back() {
  return html`<svg class="cpo-face back" viewBox="0 0 100 150" aria-hidden="true" focusable="false">
    <rect class="paper" x="1.500" y="1.500" width="97" height="147" rx="9" />
    <rect class="panel" x="9" y="9" width="82" height="132" rx="5" />
    <path class="lattice" d="M9 42 42 9M9 75l66-66M9 108 91 26M9 141 91 59M25 141l66-66M58 141l33-33M58 9l33 33M25 9l66 66M9 26l82 82M9 59l82 82M9 92l49 49M9 125l16 16" />
    <svg class="crest" x="30" y="55" width="40" height="40" viewBox="0 0 24 24"><use href="#cpo-capo" /></svg>
  </svg>`;
}

/**
 * A card on the table.
 * @param {{ scene: Scene, card: string, id?: string, from?: string, class?: string }} props
 */
export function Card({ scene, card, id, from, class: extra = "" }) {
  return html`<span class=${`cpo-card ${extra}`} role="img" aria-label=${cardLabel(scene, card)} data-piece=${id} data-from=${from}><${Face} scene=${scene} card=${card} /></span>`;
}

/**
 * A row of small cards, such as cards given or received.
 * @param {{ scene: Scene, cards: string[], label: string }} props
 */
export function SmallCards({ scene, cards, label }) {
  return html`<span class="cpo-few" role="group" aria-label=${label}>${cards.map((card, place) => html`<${Card} key=${`${card} ${place}`} scene=${scene} card=${card} class="mini" />`)}</span>`;
}

/**
 * The face of a city card, or its back with an optional number.
 * @param {{ colour: string | null, count?: number }} props
 */
export function CityFace({ colour, count }) {
  return html`<span class=${`cpo-cityface ${colour ?? "hidden"}`}>${colour ? html`<${Sign} name=${`city-${colour}`} />` : html`<b aria-hidden="true">${count ?? "?"}</b>`}</span>`;
}

/**
 * City cards side by side, sorted by colour.
 * @param {{ scene: Scene, colours: (string | null)[], label: string, id?: string }} props
 */
export function Cities({ scene, colours, label, id }) {
  const { texts } = scene;
  const sorted = [...colours].sort((one, other) => String(one ?? "~").localeCompare(String(other ?? "~")));
  return html`<span class="cpo-cities" role="group" aria-label=${label} data-place=${id}>
    ${sorted.map((colour, place) => {
      const name = colour ? texts.phrase("board.city-card", { colour }) : texts.phrase("board.hidden-city");
      return html`<span key=${place} class="cpo-citycard" role="img" aria-label=${name} title=${name}><${CityFace} colour=${colour} /></span>`;
    })}
  </span>`;
}
