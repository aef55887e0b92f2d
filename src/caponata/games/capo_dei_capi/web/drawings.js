/** Signs of the areas and people, and small signs. Each is defined once per page and used by reference. */

import { html } from "htm/preact";

/** Paths in a square of 48. @type {Record<string, string>} */
const SIGNS = {
  "white-1": `<path class="cdc-fill" d="M24 4c5 4 10 5 16 5 1 17-4 28-16 35C12 37 7 26 8 9c6 0 11-1 16-5Z"/><path class="cdc-ink" d="m24 13 3 7 7 .6-5.400 4.600 1.800 7L24 28.400l-6.400 3.800 1.800-7L14 20.600l7-.6Z"/>`,
  "white-2": `<path class="cdc-line" d="M24 8v31M13 41h22M9 13h30"/><path class="cdc-fill" d="m9 14 7 14H2Zm30 0 7 14H32Z"/><path class="cdc-line" d="m9 14 7 14H2Zm30 0 7 14H32Z"/><circle class="cdc-ink" cx="24" cy="8" r="4"/>`,
  "white-3": `<path class="cdc-line cdc-wide" d="M14 22v-6a10 10 0 0 1 20 0v6"/><path class="cdc-fill" d="M8 21h32v22H8Z"/><path class="cdc-line" d="M8 21h32v22H8Z"/><path class="cdc-ink" d="M24 26a4 4 0 0 1 2.200 7.300L27.500 39h-7l1.300-5.700A4 4 0 0 1 24 26Z"/>`,
  "black-1": `<path class="cdc-line cdc-wide" d="M18 36V10l22-5v26"/><path class="cdc-line cdc-wide" d="m18 17 22-5"/><ellipse class="cdc-ink" cx="12.500" cy="36" rx="7" ry="5.500"/><ellipse class="cdc-ink" cx="34.500" cy="31" rx="7" ry="5.500"/>`,
  "black-2": `<path class="cdc-ink" d="M24 4c6 9 17 13 17 23 0 9-11 11-15 4 0 5 2 9 5 12H17c3-3 5-7 5-12-4 7-15 5-15-4C7 17 18 13 24 4Z"/>`,
  "black-3": `<path class="cdc-fill" d="M18 4h8v10c5 3 7 7 7 12v17H11V26c0-5 2-9 7-12Z"/><path class="cdc-line" d="M18 4h8v10c5 3 7 7 7 12v17H11V26c0-5 2-9 7-12Z"/><path class="cdc-ink" d="M11 27h22v9H11Z"/><path class="cdc-line" d="M38 30h8l-1 13h-6Z"/>`,
  mayor: `<path class="cdc-ink" d="M13 4h22v15H13Z"/><path class="cdc-ink" d="M6 18h36v4H6Z"/><path class="cdc-fill" d="M13 23h22v8a11 11 0 0 1-22 0Z"/><path class="cdc-ink" d="M24 31c-3-3-7-2-10 1 4 2 8 2 10 0 2 2 6 2 10 0-3-3-7-4-10-1Z"/><circle class="cdc-ink" cx="19" cy="27" r="1.700"/><circle class="cdc-ink" cx="29" cy="27" r="1.700"/><path class="cdc-brass" d="M13 13h22v4H13Z"/><path class="cdc-ink" d="M24 42 13 47h22Z"/>`,
  "hit-man": `<path class="cdc-ink" d="M13 17c1-9 4-12 8-10l3 1 3-1c4-2 7 1 8 10 4 .5 8 1.500 9 3-6 2-34 2-40 0 1-1.500 5-2.500 9-3Z"/><path class="cdc-red" d="M13 15h22l.5 3.500h-23Z"/><path class="cdc-fill" d="M15 22h18v5a9 9 0 0 1-18 0Z"/><path class="cdc-ink" d="M14 22h20v3H14Z"/><path class="cdc-ink" d="M6 47c0-9 6-13 12-14l6 6 6-6c6 1 12 5 12 14Z"/><path class="cdc-red" d="m22 37 2 2 2-2 1 8h-6Z"/>`,
  hat: `<path class="cdc-ink" d="M12 28c1-13 5-18 9-16l3 1.500 3-1.500c4-2 8 3 9 16 6 .5 10 2 11 4-6 5-40 5-46 0 1-2 5-3.500 11-4Z"/><path class="cdc-brass" d="m11.700 26 .3-4h24l.3 4Z"/>`,
  knife: `<path class="cdc-ink" d="M31 4 8 29l8 8L44 16Z" opacity=".25"/><path class="cdc-ink" d="M44 4 15 27l6 6Z"/><path class="cdc-brass" d="m11 24 13 13-3 3L8 27Z"/><path class="cdc-ink" d="m13 33 4 4-9 8-5-5Z"/>`,
  doubles: `<path class="cdc-line" d="M5 13h17v17H5ZM26 18h17v17H26Z"/><circle class="cdc-ink" cx="13.500" cy="21.500" r="3.200"/><circle class="cdc-ink" cx="34.500" cy="26.500" r="3.200"/>`,
  token: `<circle class="cdc-line" cx="24" cy="24" r="17" stroke-dasharray="7 5"/><path class="cdc-line cdc-wide" d="m16 16 16 16M32 16 16 32"/>`,
  level: `<path class="cdc-line cdc-wide" d="M24 42V10M12 21 24 8l12 13"/><path class="cdc-line" d="M8 5h32"/>`,
  grid: `<path class="cdc-line" d="M6 6h36v36H6ZM18 6v36M30 6v36M6 18h36M6 30h36"/>`,
};

