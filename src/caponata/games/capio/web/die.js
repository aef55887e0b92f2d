/** Dice of ten colours. Each colour has its own shape, in which the pips are drawn. */

import { html } from "htm/preact";
import { split } from "./types.js";

/** Positions of the pips of each number on a grid of three by three. @type {number[][]} */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];

/** Shape of each colour, centred on 0, 0 and about ten wide. @type {Record<string, string>} */
export const SHAPES = {
  red: "M0 5.200-5-.2A2.900 2.900 0 0 1 0-3.400 2.900 2.900 0 0 1 5-.2Z",
  yellow: "M0-5.800 1.500-1.800 5.700-1.700 2.400.9 3.600 5 0 2.600-3.600 5-2.400.9-5.700-1.700-1.500-1.800Z",
  green: "M0-5.200 5.400 4.400H-5.400Z",
  blue: "M0-5.800C3.200-2 4.300-.2 4.300 1.800a4.300 4.300 0 0 1-8.600 0C-4.300-.2-3.200-2 0-5.800Z",
  orange: "M0-4.700A4.700 4.700 0 1 1 0 4.700 4.700 4.700 0 0 1 0-4.700Z",
  pink: "M2.200-5.200A5.200 5.200 0 1 0 4.800 3.400 4.900 4.900 0 0 1 2.200-5.200Z",
  purple: "M-4.900-5.300H4.900L-4.900 5.300H4.900Z",
  white: "M0-5.200A5.200 5.200 0 1 1 0 5.200 5.200 5.200 0 0 1 0-5.200ZM0-2.200A2.200 2.200 0 1 0 0 2.200 2.200 2.200 0 0 0 0-2.200Z",
  black: "M-1.700-5.200H1.700V-1.700H5.200V1.700H1.700V5.200H-1.700V1.700H-5.200V-1.700H-1.700Z",
  grey: "M-5.600-2.300H5.600V2.300H-5.600Z",
};

/**
 * The face of a die. Without a number only the colour's shape is shown; without a colour the pips are round. A figure replaces the pips.
 * @param {{ colour: string | null, face?: number, figure?: string | number, quiet?: boolean, bare?: boolean }} props
 */
export function Face({ colour, face = 0, figure = "", quiet = false, bare = false }) {
  const shape = SHAPES[colour ?? "orange"];
  const isFigure = figure !== "";
  const pips = face === 0 ? [4] : (PIPS[face] ?? []);
  const size = bare ? 4 : face === 0 ? 2.2 : face > 3 ? 1.15 : 1.3;
  return html`<svg class=${`cio-face ${colour ?? "any"}${quiet ? " asked-for" : ""}${bare ? " bare" : ""}`} viewBox="0 0 60 60" aria-hidden="true" focusable="false">
    ${!bare && html`<rect x="2" y="2" width="56" height="56" rx="12" />`}
    ${isFigure
      ? html`${colour && html`<path d=${shape} transform="translate(30 16) scale(1.5)" />`}<text x="30" y=${colour ? 50 : 41} text-anchor="middle">${figure}</text>`
      : pips.map((at) => html`<path key=${at} d=${shape} transform=${`translate(${15 + (at % 3) * 15} ${14 + Math.floor(at / 3) * 16}) scale(${size})`} />`)}
  </svg>`;
}

/** The shape of a colour. @param {{ colour: string }} props */
export function Mark({ colour }) {
  return html`<svg class="cio-mark" viewBox="-7 -7 14 14" aria-hidden="true" focusable="false"><path d=${SHAPES[colour]} /></svg>`;
}

/** A thrown die. @param {{ die: string }} props */
export function Die({ die }) {
  const [colour, face] = split(die);
  return html`<${Face} colour=${colour} face=${face} />`;
}
