/** The others: their cards small, what is in their hands, and how far away they are. */

import { html } from "htm/preact";
import { withMinusSign } from "/web/language.js";
import { SeatMark } from "/web/parts/seatmark.js";
import { Die, Mark } from "./die.js";
import { SLOTS, split } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */

/**
 * Somebody else; where nobody races, their cards can be looked at.
 * @param {{ scene: Scene, seat: number }} props
 */
export function Other({ scene, seat }) {
  const { view, table, texts } = scene;
  const held = view.hands[seat];
  return html`<section class=${`cio-other${view.resting.includes(seat) ? " rests" : ""}`} aria-label=${table.names[seat]}>
    <h3>
      <${SeatMark} seat=${seat} /><span class="cio-name">${table.names[seat]}</span><b>${withMinusSign(view.scores[seat] ?? 0)}</b>
      <${Distance} scene=${scene} seat=${seat} />
      <span class="cio-their-hand" data-place=${`hand ${seat}`}>${held && html`<span role="img" aria-label=${texts.name(held)}><${Die} die=${held} /></span>`}</span>
    </h3>
    <div class="cio-smalls">${SLOTS.map((slot) => html`<${SmallCard} key=${slot} scene=${scene} seat=${seat} slot=${slot} />`)}</div>
  </section>`;
}

/** A card of somebody else, small. @param {{ scene: Scene, seat: number, slot: number }} props */
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
 * The milliseconds that the table cannot make up for.
 * @param {Scene} scene
 * @param {number} seat
 */
function behind({ table }, seat) {
  return table.behind?.[seat] ?? 0;
}

/** How far away somebody is; what is too far is marked. @param {{ scene: Scene, seat: number }} props */
export function Distance({ scene, seat }) {
  const delay = scene.table.delays?.[seat] ?? null;
  if (delay === null) return null;
  const isFar = behind(scene, seat) > 0;
  return html`<span class=${`cio-distance${isFar ? " far" : ""}`} title=${isFar ? farWords(scene, seat) : null}>${isFar ? "⚠ " : ""}${delay} ms</span>`;
}

/** @param {Scene} scene @param {number} seat */
function farWords(scene, seat) {
  const delay = scene.table.delays?.[seat] ?? 0;
  return scene.texts.phrase("board.far", { seat: scene.table.names[seat] ?? "", delay, rest: behind(scene, seat) });
}

/** What the table cannot make even, said to everybody. @param {{ scene: Scene }} props */
export function Far({ scene }) {
  const far = (scene.table.delays ?? []).flatMap((_, seat) => (behind(scene, seat) > 0 ? [seat] : []));
  if (far.length === 0) return null;
  return html`<p class="cio-far" role="note">${far.map((seat) => html`<span key=${seat}>${farWords(scene, seat)} </span>`)}</p>`;
}
