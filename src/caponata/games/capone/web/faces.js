/** Faces of the eight members and the guard, and the six crests, in squares of 48. */

const SKIN = `<path class="cpn-skin" d="M15 19h18v10a9 10 0 0 1-18 0Z"/>`;
const EYES = `<path class="cpn-ink" d="M18.500 24h3v2.500h-3ZM26.500 24h3v2.500h-3Z"/>`;
const MOUTH = `<path class="cpn-thin" d="M20.500 33.500h7"/>`;
const SUIT = `<path class="cpn-coat" d="M5 48c0-8 5-11 12-12l7 6 7-6c7 1 12 4 12 12Z"/><path class="cpn-paper" d="m20 38 4 10 4-10-4 3Z"/>`;

/** @type {Record<string, string>} */
export const FACES = {
  don: `${SUIT}${SKIN}<path class="cpn-coat" d="M13 17c0-10 4-13 8-12l3 1.500L27 5c4-1 8 2 8 12 5 .5 9 2 10 3.500-7 3-35 3-42 0 1-1.500 5-3 10-3.500Z"/><path class="cpn-gold" d="M13 14.500h22v4H13Z"/>${EYES}<path class="cpn-ink" d="M17 31c2-2 5-2 7-.5 2-1.500 5-1.500 7 .5-2 2-5 2-7 .5-2 1.500-5 1.500-7-.5Z"/><path class="cpn-gold" d="M28 34.500h9v2.500h-9Z"/>`,
  mama: `<path class="cpn-coat" d="M24 3c5 0 7 3 6 6 8 2 10 9 9 18l-4 6H13l-4-6C8 18 10 11 18 9c-1-3 1-6 6-6Z"/>${SKIN}<path class="cpn-coat" d="M5 48c0-8 6-11 13-12h12c7 1 13 4 13 12Z"/><path class="cpn-paper" d="M18 37h12l-6 6Z"/>${EYES}${MOUTH}<path class="cpn-gold" d="M11 28h4v4h-4ZM33 28h4v4h-4Z"/><path class="cpn-coat" d="M14 21c4 0 8-2 10-5 2 3 6 5 10 5v-6H14Z"/>`,
  "right-hand": `${SUIT}${SKIN}<path class="cpn-coat" d="m9 20 7-11c5-4 15-4 18 0l4 6-2 6c-8-3-17-3-27-1Z"/><path class="cpn-gold" d="m12 17 2-3c8-2 15-1 21 0l1 4c-8-2-16-2-24-1Z"/>${EYES}<path class="cpn-thin" d="m20 34 8-2M31 21l3 8"/>`,
  collector: `${SUIT}${SKIN}<path class="cpn-coat" d="M12 20c0-9 5-13 12-13s12 4 12 13l5 2v3H22c-4 0-8-2-10-5Z"/>${EYES}<path class="cpn-ink" d="M17 32h14v4H17Z" opacity=".35"/>${MOUTH}<path class="cpn-gold" d="M31 38h10v8H31Z"/>`,
  lawyer: `${SUIT}${SKIN}<path class="cpn-coat" d="M14 23c-2-10 3-16 11-16 7 0 11 5 9 16l-3-7c-6 2-11 1-14-1Z"/><path class="cpn-thin" d="M16 24h7v5h-7ZM25 24h7v5h-7ZM23 26h2"/>${MOUTH}<path class="cpn-gold" d="m24 41 3 3-3 4-3-4Z"/>`,
  bookkeeper: `${SUIT}${SKIN}<path class="cpn-gold" d="M8 22c2-8 8-12 16-12s14 4 16 12c-10-3-22-3-32 0Z"/><path class="cpn-coat" d="M14 15c2-6 6-8 10-8s8 2 10 8Z"/>${EYES}<path class="cpn-thin" d="M17 24h6v4h-6ZM25 24h6v4h-6Z"/>${MOUTH}`,
  secretary: `<path class="cpn-coat" d="M10 32c-2-16 3-26 14-26s16 10 14 26l-5 3H15Z"/>${SKIN}<path class="cpn-coat" d="M5 48c0-8 6-11 13-12h12c7 1 13 4 13 12Z"/><path class="cpn-paper" d="m17 37 7 7 7-7-4-1h-6Z"/>${EYES}<path class="cpn-red" d="M21 32.500c2-1 4-1 6 0-1 3-5 3-6 0Z"/><path class="cpn-coat" d="M13 24c6 0 13-3 16-8 1 4 3 6 6 8v-9c-6-4-16-4-22 0Z"/>`,
  novice: `${SUIT}${SKIN}<path class="cpn-coat" d="M11 20c-1-8 5-13 13-13s14 4 15 11l4 3c-10 1-22 1-32-1Z"/><path class="cpn-thin" d="M24 7v12"/>${EYES}<path class="cpn-thin" d="M20 32c2 3 6 3 8 0"/>`,
  guard: `<path class="cpn-coat" d="M10 46c0-11 5-17 14-17s14 6 14 17Z"/><circle class="cpn-skin" cx="24" cy="21" r="9"/><path class="cpn-coat" d="M16 15c0-8 3-11 8-11s8 3 8 11l6 2c-6 4-22 4-28 0Z"/><path class="cpn-ink" d="M17 20h14v4H17Z"/>`,
};

/** @type {Record<string, string>} */
export const CRESTS = {
  armaretto: `<path class="cpn-mark" d="M24 9c8 6 11 14 8 22-2 5-6 7-8 8-2-1-6-3-8-8-3-8 0-16 8-22Z"/><path class="cpn-cut" d="M24 14v20M19 20c0 5 1 9 3 12M29 20c0 5-1 9-3 12"/>`,
  mascapone: `<path class="cpn-mark" d="M11 24h26c0 9-6 14-13 14s-13-5-13-14Z"/><path class="cpn-stroke" d="M15 20c2-6 7-4 9-9 3 4 8 3 9 9"/>`,
  vinorosso: `<path class="cpn-mark" d="M15 9h18c1 9-2 15-9 15s-10-6-9-15Z"/><path class="cpn-stroke" d="M24 24v12M17 38h14"/>`,
  ramazotti: `<path class="cpn-mark" d="M20 8h8v8l4 5v17H16V21l4-5Z"/><path class="cpn-cut" d="M24 35c0-6 2-9 5-11M24 31c-1-3-2-4-4-5"/>`,
  kaputtschino: `<path class="cpn-mark" d="M11 20h20v9c0 6-4 9-10 9s-10-3-10-9Z"/><path class="cpn-stroke" d="M31 23h4c3 0 3 8-4 8M16 16c-2-3 2-4 0-7M22 16c-2-3 2-4 0-7M28 16c-2-3 2-4 0-7"/>`,
  zappajone: `<path class="cpn-mark" d="M24 8c7 0 12 9 12 17s-5 13-12 13-12-5-12-13S17 8 24 8Z"/><circle class="cpn-yolk" cx="24" cy="27" r="6"/>`,
};
