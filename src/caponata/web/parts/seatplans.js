/** The seats of a new table: persons, bots and open seats. */

import { html } from "htm/preact";
import { say, sayLevel } from "../language.js";
import { MAX_NAME_LENGTH, name } from "../person.js";
import { Icon } from "./icons.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").SeatPlan} SeatPlan */
/** @typedef {import("../types.js").GameCard} GameCard */

const KINDS = /** @type {const} */ (["me", "open", "bot", "here"]);
const RACE_KINDS = KINDS.filter((kind) => kind !== "here"); // in a race two players cannot share a device

/**
 * The seats of a plan, each with its kind.
 * @param {{ game: GameCard, seats: SeatPlan[], level: string, change: (seats: SeatPlan[]) => void }} props
 */
export function SeatPlans({ game, seats, level, change }) {
  const more = game.seats.find((count) => count > seats.length);
  const fewer = game.seats.findLast((count) => count < seats.length);
  /** @param {number} count */
  const resize = (count) => {
    const added = Array.from({ length: Math.max(0, count - seats.length) }, () => ({ is: /** @type {const} */ ("open") }));
    change([...seats, ...added].slice(0, count));
  };
  /** @param {number} at @param {SeatPlan} plan */
  const set = (at, plan) => {
    const before = seats[at] ?? plan; // taken over by the old seat of "me", as there is only one
    change(seats.map((seat, number) => (number === at ? plan : plan.is === "me" && seat.is === "me" ? before : seat)));
  };
  return html`<section class="seatplans" aria-labelledby="seats-title">
    <header>
      <h2 id="seats-title">${say("setup.seats")}</h2>
      <div class="counter">
        <button type="button" class="button round" aria-disabled=${fewer === undefined} aria-label=${say("setup.fewer")} onClick=${() => fewer && resize(fewer)}><${Icon} name="minus" /></button>
        <output>${seats.length}</output>
        <button type="button" class="button round" aria-disabled=${more === undefined} aria-label=${say("setup.more")} onClick=${() => more && resize(more)}><${Icon} name="plus" /></button>
      </div>
    </header>
    <ol>
      ${seats.map((seat, number) => html`<${SeatRow} key=${number} number=${number} seat=${seat} level=${level} levels=${game.levels} kinds=${game.races ? RACE_KINDS : KINDS} set=${(/** @type {SeatPlan} */ plan) => set(number, plan)} />`)}
    </ol>
  </section>`;
}

/** @param {{ number: number, seat: SeatPlan, level: string, levels: string[], kinds: readonly string[], set: (plan: SeatPlan) => void }} props */
function SeatRow({ number, seat, level, levels, kinds, set }) {
  /** @param {string} kind */
  const pick = (kind) => {
    if (kind === "bot") set({ is: "bot", level });
    else if (kind === "here") set({ is: "here", name: say("seat.number", { n: number + 1 }) });
    else set({ is: kind === "me" ? "me" : "open" });
  };
  const label = say("seat.number", { n: number + 1 });
  return html`<li class="seatplan" data-is=${seat.is}>
    <${SeatMark} seat=${number} />
    <select aria-label=${label} value=${seat.is} onChange=${(/** @type {any} */ event) => pick(event.target.value)}>
      ${kinds.filter((kind) => seat.is !== "me" || kind === "me").map((kind) => html`<option key=${kind} value=${kind}>${say(`plan.${kind}`, { name: name.value })}</option>`)}
    </select>
    ${seat.is === "bot" &&
    html`<select aria-label=${say("plan.level", { seat: label })} value=${seat.level} onChange=${(/** @type {any} */ event) => set({ is: "bot", level: event.target.value })}>
      ${levels.map((name) => html`<option key=${name} value=${name}>${sayLevel(name)}</option>`)}
    </select>`}
    ${seat.is === "here" &&
    html`<input aria-label=${say("plan.here-name", { seat: label })} value=${seat.name} maxlength=${MAX_NAME_LENGTH} required onInput=${(/** @type {any} */ event) => set({ is: "here", name: event.target.value })} />`}
    <p>${say(`plan.${seat.is}-hint`)}</p>
  </li>`;
}