/** Definitions of all signs. */
export function Drawings() {
  const symbols = Object.entries(SIGNS).map(([name, drawn]) => `<symbol id="cdc-${name}" viewBox="0 0 48 48">${drawn}</symbol>`);
  return html`<svg class="cdc-drawings" width="0" height="0" aria-hidden="true" focusable="false" dangerouslySetInnerHTML=${{ __html: symbols.join("") }}></svg>`;
}

/**
 * A sign without a label; its meaning must be given beside it or on its button.
 * @param {{ name: string }} props
 */
export function Sign({ name }) {
  return html`<svg class=${`cdc-sign ${name}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false"><use href=${`#cdc-${name}`} /></svg>`;
}

/**
 * A token: influence is round, a bribe is a banknote. A value that only its owner knows is in brackets.
 * @param {{ kind: string }} props
 */
export function TokenFace({ kind }) {
  const [sort = "", value = ""] = kind.split("-");
  const shown = sort === "hidden" || kind === "bribe" ? "?" : value;
  return html`<svg class=${`cdc-face ${sort}`} viewBox="0 0 40 40" aria-hidden="true" focusable="false">
    ${sort === "influence"
      ? html`<circle class="body" cx="20" cy="20" r="18" /><circle class="rim" cx="20" cy="20" r="14.500" />`
      : html`<rect class="body" x="1.500" y="6" width="37" height="28" rx="4" /><rect class="rim" x="5" y="9.500" width="30" height="21" rx="2" />`}
    ${sort === "bribe" && value && html`<path class="secret" d="M11 13c-3 4-3 10 0 14M29 13c3 4 3 10 0 14" />`}
    <text x="20" y="27">${shown}</text>
  </svg>`;
}

/** A wooden cube. */
export function CubeFace() {
  return html`<svg class="cdc-cubeface" viewBox="0 0 24 26" aria-hidden="true" focusable="false">
    <path class="top" d="M12 1 23 7 12 13 1 7Z" /><path class="left" d="m1 7 11 6v12L1 19Z" /><path class="right" d="m23 7-11 6v12l11-6Z" />
  </svg>`;
}

/** A chip. */
export function ChipFace() {
  return html`<svg class="cdc-chipface" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <circle class="body" cx="12" cy="12" r="11" /><circle class="notches" cx="12" cy="12" r="8.700" /><path class="mark" d="M12 7.500 16.500 12 12 16.500 7.500 12Z" />
  </svg>`;
}
