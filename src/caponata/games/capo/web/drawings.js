/** Signs of families, cities, titles and powers. Each is defined once per page and used by reference. */

import { html } from "htm/preact";

/** Paths in a square of 24, filled with the current colour. @type {Record<string, string>} */
const SIGNS = {
  red: `<path d="M5 2.500h14V8a7 7 0 0 1-5.500 6.800V18H17v3.500H7V18h3.500v-3.200A7 7 0 0 1 5 8Z"/>`,
  green: `<path d="M12 1.500c6 4.700 8.500 9 6.800 13-1.200 2.900-3.600 4.200-5.500 4.400v3.600h-2.600v-3.600c-1.900-.2-4.300-1.500-5.500-4.400-1.700-4 .8-8.300 6.800-13Z"/>`,
  blue: `<path d="M12 1 14.700 5.500V14H19v3.200h-4.700V23H9.700v-5.800H5V14h4.300V5.500Z"/>`,
  purple: `<path d="m2.500 6.500 5 4.200L12 3l4.500 7.700 5-4.200L19.800 17H4.200ZM4.200 18.700h15.600v3H4.200Z"/>`,
  orange: `<path fill-rule="evenodd" d="M12 1.500a10.500 10.500 0 1 1 0 21 10.500 10.500 0 0 1 0-21Zm0 3.600a6.900 6.900 0 1 0 0 13.800 6.900 6.900 0 0 0 0-13.800Zm0 3.400a3.500 3.500 0 1 1 0 7 3.500 3.500 0 0 1 0-7Z"/>`,
  police: `<path d="m12 1 2.700 3.200 4.100-.6-.3 4.200L22 10.500l-2.900 3 1.300 4-4.200.4L14 21.500l-2-1.700-2 1.700-2.200-3.600-4.200-.4 1.300-4-2.900-3 3.500-2.700-.3-4.200 4.100.6Z"/>`,
  star: `<path d="m12 1.500 3.200 6.900 7.500.9-5.500 5.200 1.400 7.400-6.600-3.600-6.600 3.600 1.400-7.400L1.300 9.300l7.500-.9Z"/>`,
  "city-yellow": `<path d="M3 22v-9h4v-2a5 5 0 0 1 4-4.900V2h2v4.100A5 5 0 0 1 17 11v2h4v9h-6v-4a3 3 0 0 0-6 0v4Z"/>`,
  "city-red": `<path d="M8 22V9H6V3h2.500v2h2V3h3v2h2V3H18v6h-2v13h-2.500v-4h-3v4ZM10.500 11v3h3v-3Z" fill-rule="evenodd"/>`,
  "city-blue": `<path d="M10.500 9.500H7v-2.200h3.300a3 3 0 1 1 3.400 0H17v2.200h-3.500v9.200c2.700-.4 4.600-2 5-4.200h-2L19.500 10l3 4.500h-1.600C20.500 19 17 22 12 22s-8.500-3-8.900-7.500H1.500l3-4.500 3 4.500h-2c.4 2.200 2.300 3.800 5 4.200Z"/>`,
  "city-green": `<path d="M12 1.500 18 9h-3l4.500 6H16l5 5h-7.500v3h-3v-3H3l5-5H4.500L9 9H6Z"/>`,
  "city-purple": `<path d="M4 2h16v4h-2.500v12H20v4H4v-4h2.500V6H4Zm5.500 4v12h1.800V6Zm3.200 0v12h1.800V6Z" fill-rule="evenodd"/>`,
  capo: `<path d="M7.500 2h9l2 4-2.800 3.600A7 7 0 1 1 8.300 9.600L5.500 6Zm4.500 8.800a4.600 4.600 0 1 0 0 9.200 4.600 4.600 0 0 0 0-9.200Z" fill-rule="evenodd"/>`,
  "soto-capo": `<path d="m12 9.500 9-5v15l-9-5-9 5v-15Z"/>`,
  cugine: `<path d="M3 15c0-6 4-9.500 9-9.500s8 3 8.500 7l2.500 3.500H13Z"/><path d="M3 16.500h11V19H3Z"/>`,
  cafone: `<path d="m19.600 1.500 2 1.500-7.500 10-2-1.500ZM10 12l6 4.500c-1.500 3.500-5 6-12.500 6l2-2-2.500.3 2.500-2.600-2.300-.2C6 17 9 15.500 10 12Z"/>`,
  "power-7": `<path d="M1.500 8 7 3v3.500h9v3H7V13Zm21 8L17 21v-3.500H8v-3h9V11Z"/>`,
  "power-8": `<path d="M10.700 1h2.600v3.200a8 8 0 0 1 6.500 6.500H23v2.600h-3.200a8 8 0 0 1-6.500 6.500V23h-2.600v-3.200a8 8 0 0 1-6.500-6.500H1v-2.600h3.200a8 8 0 0 1 6.500-6.500Zm1.300 6a5 5 0 1 0 0 10 5 5 0 0 0 0-10Zm0 3a2 2 0 1 1 0 4 2 2 0 0 1 0-4Z" fill-rule="evenodd"/>`,
  "power-9": `<path d="M2 2h4l6.500 7.500-2 2.300L2 4.500ZM22 2h-4L9.500 12 5 14.500l1.300 1.600L2.500 20 4 21.500l3.900-3.800 1.600 1.300 2.300-4.600L22 4.500Zm-8.800 12.600 1.300 4.400 1.600-1.300L20 21.500l1.500-1.500-3.800-3.900 1.300-1.600-4-2Z"/>`,
  "power-10": `<path d="M12 21.500C4.500 16 2 12.500 2 8.500A5.300 5.300 0 0 1 12 6a5.300 5.300 0 0 1 10 2.500c0 4-2.500 7.500-10 13Z"/>`,
  way: `<path d="M12.500.5v3.600a8.200 8.200 0 1 1-7.900 5.700l3 1A5 5 0 1 0 12.500 7.300V11L5.500 5.700Z"/>`,
  cards: `<path d="M3 5.500 12 3l4 14.500L7 20ZM14.500 4H21v15h-3.500Z"/>`,
  out: `<path d="M3 2h11v3H6v14h8v3H3Zm11 5 7.500 5-7.500 5v-3.500H9v-3h5Z"/>`,
  next: `<path d="m8 3 10 9L8 21Z"/>`,
  crown: `<path d="m2.500 6.500 5 4.200L12 3l4.500 7.700 5-4.200L19.800 17H4.200ZM4.200 18.700h15.600v3H4.200Z"/>`,
  cross: `<path d="M5 2.500 12 9.500l7-7L21.500 5l-7 7 7 7-2.500 2.500-7-7-7 7L2.500 19l7-7-7-7Z"/>`,
};

