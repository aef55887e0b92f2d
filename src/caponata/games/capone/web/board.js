/** The Capone board: draws a view and offers its moves. It contains no rules. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { moveTexts, RefusalText, RestartLessons, useMoveAttempt, usePieceAnimation, usePreview, validEvents } from "/web/kit.js";
import { City } from "./city.js";
import { Coach, useCoach } from "./coach.js";
import { Desk } from "./desk.js";
import { Drawings } from "./drawings.js";
import { Families, FamilyBoard } from "./families.js";
import { Hand } from "./hand.js";
import { Home } from "./home.js";
import { useKeys } from "./keys.js";
import { notes, touchedPlaces } from "./recent.js";
import { Confirm } from "./plan.js";
import { isStep, useQueue, useSteps } from "./steps.js";
import { LINE_DELAY, yearEnd } from "./yearsummary.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */

/** The verbs that the board draws: all of them. */
export const pieces = [
  ...["discard", "play", "site", "add", "guards", "confirm", "seize", "strike", "squeeze"],
  ...["buy-out", "return", "exchange", "rehire", "invest", "sell", "done"],
];


/**
 * The whole table as one seat or a spectator sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: (move: string) => Promise<import("/web/types.js").Choice>,
 *   table: import("/web/types.js").BoardTable<View>, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const events = useMemo(() => validEvents(table.events), [table.events]);
  const marked = useMemo(() => touchedPlaces(events, table.you), [events]);
  const isMine = view.seat !== null && table.mode !== "replay";
  const lit = useMemo(() => (isMine ? moveTexts(moves, Object.keys(moves)) : []), [moves, isMine]);
  const { preview, showPreview } = usePreview(table, view);
  const [about, inspect] = useAbout(view);
  const [refusal, attempt] = useMoveAttempt(choose);
  const enqueue = useQueue();
  /** @type {Scene["act"]} */
  const act = async (at, ...requested) => {
    for (const move of requested) {
      const answer = await (isStep(move) ? enqueue(`${at} ${move}`, () => attempt(at, move)) : attempt(at, move));
      if (!answer.ok) return;
    }
  };
  const [family, open] = useState(/** @type {number | null} */ (null));
  const steps = useSteps(view, events, table, attempt, enqueue);
  /** @type {Scene} */
  const scene = {
    ...{ view, preview, moves: lit, can: (move) => lit.includes(move), table, texts: table.texts, me: view.seat },
    ...{ events, marked, about, inspect, refusal, act, showPreview, steps, open },
  };
  usePieceAnimation(root, { when: view, motion: table.motion, goesTo: (piece) => goal(piece, view), wait: (piece) => delay(piece, scene) });
  const keys = useKeys(root, view, about);
  const coach = useCoach(scene);
  const [isSummaryOpen, openSummary] = useState(false);
  /** @param {KeyboardEvent} event */
  const onEscape = (event) => {
    if (event.key !== "Escape" || family !== null) return;
    if (view.plan?.card && steps.canGoBack) void steps.clear();
    else if (about) inspect(null);
    else return;
    event.stopPropagation();
  };
  return html`<div ref=${root} class=${`board-root cpn cpn-table ${table.mode} phase-${view.phase}${table.motion ? "" : " calm"}`} ...${keys} onKeyDown=${onEscape}>
    <${Drawings} />
    <${Families} scene=${scene} />
    <${City} scene=${scene} />
    <div class="cpn-tools">
      ${yearEnd(events) && view.phase !== "year-end" && view.phase !== "over" && html`<button type="button" class="cpn-way plain" aria-expanded=${isSummaryOpen} onClick=${() => openSummary(!isSummaryOpen)}>${table.texts.phrase("board.tell-again")}</button>`}
      <${RestartLessons} lessons=${coach} texts=${table.texts} class="cpn-way plain" />
    </div>
    <div class="cpn-dock">
      <${Coach} scene=${scene} coach=${coach} />
      <${RefusalText} scene=${scene} />
      <div class="asked">${prompt}</div>
      <${Hand} scene=${scene} />
      <${Desk} scene=${scene} isSummaryOpen=${isSummaryOpen} closeSummary=${() => openSummary(false)} />
      <${Home} scene=${scene} />
      <${Confirm} scene=${scene} />
    </div>
    ${family !== null && html`<${FamilyBoard} scene=${scene} seat=${family} close=${() => open(null)} />`}
  </div>`;
}

/**
 * The card or site whose details are shown; reset when a card is played.
 * @param {View} view
 * @returns {[Scene["about"], Scene["inspect"]]}
 */
function useAbout(view) {
  const [about, inspect] = useState(/** @type {Scene["about"]} */ (null));
  const cards = view.hand?.length ?? 0;
  const isComposing = view.plan != null;
  useEffect(() => inspect((now) => (now && "card" in now ? null : now)), [cards, isComposing, view.phase]);
  return [about, inspect];
}

/**
 * Place that a removed piece goes to.
 * @param {string} piece
 * @param {View} view
 */
function goal(piece, view) {
  const [first = "", second = ""] = piece.split(".");
  if (first === "card") return "park";
  if (first === "note") return null;
  if (first === "front") return "park";
  if (first === "guards") return view.phase === "year-end" ? `home-${second}` : "park";
  return `home-${first}`;
}

/**
 * Delay of a banknote, so that the notes of a year's income move one after the other.
 * @param {string} piece
 * @param {Scene} scene
 */
function delay(piece, { events }) {
  if (!piece.startsWith("note.")) return 0;
  const income = notes(events).filter((note) => note.income);
  return LINE_DELAY * Math.max(0, income.findIndex((note) => note.piece === piece));
}
