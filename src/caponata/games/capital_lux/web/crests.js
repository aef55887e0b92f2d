/** Crests and patterns of the four guilds, so that they are not distinguished by colour alone. */

import { html } from "htm/preact";

/** @typedef {import("./types.js").Colour} Colour */

const CRESTS = {
  green: html`
    <path d="M24 12V4M15 13l-4-7M33 13l4-7" />
    <path class="lux-plate" d="M24 37C19 33 12 32 6 34V17c6-2 13-1 18 3 5-4 12-5 18-3v17c-6-2-13-1-18 3Z" />
    <path d="M24 20v17M11 23c3-.6 6 0 8 1M11 28c3-.6 6 0 8 1M37 23c-3-.6-6 0-8 1M37 28c-3-.6-6 0-8 1M14 43h20" />
  `,
  yellow: html`
    <path d="M24 9v33M8 15h32M14 43h20M9 15 3 29M9 15l7 14M39 15l-7 14M39 15l6 14" />
    <path class="lux-plate" d="M2 29h15a7.5 7.5 0 0 1-15 0ZM31 29h15a7.5 7.5 0 0 1-15 0Z" />
    <circle class="lux-plate" cx="24" cy="8" r="4" />
  `,
  blue: html`
    <path class="lux-plate" d="M6 17h36M12 17c0-8 4-13 12-10 8-3 12 2 12 10Z" />
    <path class="lux-plate" d="M4 22c7-2 14-2 20 2 6-4 13-4 20-2 0 11-5 17-12 16-5-.7-5-6-8-6s-3 5.3-8 6C9 39 4 33 4 22Z" />
    <path class="lux-hole" d="M10 27c3-2 7-1 9 2-3 2-7 2-9-2ZM38 27c-3-2-7-1-9 2 3 2 7 2 9-2Z" />
  `,
  pink: html`
    <path d="M9 24C7 16 10 9 15 5M39 24c2-8-1-15-6-19" />
    <path class="lux-plate" d="M24 4c6 6 9 10 8 16-.8 5-4 7-8 7s-7.2-2-8-7c-.6-4 3-6 3-10 2 1 3 2 3 3 1-3 1.5-5 2-9Z" />
    <path class="lux-plate" d="M8 30h32c-1 7-7 11-16 11S9 37 8 30Z" />
    <path d="M24 41v3M15 45h18" />
  `,
};

const PATTERNS = {
  green: html`<path d="M-6 6a6 6 0 0 1 12 0M6 6a6 6 0 0 1 12 0M0 12a6 6 0 0 1 12 0" />`,
  yellow: html`<circle cx="3" cy="3" r="2" /><circle cx="9" cy="9" r="2" />`,
  blue: html`<path d="m0 4 6 5 6-5M0 10l6 5 6-5M0-2l6 5 6-5" />`,
  pink: html`<path d="m6 0 6 6-6 6-6-6Z" />`,
};

/** Definitions of all crests and patterns, rendered once. */
export function Drawings() {
  return html`<svg class="lux-drawings" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      ${Object.entries(PATTERNS).map(
        ([colour, drawn]) => html`
          <pattern id=${`lux-pattern-${colour}`} width="12" height="12" patternUnits="userSpaceOnUse">${drawn}</pattern>
        `,
      )}
      ${Object.entries(CRESTS).map(
        ([colour, drawn]) => html`<symbol id=${`lux-crest-${colour}`} viewBox="0 0 48 48">${drawn}</symbol>`,
      )}
      <symbol id="lux-gate" viewBox="0 0 48 48">
        <path class="lux-plate" d="M4 44V20h6v-7h6V7h4V3h8v4h4v6h6v7h6v24H31V31a7 7 0 0 0-14 0v13Z" />
        <path d="M24 44V24M10 20h6M32 20h6M16 13h16" />
      </symbol>
    </defs>
  </svg>`;
}

/**
 * Crest of a guild.
 * @param {{ colour: Colour, class?: string }} props
 */
export function Crest({ colour, class: extra = "" }) {
  return html`<svg class=${`lux-crest ${colour} ${extra}`} viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <use href=${`#lux-crest-${colour}`} />
  </svg>`;
}

const GLYPHS = {
  safe: html`<path d="m3 9 4 4 7-9" />`,
  over: html`<path d="M2 14h12M8 12V2M4 6l4-4 4 4" />`,
  open: html`<path d="M8 2a4 4 0 0 1 2 7.5L11 14H5l1-4.5A4 4 0 0 1 8 2Z" />`,
  turn: html`<path d="M3 2l11 6-11 6Z" />`,
  starter: html`<path d="m8 1 2 5h5l-4 3.5L12.5 15 8 11.5 3.5 15 5 9.5 1 6h5Z" />`,
  winner: html`<path d="M2 13h12M2 11 1 4l4 3 3-5 3 5 4-3-1 7Z" />`,
  hand: html`<path d="M2 4l6-2 3 10-6 2ZM9 3h5v10h-2" />`,
};

/**
 * A small sign for the status of a number or a seat.
 * @param {{ name: keyof typeof GLYPHS }} props
 */
export function Glyph({ name }) {
  return html`<svg class=${`lux-glyph ${name}`} viewBox="0 0 16 16" aria-hidden="true" focusable="false">
    ${GLYPHS[name]}
  </svg>`;
}

/** The cross of a close button. */
export function Cross() {
  return html`<svg class="lux-cross" viewBox="0 0 16 16" aria-hidden="true" focusable="false"><path d="m3 3 10 10M13 3 3 13" /></svg>`;
}
