/** The end of a round, shown step by step from its events. */

import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Cross } from "./crests.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {{ end: GameEvent, events: GameEvent[] }} RoundEnd */

const ENDS = ["leads", "finished"];
const CHAPTERS = /** @type {Record<string, string[]>} */ ({
  fell: ["fell"],
  revealed: ["revealed"],
  settled: ["thrown", "pay", "discard"],
  won: ["won"],
  next: ENDS,
});
const PARTS = Object.values(CHAPTERS).flat();
const NEED_CAPITAL = ["take", "place", "capital"];
const PAUSE = 480; // milliseconds between lines

/**
 * The latest completed end of a round, or null.
 * @param {GameEvent[]} events
 * @returns {RoundEnd | null}
 */
export function latestRoundEnd(events) {
  const last = events.findLastIndex((event) => ENDS.includes(event.event));
  const end = events[last];
  if (!end) return null;
  let first = last;
  while (first > 0 && PARTS.includes(String(events[first - 1]?.event)) && !ENDS.includes(String(events[first - 1]?.event))) first -= 1;
  return { end, events: events.slice(first, last + 1) };
}

/**
 * Whether the summary is open. It opens when a round ends during play.
 * It closes when the capital is needed for the next choice.
 * @param {RoundEnd | null} roundEnd
 * @param {import("./types.js").Moves} moves
 * @param {boolean} isLive  false in a replay
 * @returns {[boolean, (open: boolean) => void]}
 */
export function useRoundSummary(roundEnd, moves, isLive) {
  const number = roundEnd?.end.n ?? 0;
  const known = useRef(number);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (number !== known.current) setOpen(isLive && number > known.current);
    known.current = number;
  }, [number]);
  const needed = NEED_CAPITAL.find((verb) => moves[verb]);
  useEffect(() => {
    if (needed) setOpen(false);
  }, [needed]);
  return [isOpen, setOpen];
}

/**
 * Events by chapter; null stands for the line that nobody was over a limit.
 * @param {RoundEnd} roundEnd
 * @returns {{ chapter: string, lines: (GameEvent | null)[] }[]}
 */
function chapters({ events }) {
  return Object.entries(CHAPTERS).flatMap(([chapter, kinds]) => {
    const found = events.filter((event) => kinds.includes(event.event));
    const lines = found.length === 0 && chapter === "settled" ? [null] : found;
    return lines.length > 0 ? [{ chapter, lines }] : [];
  });
}

/**
 * Summary of a round's end. It stands above the prompt and grows line by line.
 * @param {{ scene: Scene, roundEnd: RoundEnd, close: () => void }} props
 */
export function RoundSummary({ scene, roundEnd, close }) {
  const { texts, table, view } = scene;
  const parts = chapters(roundEnd);
  const all = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const [revealed, setRevealed] = useState(table.motion ? 1 : all);
  const element = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (revealed >= all) return undefined;
    const timer = setTimeout(() => setRevealed(revealed + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [revealed, all]);
  useLayoutEffect(() => {
    const list = element.current?.querySelector(".chapters");
    if (list && table.motion) list.scrollTop = list.scrollHeight;
  }, [revealed]);
  useLayoutEffect(() => {
    const panel = element.current;
    if (!panel || !fitsBeside()) return panel?.scrollIntoView({ block: "nearest" });
    panel.popover = "manual";
    panel.showPopover();
  }, []);
  const round = roundEnd.end.round ? roundEnd.end.round - 1 : view.rounds;
  const title = texts.phrase("board.reckoning.title", { round });
  let left = revealed;
  return html`<section
    ref=${element}
    class="lux-tale"
    aria-label=${title}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}
  >
    <header>
      <h2>${title}</h2>
      ${revealed < all &&
      html`<button type="button" class="lux-plain" onClick=${() => setRevealed(all)}>${texts.phrase("board.reckoning.at-once")}</button>`}
      <button type="button" class="lux-back" aria-label=${texts.phrase("board.reckoning.close")} title=${texts.phrase("board.reckoning.close")} onClick=${close}>
        <${Cross} />
      </button>
    </header>
    <div class="chapters" tabindex="0" role="group" aria-label=${title}>
      ${parts.map(({ chapter, lines }) => {
        const shown = lines.slice(0, Math.max(0, left));
        left -= lines.length;
        return (
          shown.length > 0 &&
          html`<div class="chapter" key=${chapter}>
            <h3>${texts.phrase(`board.reckoning.${chapter}`)}</h3>
            <ul>
              ${shown.map((event) => html`<${SummaryLine} key=${event?.n ?? 0} scene=${scene} event=${event} close=${close} />`)}
            </ul>
          </div>`
        );
      })}
    </div>
  </section>`;
}

/** Return whether the summary fits beside the table as a popover. */
function fitsBeside() {
  return matchMedia("(min-width: 900px)").matches && "popover" in HTMLElement.prototype;
}

/**
 * One line of the summary with a link to its rule, which opens in place of the summary.
 * @param {{ scene: Scene, event: GameEvent | null, close: () => void }} props
 */
function SummaryLine({ scene, event, close }) {
  const { texts, table } = scene;
  if (event === null) return html`<li>${texts.phrase("board.reckoning.all-within")}</li>`;
  const { text, rule } = texts.event(event, table.names, table.you);
  return html`<li class=${event.event}>
    <span>${text}</span>
    ${rule &&
    html`<button type="button" class="lux-rule" aria-label=${texts.phrase("board.rule", { rule })} onClick=${() => (close(), table.openRule(rule))}>${rule}</button>`}
  </li>`;
}