/** Pattern of each family's panel, shown if patterns are enabled. @type {Record<string, string>} */
const WEAVES = {
  red: `<path d="M0 4h8"/>`,
  green: `<path d="M0 8 8 0M-2 2l4-4M6 10l4-4"/>`,
  blue: `<path d="M4 0v8"/>`,
  purple: `<path d="m0 4 4-4 4 4-4 4Z"/>`,
  orange: `<path d="M4 2.500a1.500 1.500 0 1 1 0 3 1.500 1.500 0 0 1 0-3Z"/>`,
};

/** Definitions of all signs and patterns. */
export function Drawings() {
  const symbols = Object.entries(SIGNS).map(([name, drawn]) => `<symbol id="cpo-${name}" viewBox="0 0 24 24">${drawn}</symbol>`);
  const weaves = Object.entries(WEAVES).map(([name, drawn]) => `<pattern id="cpo-weave-${name}" width="8" height="8" patternUnits="userSpaceOnUse">${drawn}</pattern>`);
  return html`<svg class="cpo-drawings" width="0" height="0" aria-hidden="true" focusable="false" dangerouslySetInnerHTML=${{ __html: [...symbols, ...weaves].join("") }}></svg>`;
}

/**
 * A sign without a label; its meaning must be given beside it or on its button.
 * @param {{ name: string, class?: string }} props
 */
export function Sign({ name, class: extra = "" }) {
  return html`<svg class=${`cpo-sign ${extra}`} viewBox="0 0 24 24" aria-hidden="true" focusable="false"><use href=${`#cpo-${name}`} /></svg>`;
}
