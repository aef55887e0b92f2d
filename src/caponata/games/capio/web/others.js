/** The other seats: their cards in small, the dice in their hands, and their latency. */

import { html } from "htm/preact";
import { SeatMark, withMinusSign } from "/web/kit.js";
import { Die, Mark } from "./die.js";
import { SLOTS, split } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * Another seat.
 * @param {{ scene: Scene, seat: number }} props
 */
export function Other({ scene, seat }) {
  const { view, table, texts } = scene;
  const held = view.hands[seat];
  return html`<section class=${`cio-other${view.resting.includes(seat) ? " rests" : ""}`} aria-label=${table.names[seat]}>
    <h3>
      <${SeatMark} seat=${seat} /><span class="cio-name">${table.names[seat]}</span><b>${withMinusSign(view.scores[seat] ?? 0)}</b>
      <${Latency} scene=${scene} seat=${seat} />
      <span class="cio-their-hand" data-place=${`hand ${seat}`}>${held && html`<span role="img" aria-label=${texts.name(held)}><${Die} die=${held} /></span>`}</span>
    </h3>
    <div class="cio-smalls">${SLOTS.map((slot) => html`<${SmallCard} key=${slot} scene=${scene} seat=${seat} slot=${slot} />`)}</div>
  </section>`;
}

/** A small card of another seat. @param {{ scene: Scene, seat: number, slot: number }} props */
function SmallCard({ scene, seat, slot }) {
  const { view, texts } = scene;
  const goal = view.goals[seat]?.[slot];
  const laid = view.laid[seat]?.[slot];
  if (!goal || !laid) return null;
  const { kind } = goal;
  const { fields, beside, tops = [], parked = null } = laid;
  const waits = (/** @type {number} */ number) => parked?.field === number + 1;
  const dice = fields.map((base, number) => tops[number] ?? base ?? (waits(number) ? (parked?.die ?? null) : null));
  const lying = [...fields, ...tops, parked?.die ?? null, ...beside].filter(Boolean);
  const title = kind === "target" ? `${laid.sum}/${goal.number}` : texts.name(kind);
  return html`<span class=${`cio-small ${kind}`} role="img" aria-label=${`${texts.name(kind)}: ${lying.length}`}>
    <b>${title}</b>
    <span class="cio-dots">${dice.map((die, number) => html`<i key=${number} class=${`${die ? split(die)[0] : "empty"}${tops[number] ? " whole" : waits(number) ? " parked" : ""}`} data-piece=${die ? `${seat} ${kind} ${number}` : null} data-from=${`hand ${seat}`}>${die && html`<${Mark} colour=${split(die)[0]} />`}</i>`)}</span>
    ${beside.length > 0 && html`<small class="cio-astray" title=${texts.term("beside")}>+${beside.length}</small>`}
  </span>`;
}

/**
 * Milliseconds of latency that the server does not compensate.
 * @param {Scene} scene
 * @param {number} seat
 */
function uncompensated({ table }, seat) {
  return table.behind?.[seat] ?? 0;
}

/** Latency of a seat, marked if the server cannot compensate it. @param {{ scene: Scene, seat: number }} props */
export function Latency({ scene, seat }) {
  const delay = scene.table.delays?.[seat] ?? null;
  if (delay === null) return null;
  const isTooHigh = uncompensated(scene, seat) > 0;
  return html`<span class=${`cio-distance${isTooHigh ? " far" : ""}`} title=${isTooHigh ? latencyWarning(scene, seat) : null}>${isTooHigh ? "⚠ " : ""}${delay} ms</span>`;
}

/** @param {Scene} scene @param {number} seat */
function latencyWarning(scene, seat) {
  const delay = scene.table.delays?.[seat] ?? 0;
  return scene.texts.phrase("board.far", { seat: scene.table.names[seat] ?? "", delay, rest: uncompensated(scene, seat) });
}

/** Warning to everybody about latencies that the server cannot compensate. @param {{ scene: Scene }} props */
export function LatencyWarning({ scene }) {
  const far = (scene.table.delays ?? []).flatMap((_, seat) => (uncompensated(scene, seat) > 0 ? [seat] : []));
  if (far.length === 0) return null;
  return html`<p class="cio-far" role="note">${far.map((seat) => html`<span key=${seat}>${latencyWarning(scene, seat)} </span>`)}</p>`;
}
