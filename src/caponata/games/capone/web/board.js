/** The Capone board: a view in, a city to touch out. It knows no rule. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { usePieceAnimation } from "/web/animation.js";
import { useMoveAttempt } from "/web/parts/moveattempt.js";
import { usePreview } from "/web/parts/preview.js";
import { moveTexts } from "/web/picking.js";
import { City } from "./city.js";
import { Coach, useCoach } from "./coach.js";
import { Desk } from "./desk.js";
import { Drawings } from "./drawings.js";
import { Families, FamilyBoard } from "./families.js";
import { Hand } from "./hand.js";
import { Home } from "./home.js";
import { useKeys } from "./keys.js";
import { counting, notes, touched } from "./marks.js";
import { Confirm } from "./plan.js";
import { Refused } from "./refusal.js";
import { isStep, useLine, useSteps } from "./steps.js";
import { PACE, yearEnd } from "./tale.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").View} View */

/** The verbs that the board draws: all of them. */
export const pieces = [
  ...["discard", "play", "site", "add", "guards", "confirm", "seize", "strike", "squeeze"],
  ...["buy-out", "return", "exchange", "rehire", "invest", "sell", "done"],
];


/**
 * The whole table as one seat, or a spectator, sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: (move: string) => Promise<import("/web/types.js").Choice>,
 *   table: import("/web/types.js").BoardTable, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const events = useMemo(() => counting(table.events), [table.events]);
  const marked = useMemo(() => touched(events, table.you), [events]);
  const isMine = view.seat !== null && table.mode !== "replay";
  const lit = useMemo(() => (isMine ? moveTexts(moves, Object.keys(moves)) : []), [moves, isMine]);
  const { preview, showPreview } = usePreview(/** @type {any} */ (table), view);
  const [about, inspect] = useAbout(view);
  const [refusal, attempt] = useMoveAttempt(choose);
  const inLine = useLine();
  /** @type {Scene["act"]} */
  const act = async (at, ...wanted) => {
    for (const move of wanted) {
      const answer = await (isStep(move) ? inLine(`${at} ${move}`, () => attempt(at, move)) : attempt(at, move));
      if (!answer.ok) return;
    }
  };
  const [family, open] = useState(/** @type {number | null} */ (null));
  const steps = useSteps(view, events, table, attempt, inLine);
  /** @type {Scene} */
  const scene = {
    ...{ view, preview, moves: lit, can: (move) => lit.includes(move), table, texts: table.texts, me: view.seat },
    ...{ events, marked, about, inspect, refusal, act, showPreview, steps, open },
  };
  usePieceAnimation(root, { when: view, motion: table.motion, goesTo: (piece) => goal(piece, view), wait: (piece) => delay(piece, scene) });
  const keys = useKeys(root, view, about);
  const coach = useCoach(scene);
  const [isTelling, tell] = useState(false);
  /** @param {KeyboardEvent} event */
  const escape = (event) => {
    if (event.key !== "Escape" || family !== null) return;
    if (view.plan?.card && steps.canGoBack) void steps.clear();
    else if (about) inspect(null);
    else return;
    event.stopPropagation();
  };
  return html`<div ref=${root} class=${`cpn cpn-table ${table.mode} phase-${view.phase}${table.motion ? "" : " calm"}`} ...${keys} onKeyDown=${escape}>
    <${Drawings} />
    <${Families} scene=${scene} />
    <${City} scene=${scene} />
    <div class="cpn-tools">
      ${yearEnd(events) && view.phase !== "year-end" && view.phase !== "over" && html`<button type="button" class="cpn-way plain" aria-expanded=${isTelling} onClick=${() => tell(!isTelling)}>${table.texts.phrase("board.tell-again")}</button>`}
      ${isMine && coach.isOff && !coach.lesson && html`<button type="button" class="cpn-way plain" onClick=${coach.restart}>${table.texts.phrase("guide.restart")}</button>`}
    </div>
    <div class="cpn-dock">
      ${coach.lesson && html`<${Coach} scene=${scene} coach=${coach} />`}
      <${Refused} scene=${scene} />
      <div class="asked">${prompt}</div>
      <${Hand} scene=${scene} />
      <${Desk} scene=${scene} isTelling=${isTelling} closeTale=${() => tell(false)} />
      <${Home} scene=${scene} />
      <${Confirm} scene=${scene} />
    </div>
    ${family !== null && html`<${FamilyBoard} scene=${scene} seat=${family} close=${() => open(null)} />`}
  </div>`;
}

/**
 * What is looked at closely; a card that was played is not looked at any more.
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
 * Where a piece that is gone from the board has gone.
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
 * Notes of a year's income set off one after the other.
 * @param {string} piece
 * @param {Scene} scene
 */
function delay(piece, { events }) {
  if (!piece.startsWith("note.")) return 0;
  const income = notes(events).filter((note) => note.income);
  return PACE * Math.max(0, income.findIndex((note) => note.piece === piece));
}
