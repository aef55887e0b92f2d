/** The families: crest, player, investment ladder, cash, income and reach. */

import { html } from "htm/preact";
import { ChangingNumber, Dialog } from "/web/kit.js";
import { Crest, Note, Sign } from "./drawings.js";
import { notes } from "./recent.js";
import { Face } from "./people.js";
import { MEMBERS, RUNGS, whereIs, whereWords } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {{ scene: Scene }} props */
export function Families({ scene }) {
  const { view, texts } = scene;
  return html`<section class=${`cpn-families of-${view.seats}`} aria-label=${texts.phrase("board.families")}>
    <ol>${view.families.map((family, seat) => html`<${Family} key=${family} scene=${scene} seat=${seat} />`)}</ol>
  </section>`;
}

/** @param {{ scene: Scene, seat: number }} props */
function Family({ scene, seat }) {
  const { view, texts, table, me, open } = scene;
  const name = String(table.names[seat]);
  const isTurn = view.to_act.includes(seat);
  const last = view.last_card;
  const words = texts.phrase("board.open-family", { seat: name, family: String(view.families[seat]), steps: view.steps[seat], cash: view.cash[seat], income: view.income[seat], cards: view.cards[seat] });
  const inside = html`
    <${Crest} seat=${seat} family=${String(view.families[seat])} />
    <span class="who"><strong>${name}</strong><span class="clan">${texts.name(String(view.families[seat]))}</span></span>
    ${view.dealer === seat && html`<span class="deals" title=${texts.term("dealer")}><${Sign} name="lamp" /><span class="unseen">${texts.term("dealer")}</span></span>`}
    <${Ladder} scene=${scene} seat=${seat} />
    <span class="numbers">
      <${Cash} scene=${scene} seat=${seat} />
      <${Number} scene=${scene} seat=${seat} field="income" sign="plus" />
      <${Number} scene=${scene} seat=${seat} field="reach" sign="reach" />
      <${Number} scene=${scene} seat=${seat} field="cards" sign="cards" />
    </span>`;
  return html`<li class=${`cpn-family fam-${seat}${isTurn ? " turn" : ""}${seat === me ? " mine" : ""}${last?.seat === seat && last.now ? " last" : ""}`}>
    <button type="button" onClick=${() => open(seat)}><span class="unseen">${words}</span><span class="shown" aria-hidden="true">${inside}</span></button>
    <span class="home" data-place=${`home-${seat}`}></span>
  </li>`;
}

/**
 * The investment ladder with ten steps, and the marker's position after the previewed move.
 * @param {{ scene: Scene, seat: number }} props
 */
export function Ladder({ scene, seat }) {
  const { view, preview, texts } = scene;
  const now = view.steps[seat] ?? 0;
  const next = preview?.steps[seat] ?? now;
  const words = texts.phrase("board.steps", { steps: now });
  return html`<span class="cpn-ladder" role="img" aria-label=${words} title=${words}>
    ${RUNGS.map((rung) => html`<i key=${rung} class=${rung <= Math.min(now, next) ? "up" : rung <= next ? "up changing" : rung <= now ? "changing" : ""}></i>`)}
    <b>${next}</b>
  </span>`;
}

/** @param {{ scene: Scene, seat: number }} props */
export function Cash({ scene, seat }) {
  const { view, preview, texts, events } = scene;
  const now = view.cash[seat] ?? 0;
  const mine = notes(events).filter(({ to }) => to === `cash-${seat}`);
  return html`<span class="cpn-cash" title=${texts.term("cash")} data-place=${`cash-${seat}`}>
    <span class="cpn-note" aria-hidden="true"><${Note} /></span>
    ${mine.slice(-1).map(({ piece, from }) => html`<span key=${piece} class="cpn-note over" data-piece=${piece} data-from=${from} aria-hidden="true"><${Note} /></span>`)}
    <span class="unseen">${texts.term("cash")} </span><${ChangingNumber} now=${now} next=${preview?.cash[seat]} />
  </span>`;
}

/** @param {{ scene: Scene, seat: number, field: "income" | "reach" | "cards", sign: string }} props */
function Number({ scene, seat, field, sign }) {
  const { view, preview, texts } = scene;
  const now = view[field][seat] ?? 0;
  const term = texts.term(field === "cards" ? "hand" : field);
  return html`<span class=${`number ${field}`} title=${term}>
    ${sign === "plus" ? html`<span aria-hidden="true">+</span>` : html`<${Sign} name=${sign} />`}<span class="unseen">${term} </span><${ChangingNumber} now=${now} next=${preview?.[field][seat]} />
  </span>`;
}

/**
 * Details of a family: its members and where they are, its guards and its numbers.
 * @param {{ scene: Scene, seat: number, close: () => void }} props
 */
export function FamilyBoard({ scene, seat, close }) {
  const { view, texts, table } = scene;
  const people = view.people[seat];
  if (!people) return null;
  const facts = /** @type {[string, number][]} */ ([
    ["cash", view.cash[seat]],
    ["income", view.income[seat]],
    ["reach", view.reach[seat]],
    ["hand", view.cards[seat]],
  ]);
  const guards = /** @type {[string, number][]} */ ([
    ["home", people.guards],
    ["park", people.park],
    ["lost", people.lost],
  ]);
  return html`<${Dialog} title=${`${texts.name(String(view.families[seat]))}: ${table.names[seat]}`} close=${close} wide>
    <div class="cpn cpn-familyboard">
      <${Crest} seat=${seat} family=${String(view.families[seat])} />
      <${Ladder} scene=${scene} seat=${seat} />
      <dl>${facts.map(([key, value]) => html`<div key=${key}><dt>${texts.term(key)}</dt><dd>${value}</dd></div>`)}</dl>
      <ul class="photo">
        ${MEMBERS.map((member) => html`<li key=${member} class=${whereIs(view, seat, member).at}><${Face} scene=${scene} seat=${seat} member=${member} /><span><strong>${texts.name(member)}</strong> ${whereWords(scene, seat, member)}</span></li>`)}
        <li class="home"><span class=${`cpn-face guard fam-${seat}`}><${Sign} name="guard" /><b>${view.worth["guard"]}</b></span><span><strong>${texts.term("guards")}</strong> ${guards.map(([key, count]) => `${texts.term(key)} ${count}`).join(", ")}</span></li>
      </ul>
      <p>${texts.phrase("board.steps-bring", { money: view.front_pay[seat], paid: view.protection[seat] })}</p>
    </div>
  <//>`;
}
