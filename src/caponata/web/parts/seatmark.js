/** The mark of a seat: a shape with a colour, so that seats are not distinguished by colour alone. */

import { html } from "htm/preact";

/** Patterns on the shapes of seats, shown if enabled in the settings. */
const PATTERNS = [
  "M0 3h6",
  "M3 0v6",
  "M0 6 6 0M-1 1l2-2M5 7l2-2",
  "M0 0l6 6M-1 5l2 2M5-1l2 2",
  "M3 3h.01",
  "M0 3h6M3 0v6",
  "M0 4l3-3 3 3",
  "M0 0l6 6M0 6 6 0",
];
const SHAPES = [
  "M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  "M12 3 22 20.500H2z",
  "M4 4h16v16H4z",
  "M12 2l10 10-10 10L2 12z",
  "m12 2 3 6.500 7 .8-5.200 4.800 1.500 7L12 17.600 5.700 21.100l1.500-7L2 9.300l7-.8z",
  "M7 3h10l5 9-5 9H7l-5-9z",
  "M9 3h6v6h6v6h-6v6H9v-6H3V9h6z",
  "M12 2c5 6 7.500 9.500 7.500 13a7.500 7.500 0 0 1-15 0C4.500 11.500 7 8 12 2z",
];

/** Definitions of the patterns; rendered once per page. */
export function SeatPatterns() {
  return html`<svg class="seat-patterns" width="0" height="0" aria-hidden="true" focusable="false">
    <defs>
      ${PATTERNS.map(
        (drawn, seat) => html`<pattern key=${seat} id=${`seat-pattern-${seat}`} width="6" height="6" patternUnits="userSpaceOnUse"><path d=${drawn} /></pattern>`,
      )}
    </defs>
  </svg>`;
}

/**
 * The mark of a seat.
 * @param {{ seat: number }} props
 */
export function SeatMark({ seat }) {
  const number = seat % SHAPES.length;
  const shape = SHAPES[number];
  return html`<svg class="seatmark" viewBox="0 0 24 24" style=${`--mark: var(--seat-${number})`} aria-hidden="true" focusable="false">
    <path d=${shape} />
    <path class="seat-pattern" d=${shape} fill=${`url(#seat-pattern-${number})`} />
  </svg>`;
}
