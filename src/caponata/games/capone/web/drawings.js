/** Signs of businesses, places and cards, faces, crests. Each is defined once per page and used by reference. */

import { html } from "htm/preact";
import { PLACES } from "./signs.js";
import { CRESTS, FACES } from "./faces.js";
import { businessOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/** Definitions of all signs and faces. */
export function Drawings() {
  const symbols = Object.entries({ ...PLACES, ...FACES, ...CRESTS }).map(([name, drawn]) => `<symbol id="cpn-${name}" viewBox="0 0 48 48">${drawn}</symbol>`);
  return html`<svg class="cpn-drawings" width="0" height="0" aria-hidden="true" focusable="false" dangerouslySetInnerHTML=${{ __html: symbols.join("") }}></svg>`;
}

/**
 * A sign without a label; its meaning must be given beside it or on its button.
 * @param {{ name: string }} props
 */
export function Sign({ name }) {
  return html`<svg class=${`cpn-sign ${name}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false"><use href=${`#cpn-${name}`} /></svg>`;
}

/** Name of the sign on a card; cards of one sort share it. @param {string} card */
export function signOf(card) {
  return card.startsWith("verkehr-") ? "verkehr" : card;
}

/**
 * Printed name of an action, shown below its name. Null for other cards, and if both names are the same.
 * @param {{ scene: Scene, card: string }} props
 */
export function Subtitle({ scene, card }) {
  const { view, texts } = scene;
  const isAction = !(card in view.fronts) && !view.sites.some((site) => businessOf(site.site) === card);
  const printed = isAction ? texts.term(`subtitle-${signOf(card)}`) : "";
  return printed === "" ? null : html`<small class="printed" lang="de">${printed}</small>`;
}

/**
 * Crest of a family: its colour and symbol.
 * @param {{ seat: number, family: string }} props
 */
export function Crest({ seat, family }) {
  return html`<svg class=${`cpn-crest fam-${seat}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <path class="shield" d="M5 4h38v20c0 11-8 17-19 21C13 41 5 35 5 24Z" />
    <use href=${`#cpn-${family}`} />
  </svg>`;
}

/** The skyline above the city. */
export function Skyline() {
  const windows = LIT.map(([x, y]) => `M${x} ${y}h5v7h-5z`).join("");
  return html`<svg class="cpn-skyline" viewBox="0 0 960 90" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
    <circle class="moon" cx="880" cy="44" r="13" />
    <path class="far" d="M0 90V52h40V30h34v22h30V40h52v18h26V22h30v36h34V44h46v14h40V34h38v24h30V48h44v12h36V26h12V14h10v12h14v34h40V46h50v14h34V36h40v24h46V50h44v10h30V38h36v20h40V46h64v44Z" />
    <path class="near" d="M0 90V70h58V58h40v14h70V62h48v12h62V54h36v20h84V64h52v12h70V56h44v18h80V66h58v10h64V60h40v14h74V64h52v12h30V62h38v28Z" />
    <path class="windows" d=${windows} />
  </svg>`;
}

/** Positions of lit windows. */
const LIT = /** @type {[number, number][]} */ ([
  ...[[52, 38], [60, 38], [118, 46], [140, 46], [190, 30], [200, 44], [262, 50], [282, 50], [340, 42], [352, 42], [420, 54]],
  ...[[478, 34], [478, 48], [556, 52], [580, 52], [640, 44], [662, 44], [716, 56], [756, 46], [800, 50], [866, 52], [912, 54]],
  ...[[20, 76], [66, 64], [84, 64], [150, 78], [186, 68], [296, 60], [306, 60], [388, 72], [520, 62], [530, 62], [620, 72], [700, 66], [812, 70], [934, 68]],
]);

/** A banknote. */
export function Note() {
  return html`<svg class="cpn-notedrawn" viewBox="0 0 36 20" aria-hidden="true" focusable="false">
    <rect class="paper" x="1" y="1" width="34" height="18" rx="2" />
    <rect class="rim" x="4" y="4" width="28" height="12" rx="1" />
    <circle class="rim" cx="18" cy="10" r="4" />
  </svg>`;
}
