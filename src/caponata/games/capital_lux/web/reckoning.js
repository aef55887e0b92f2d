/** The end of a round, told step by step from its events. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {{ end: GameEvent, events: GameEvent[] }} Reckoning */

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
const PAUSE = 650; // milliseconds from line to line

/**
 * The latest reckoning that is complete, if there was one.
 * @param {GameEvent[]} events
 * @returns {Reckoning | null}
 */
export function latest(events) {
  const last = events.findLastIndex((event) => ENDS.includes(event.event));
  const end = events[last];
  if (!end) return null;
  let first = last;
  while (first > 0 && PARTS.includes(String(events[first - 1]?.event)) && !ENDS.includes(String(events[first - 1]?.event))) first -= 1;
  return { end, events: events.slice(first, last + 1) };
}

/**
 * Whether a reckoning is open: it opens by itself when a round ends while one watches.
 * It closes when the capital is needed for the next choice.
 * @param {Reckoning | null} reckoning
 * @param {import("./shapes.js").Moves} moves
 * @returns {[boolean, (open: boolean) => void]}
 */
export function useReckoning(reckoning, moves) {
  const number = reckoning?.end.n ?? 0;
  const known = useRef(number);
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (number > known.current) setOpen(true);
    if (number < known.current) setOpen(false);
    known.current = number;
  }, [number]);
  const needed = NEED_CAPITAL.find((verb) => moves[verb]);
  useEffect(() => {
    if (needed) setOpen(false);
  }, [needed]);
  return [isOpen, setOpen];
}

/**
 * The tale of a round's end, beside the table and never in its way.
 * @param {{ scene: Scene, reckoning: Reckoning, close: () => void }} props
 */
export function Tale({ scene, reckoning, close }) {
  const { texts, table, view } = scene;
  const [isTold, setTold] = useState(!table.motion);
  const round = reckoning.end.round ? reckoning.end.round - 1 : view.rounds;
  let line = 0;
  return html`<section
    class=${`lux-tale${isTold ? " told" : ""}`}
    aria-label=${texts.phrase("board.reckoning.title", { round })}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}
    onAnimationStart=${follow}
  >
    <header>
      <h3>${texts.phrase("board.reckoning.title", { round })}</h3>
      ${!isTold &&
      html`<button type="button" class="lux-plain" onClick=${() => setTold(true)}>${texts.phrase("board.reckoning.at-once")}</button>`}
      <button type="button" class="lux-plain" onClick=${close}>${texts.phrase("board.reckoning.close")}</button>
    </header>
    ${Object.entries(CHAPTERS).map(([chapter, kinds]) => {
      const events = reckoning.events.filter((event) => kinds.includes(event.event));
      const isCalm = chapter === "settled" && events.length === 0;
      if (events.length === 0 && !isCalm) return null;
      const heading = line++;
      return html`<div class="chapter" key=${chapter}>
        <h4 style=${`--line:${heading * PAUSE}ms`}>${texts.phrase(`board.reckoning.${chapter}`)}</h4>
        <ul>
          ${events.map((event) => html`<${Line} key=${event.n} scene=${scene} event=${event} wait=${line++ * PAUSE} />`)}
          ${isCalm && html`<li style=${`--line:${line++ * PAUSE}ms`}>${texts.phrase("board.reckoning.all-within")}</li>`}
        </ul>
      </div>`;
    })}
  </section>`;
}

/**
 * Keep the line that is being told in sight.
 * @param {AnimationEvent} event
 */
function follow({ currentTarget: tale, target: line }) {
  if (!(tale instanceof HTMLElement) || !(line instanceof HTMLElement)) return;
  const end = line.offsetTop + line.offsetHeight - tale.clientHeight;
  if (end > tale.scrollTop) tale.scrollTop = end;
}

/**
 * One step, with its rule.
 * @param {{ scene: Scene, event: GameEvent, wait: number }} props
 */
function Line({ scene, event, wait }) {
  const { texts, table } = scene;
  const { text, rule } = texts.event(event, table.names, table.you);
  return html`<li class=${event.event} style=${`--line:${wait}ms`}>
    <span>${text}</span>
    ${rule &&
    html`<button type="button" class="lux-rule" aria-label=${texts.phrase("board.rule", { rule })} onClick=${() => table.openRule(rule)}>${rule}</button>`}
  </li>`;
}
