/** The middle of the table: forty dice, each in its own slot, so that none covers another. */

import { html } from "htm/preact";
import { useEffect, useMemo } from "preact/hooks";
import { playSound, RefusalMark } from "/web/kit.js";
import { Coach } from "./coach.js";
import { Face } from "./die.js";
import { useCountdown } from "./countdown.js";
import { COLOURS, LETTERS, diceInMiddle, split } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ turn: number, x: number, y: number }} Offset */
/** @typedef {{ spots: Offset[], slots: number[] }} Lying  an offset for each slot, and the slot of each die */

const DICE = 40;
const COLUMNS = [8, 10]; // on narrow and on wide screens
const MAX_TURN = 11; // degrees; a turned die still fits into its slot
const MAX_SHIFT = 2; // percent of a slot

/**
 * Positions of the dice: a shuffle that is equal for all viewers of a throw and unknown before it.
 * @param {string} thrown
 * @returns {Lying}
 */
export function layOut(thrown) {
  let hash = [...thrown].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 16777619), 2166136261 | 0);
  const next = () => (hash = (Math.imul(hash ^ (hash >>> 15), 2246822519) + 374761393) | 0) >>> 0;
  const slots = Array.from({ length: DICE }, (_, slot) => slot);
  for (let left = DICE - 1; left > 0; left -= 1) swap(slots, left, next() % (left + 1));
  const spread = (/** @type {number} */ limit) => (next() % (2 * limit + 1)) - limit;
  return { slots, spots: slots.map(() => ({ turn: spread(MAX_TURN), x: spread(MAX_SHIFT), y: spread(MAX_SHIFT) })) };
}

/** @param {number[]} slots @param {number} one @param {number} other */
function swap(slots, one, other) {
  [slots[one], slots[other]] = [Number(slots[other]), Number(slots[one])];
}

/**
 * Positions of the dice, and a function to call when one is touched. Of several equal dice the server gives the first
 * that is not requested yet, so that die swaps its slot with the touched one.
 * @param {View} view
 * @param {import("./types.js").Step[]} steps
 */
export function useLying(view, steps) {
  const thrown = `${view.round}.${view.playthrough} ${view.thrown ?? ""}`;
  const lying = useMemo(() => layOut(thrown), [thrown]);
  /** @param {string} die @param {number} index */
  const touch = (die, index) => {
    const requested = steps.map((step) => (step.verb === "take" ? step.slot : null));
    const first = diceInMiddle(view).findIndex((look, place) => look === die && !requested.includes(Number(lying.slots[place])));
    if (first >= 0) swap(lying.slots, index, first);
    return Number(lying.slots[first < 0 ? index : first]);
  };
  return { lying, touch };
}

/**
 * The dice in the middle. A die that may not be taken can be tried to get the reason.
 * @param {{ scene: Scene, lying: Lying, coach: import("/web/parts/lessons.js").Lessons }} props
 */
export function Middle({ scene, lying, coach }) {
  const { view, texts, steps } = scene;
  const looks = diceInMiddle(view);
  const taken = steps.map((step) => (step.verb === "take" ? step.slot : null));
  const isCovered = view.phase === "grabbing" && scene.wait.isPaused;
  const isBare = isCovered || looks.every((look) => look === null);
  let first = true;
  return html`<section class=${`cio-cloth${isBare ? " bare" : ""}`} aria-label=${texts.term("middle")} data-place="middle">
    <i class="cio-cup" data-place="cup"></i>
    ${isBare && html`<${EmptyMiddle} scene=${scene} coach=${coach} />`}
    ${!isBare &&
    html`<div class="cio-dice">
      ${looks.map((look, index) => {
        const slot = Number(lying.slots[index]);
        if (look === null || taken.includes(slot)) return null;
        const isFirst = first;
        first = false;
        return html`<${Thrown} key=${slot} scene=${scene} look=${look} index=${index} slot=${slot} spot=${lying.spots[slot]} isFirst=${isFirst} />`;
      })}
    </div>`}
    <p class="cio-legend" aria-hidden="true">${COLOURS.map((colour) => html`<span key=${colour}><${Face} colour=${colour} /><kbd>${LETTERS[colour]}</kbd></span>`)}</p>
  </section>`;
}

/** Before the dice are thrown: the guide, a countdown, or a hint. @param {{ scene: Scene, coach: import("/web/parts/lessons.js").Lessons }} props */
function EmptyMiddle({ scene, coach }) {
  if (scene.view.phase === "grabbing") return html`<p class="cio-bare">${scene.wait.isPaused && scene.texts.phrase("board.covered")}</p>`;
  if (scene.view.phase === "throwing") return html`<${Countdown} scene=${scene} />`;
  if (coach.lesson !== null) return html`<${Coach} scene=${scene} coach=${coach} />`;
  if (scene.table.mode === "replay" || scene.view.seat === null) return html`<p class="cio-bare"></p>`;
  return html`<p class="cio-bare">${scene.texts.phrase("guide.gathering.text")}<small class="cio-keys">${scene.texts.phrase("board.keys")}</small></p>`;
}

/** The countdown to the throw. @param {{ scene: Scene }} props */
function Countdown({ scene }) {
  const left = useCountdown(scene);
  useEffect(() => playSound("tick"), [left]);
  return html`<p class="cio-bare cio-count"><span>${scene.texts.phrase("board.set")}</span><b>${left || ""}</b></p>`;
}

/** @param {{ scene: Scene, look: string, index: number, slot: number, spot: Offset | undefined, isFirst: boolean }} props */
function Thrown({ scene, look, index, slot, spot, isFirst }) {
  const [colour, face] = split(look);
  const isPending = scene.steps.length > 0; // legality is unknown until the server has answered
  const isLit = scene.held === null && (isPending || scene.moves.has(`take ${look}`));
  const at = `slot ${slot}`;
  const classes = `cio-die${isLit ? " lit" : ""}`;
  const touch = () => {
    if (isLit) scene.take(look, index);
    else if (scene.moves.size > 0 && scene.held === null) scene.ask(`take ${look}`, at);
    else if (scene.moves.size > 0) scene.shake(at);
  };
  const [narrow = 8, wide = 10] = COLUMNS;
  const style = `--column: ${slot % narrow}; --row: ${Math.floor(slot / narrow)}; --wide-column: ${slot % wide}; --wide-row: ${Math.floor(slot / wide)}; --turn: ${spot?.turn ?? 0}deg; --x: ${spot?.x ?? 0}%; --y: ${spot?.y ?? 0}%`;
  return html`<button
    type="button"
    class=${classes}
    style=${style}
    data-piece=${`die ${slot}`}
    data-from="cup"
    data-die=${look}
    tabindex=${isFirst && isLit ? 0 : -1}
    aria-disabled=${!isLit}
    aria-label=${scene.texts.name(look)}
    onPointerDown=${(/** @type {PointerEvent} */ event) => event.button === 0 && touch()}
    onClick=${(/** @type {MouseEvent} */ event) => event.detail === 0 && touch()}
  >
    <${Face} colour=${colour} face=${face} /><${RefusalMark} scene=${scene} at=${at} />
  </button>`;
}
