/** The end of a year, shown step by step: the income of every family, and what it did with the money. */

import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { RuleLink } from "/web/kit.js";
import { Crest, Sign } from "./drawings.js";
import { businessOf, numberOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").GameEvent} GameEvent */

const PAID = ["earned", "income"];
const SETTLED = ["released", "buy-out", "rehire", "invest", "sell", "million", "guards-lost", "new-year", "finished"];
/** Milliseconds between lines; banknotes move at the same pace. */
export const LINE_DELAY = 520;

/**
 * Events of the latest year's end, or null.
 * @param {GameEvent[]} events
 */
export function yearEnd(events) {
  const last = events.findLastIndex((event) => event.event === "income");
  if (last < 0) return null;
  let first = last;
  while (first > 0 && PAID.includes(String(events[first - 1]?.event))) first -= 1;
  const until = events.findIndex((event, index) => index > last && (event.event === "new-year" || event.event === "finished"));
  return events.slice(first, until < 0 ? undefined : until + 1);
}

/**
 * Lines of the summary: the income of each family, then the other events.
 * @param {GameEvent[]} events
 */
function chapters(events) {
  const incomes = events.filter((event) => event.event === "income").map((income) => ({ income, parts: events.filter((event) => event.event === "earned" && event.seat === income.seat) }));
  return { incomes, rest: events.filter((event) => SETTLED.includes(event.event)) };
}

/**
 * Number of lines revealed so far, and a function that reveals all.
 * @param {number} first  number of the first event; another one restarts the summary
 * @param {number} all
 * @param {boolean} motion
 * @returns {[number, () => void]}
 */
function useRevealed(first, all, motion) {
  const [revealed, setRevealed] = useState({ first, lines: motion ? 1 : all });
  const lines = revealed.first === first ? revealed.lines : 1;
  useEffect(() => {
    if (!motion || lines >= all) return undefined;
    const timer = setTimeout(() => setRevealed({ first, lines: lines + 1 }), LINE_DELAY);
    return () => clearTimeout(timer);
  }, [first, lines, all]);
  return [motion ? lines : all, () => setRevealed({ first, lines: all })];
}

/**
 * @param {{ scene: Scene, close: (() => void) | null }} props  `close`: null while the summary cannot be closed
 */
export function YearSummary({ scene, close }) {
  const { events, texts, table, view } = scene;
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  const ending = yearEnd(events) ?? [];
  const { incomes, rest } = chapters(ending);
  const all = incomes.length + rest.length;
  const [revealed, revealAll] = useRevealed(ending[0]?.n ?? 0, all, table.motion && table.mode === "play");
  useLayoutEffect(() => {
    const list = element.current?.querySelector(".lines");
    if (list && table.motion) list.scrollTop = list.scrollHeight;
  }, [revealed]);
  if (incomes.length === 0) return null;
  const isOver = rest.some((event) => event.event === "new-year");
  const title = texts.phrase("board.year-ends", { year: isOver ? view.year - 1 : view.year });
  return html`<section ref=${element} class="cpn-tale" aria-label=${title}>
    <header>
      <h2>${title}</h2>
      ${revealed < all && html`<button type="button" class="cpn-way plain" onClick=${revealAll}>${texts.phrase("board.at-once")}</button>`}
      ${close && html`<button type="button" class="cpn-way plain" onClick=${close}>${texts.phrase("board.close")}</button>`}
    </header>
    <ol class="lines" tabindex="0" aria-label=${title}>
      ${incomes.slice(0, revealed).map(({ income, parts }) => html`<${Income} key=${income.n} scene=${scene} income=${income} parts=${parts} />`)}
      ${rest.slice(0, Math.max(0, revealed - incomes.length)).map((event) => {
        const { text, rule } = texts.event(event, table.names, table.you);
        return html`<li key=${event.n} class=${event.event}>${typeof event.seat === "number" && html`<${Crest} seat=${event.seat} family=${String(view.families[event.seat])} />`}<span>${text}</span> <${RuleLink} rule=${rule} /></li>`;
      })}
    </ol>
  </section>`;
}

/**
 * Income of one family, site by site.
 * @param {{ scene: Scene, income: GameEvent, parts: GameEvent[] }} props
 */
function Income({ scene, income, parts }) {
  const { texts, table, view } = scene;
  const seat = Number(income.seat);
  const { text, rule } = texts.event(income, table.names, table.you);
  return html`<li class="income">
    <${Crest} seat=${seat} family=${String(view.families[seat])} />
    <span><strong>${text}</strong>
      <span class="parts">${parts.map((part) => html`<span key=${part.n} class="part" title=${texts.name(String(part["place"]))}><${Sign} name=${businessOf(String(part["place"]))} /><span class="unseen">${texts.name(String(part["place"]))} </span><sub aria-hidden="true">${numberOf(String(part["place"]))}</sub> <b>${part["count"]}</b></span>`)}</span>
    </span>
    <${RuleLink} rule=${rule} />
  </li>`;
}
