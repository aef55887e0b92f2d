/** Icons as line drawings. */

import { html } from "htm/preact";

/** @type {Record<string, string>} */
const PATHS = {
  log: "M5 5h14M5 12h14M5 19h9",
  chat: "M4 5h16v11H11l-5 4v-4H4z",
  rules: "M12 6c-2-2-5-2-8-1.500v14c3-.5 6-.5 8 1.500 2-2 5-2 8-1.500v-14c-3-.5-6-.5-8 1.500zM12 6v14",
  history: "M4 12a8 8 0 1 0 2.500-5.800M4 4v4h4M12 8v4l3 2",
  undo: "M9 6 4 11l5 5M4 11h9a6 6 0 0 1 6 6v1",
  menu: "M5 7h14M5 12h14M5 17h14",
  close: "M6 6l12 12M18 6 6 18",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  home: "M4 12 12 5l8 7M6 11v8h12v-8",
  pause: "M9 6v12M15 6v12",
  play: "M8 5l11 7-11 7z",
  flag: "M6 21V4h11l-2 4 2 4H6",
  phone: "M7 3h10v18H7zM11 18h2",
  settings: "M5 7h8M17 7h2M5 17h2M11 17h8M13 5v4M7 15v4",
  plus: "M12 5v14M5 12h14",
  minus: "M5 12h14",
  eye: "M3 12c3-5 6-6.500 9-6.500s6 1.500 9 6.500c-3 5-6 6.500-9 6.500S6 17 3 12zM12 9.500a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  people: "M9 11a3.200 3.200 0 1 0 0-6.400A3.200 3.200 0 0 0 9 11zM3 20c0-4 2.500-6 6-6s6 2 6 6M16 5.200a3 3 0 0 1 0 5.600M17.500 14.500c2.300.8 3.500 2.700 3.500 5.500",
  time: "M12 20a8 8 0 1 0 0-16 8 8 0 0 0 0 16zM12 8v4l3 2",
  bot: "M6 9h12v10H6zM12 9V5M9.500 13v1.500M14.500 13v1.500M3.500 13v3M20.500 13v3",
  star: "m12 4 2.400 5.200 5.600.6-4.200 3.800 1.200 5.600L12 16.400 7 19.200l1.200-5.600L4 9.800l5.600-.6z",
  link: "M10 14a4 4 0 0 0 5.600 0l3.200-3.200a4 4 0 0 0-5.600-5.600L12 6.400M14 10a4 4 0 0 0-5.600 0l-3.200 3.200a4 4 0 0 0 5.600 5.600l1.200-1.200",
  keys: "M3 7h18v10H3zM7 11h.01M11 11h.01M15 11h.01M8 14h8",
  stop: "M7 7h10v10H7z",
  sound: "M4 10v4h3l5 4V6l-5 4zM16 9a4 4 0 0 1 0 6",
  save: "M12 4v11M7 11l5 5 5-5M5 20h14",
  check: "M5 13l4.500 4.500L19 7",
};

/**
 * An icon beside a text. A button with only an icon needs a label.
 * @param {{ name: keyof typeof PATHS }} props
 */
export function Icon({ name }) {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${PATHS[name]} /></svg>`;
}
