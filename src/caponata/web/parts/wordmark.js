/** The logo: an aubergine with a caper for the dot. */

import { html } from "htm/preact";

/** The aubergine and its caper. */
export function Mark() {
  return html`<svg class="mark" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
    <path class="mark-body" d="M30 15c7 4 9 13 4 20-5 7-16 9-22 4-6-5-5-14 1-18 6-4 10-9 17-6z" />
    <path class="mark-shine" d="M12 31c0 4 2 7 6 8" />
    <path class="mark-leaf" d="M24 14c2-5 7-7 12-5-1 1-1 2 0 3 2 0 4 1 5 3-4 4-9 5-13 3-1-1-3-2-4-4z" />
    <path class="mark-stem" d="M35 11c1-3 3-5 6-6" />
    <circle class="mark-caper" cx="40" cy="34" r="4.500" />
    <path class="mark-sprout" d="M40 29.500v-3" />
  </svg>`;
}

/** The logo with the name, as a link to the home screen. */
export function Wordmark() {
  return html`<a class="wordmark" href="/"><${Mark} /><span>caponata</span></a>`;
}
