/** The end of a round, told step by step from its events. */

import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { Cross } from "./crests.js";

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
const PAUSE = 480; // milliseconds from line to line

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
 * @param {boolean} isLive  the round ends now, not in a game looked back on
 * @returns {[boolean, (open: boolean) => void]}
 */
export function useReckoning(reckoning, moves, isLive) {
  const number = reckoning?.end.n ?? 0;
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
 * What there is to tell, chapter by chapter; null is the line that nobody was over a limit.
 * @param {Reckoning} reckoning
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
 * The tale of a round's end, above the prompt and never in its way: it grows line by line.
 * @param {{ scene: Scene, reckoning: Reckoning, close: () => void }} props
 */
export function Tale({ scene, reckoning, close }) {
  const { texts, table, view } = scene;
  const parts = chapters(reckoning);
  const all = parts.reduce((sum, { lines }) => sum + lines.length, 0);
  const [told, setTold] = useState(table.motion ? 1 : all);
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (told >= all) return undefined;
    const timer = setTimeout(() => setTold(told + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [told, all]);
  useLayoutEffect(() => {
    const list = place.current?.querySelector(".chapters");
    if (list && table.motion) list.scrollTop = list.scrollHeight;
  }, [told]);
  useLayoutEffect(() => {
    const tale = place.current;
    if (!tale || !hasRoomBeside()) return tale?.scrollIntoView({ block: "nearest" });
    tale.popover = "manual";
    tale.showPopover();
  }, []);
  const round = reckoning.end.round ? reckoning.end.round - 1 : view.rounds;
  const title = texts.phrase("board.reckoning.title", { round });
  let left = told;
  return html`<section
    ref=${place}
    class="lux-tale"
    aria-label=${title}
    onKeyDown=${(/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close()}
  >
    <header>
      <h2>${title}</h2>
      ${told < all &&
      html`<button type="button" class="lux-plain" onClick=${() => setTold(all)}>${texts.phrase("board.reckoning.at-once")}</button>`}
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
              ${shown.map((event) => html`<${Line} key=${event?.n ?? 0} scene=${scene} event=${event} close=${close} />`)}
            </ul>
          </div>`
        );
      })}
    </div>
  </section>`;
}

/** Whether something can stand beside the table, above all that is drawn there. */
function hasRoomBeside() {
  return matchMedia("(min-width: 900px)").matches && "popover" in HTMLElement.prototype;
}

/**
 * One step, with its rule, which is opened where the tale stands.
 * @param {{ scene: Scene, event: GameEvent | null, close: () => void }} props
 */
function Line({ scene, event, close }) {
  const { texts, table } = scene;
  if (event === null) return html`<li>${texts.phrase("board.reckoning.all-within")}</li>`;
  const { text, rule } = texts.event(event, table.names, table.you);
  return html`<li class=${event.event}>
    <span>${text}</span>
    ${rule &&
    html`<button type="button" class="lux-rule" aria-label=${texts.phrase("board.rule", { rule })} onClick=${() => (close(), table.openRule(rule))}>${rule}</button>`}
  </li>`;
}
