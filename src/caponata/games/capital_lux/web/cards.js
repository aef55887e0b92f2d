/** The pieces of the table: tall cards, small cards, backs, gold discs and modifiers. */

import { html } from "htm/preact";
import { colourOf, signed, valueOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */

/**
 * The face of a tall card: its value over the gate of its guild.
 * @param {{ card: string }} props
 */
export function Face({ card }) {
  const colour = colourOf(card);
  return html`<svg class=${`lux-face ${colour}`} viewBox="0 0 100 160" aria-hidden="true" focusable="false">
    <rect class="shadow" x="0.3" y="4.5" width="99.4" height="158" rx="10" />
    <rect class="paper" x="1.5" y="1.5" width="97" height="157" rx="9" />
    <path class="ground" d="M9 151V93a41 41 0 0 1 82 0v58Z" />
    <path class="pattern" d="M9 151V93a41 41 0 0 1 82 0v58Z" fill=${`url(#lux-pattern-${colour})`} />
    <path class="line" d="M9 151V93a41 41 0 0 1 82 0v58Z" />
    <path class="inside" d="M21 151V96a29 29 0 0 1 58 0v55Z" />
    <svg x="22" y="80" width="56" height="56" class=${`lux-crest ${colour}`} viewBox="0 0 48 48">
      <use href=${`#lux-crest-${colour}`} />
    </svg>
    <path class="steps" d="M9 151v-6h8v-4h66v4h8v6Z" />
    <text class="value" x="12" y="45">${valueOf(card)}</text>
    <svg x="68" y="10" width="22" height="22" class=${`lux-crest ${colour}`} viewBox="0 0 48 48">
      <use href=${`#lux-crest-${colour}`} />
    </svg>
  </svg>`;
}

/**
 * A small card on the table.
 * @param {{ scene: Scene, piece: Piece, label?: string, to?: string, isFaceDown?: boolean }} props
 */
export function Tile({ scene, piece, label, to, isFaceDown = false }) {
  const colour = isFaceDown ? "face-down" : colourOf(piece.card);
  const marked = scene.marked.has(piece.id) ? " marked" : "";
  return html`<span
    class=${`lux-tile ${colour}${marked}`}
    role="img"
    aria-label=${label ?? scene.texts.name(piece.card)}
    data-piece=${piece.id}
    data-from=${scene.origins.get(piece.id)}
    data-to=${to}
  >
    ${isFaceDown ? html`<${Back} />` : html`<${SmallFace} card=${piece.card} />`}
  </span>`;
}

/**
 * The face of a small card.
 * @param {{ card: string }} props
 */
export function SmallFace({ card }) {
  const colour = colourOf(card);
  return html`<svg class=${`lux-face small ${colour}`} viewBox="0 0 40 56" aria-hidden="true" focusable="false">
    <rect class="paper" x="1.5" y="1.5" width="37" height="53" rx="5" />
    <path class="ground" d="M4 52V46a16 12 0 0 1 32 0v6Z" />
    <path class="pattern" d="M4 52V46a16 12 0 0 1 32 0v6Z" fill=${`url(#lux-pattern-${colour})`} />
    <path class="line" d="M4 52V46a16 12 0 0 1 32 0v6Z" />
    <text class="value" x="20" y="30">${valueOf(card)}</text>
  </svg>`;
}

/** The back of a card. */
export function Back() {
  return html`<svg class="lux-face back" viewBox="0 0 40 56" aria-hidden="true" focusable="false">
    <rect class="paper" x="1.5" y="1.5" width="37" height="53" rx="5" />
    <path class="fan" d="M20 48 8 22M20 48l-6-34M20 48V10M20 48l6-34M20 48l12-26M8 48a12 12 0 0 1 24 0M13 48a7 7 0 0 1 14 0" />
  </svg>`;
}

/** A gold disc. */
export function Disc() {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true" focusable="false">
    <circle cx="10" cy="10" r="8.5" />
    <path d="M6 14V9a4 4 0 0 1 8 0v5M4.5 14h11" />
  </svg>`;
}

/**
 * A row of gold discs.
 * @param {{ scene: Scene, zone: string, label: string }} props
 */
export function Gold({ scene, zone, label }) {
  const discs = scene.zones[zone] ?? [];
  return html`<span class="lux-gold" role="img" aria-label=${label} data-place=${zone}>
    ${discs.map(
      (disc) => html`<span key=${disc.id} class="lux-disc" data-piece=${disc.id} data-from=${scene.origins.get(disc.id)}>
        <${Disc} />
      </span>`,
    )}
  </span>`;
}

/**
 * A modifier: face down, or with its value if the viewer knows it.
 * @param {{ id: string, value: number | null, label: string, isMine: boolean, from?: string, isMarked?: boolean }} props
 */
export function Modifier({ id, value, label, isMine, from, isMarked = false }) {
  const known = value === null ? "hidden" : "known";
  const classes = `lux-modifier ${known}${isMine ? " mine" : ""}${isMarked ? " marked" : ""}`;
  return html`<span class=${classes} role="img" aria-label=${label} data-piece=${id} data-from=${from} data-to="modifiers">
    <svg viewBox="0 0 40 36" aria-hidden="true" focusable="false">
      <path class="plate" d="M11 1.5h18L38.5 18 29 34.5H11L1.5 18Z" />
      ${value === null
        ? html`<path class="keyhole" d="M20 9a5 5 0 0 1 2.5 9.3L24 27h-8l1.5-8.7A5 5 0 0 1 20 9Z" />`
        : html`<text class="value" x="20" y="25">${signed(value)}</text>`}
    </svg>
  </span>`;
}

/**
 * Name, profession and action of a card for screen readers.
 * @param {Scene["texts"]} texts
 * @param {string} card
 */
export function cardLabel(texts, card) {
  const colour = colourOf(card);
  const profession = texts.term(`profession-${colour}`);
  return texts.phrase("board.card", { card, profession, action: texts.term(`action-${colour}`) });
}

