/** The Capo dei Capi board: draws a view and offers its moves. It contains no rules. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { moveTexts, RefusalText, RestartLessons, useMoveAttempt, usePieceAnimation, usePreview, validEvents } from "/web/kit.js";
import { Actions } from "./actions.js";
import { Areas } from "./areas.js";
import { Backstab } from "./backstab.js";
import { Coach, useCoach } from "./coach.js";
import { DiceTable } from "./dicetable.js";
import { Drawings } from "./drawings.js";
import { lastEnd, lastRoll, touchedPlaces } from "./recent.js";
import { Mayor, Supply } from "./mayor.js";
import { Odds } from "./odds.js";
import { TokenTracker } from "./piecetracker.js";
import { Player } from "./players.js";
import { targets } from "./targets.js";
import { Meaning, Tray } from "./tray.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */

/** Verbs of the moves that the board offers itself, here all of them; the prompt lists any others. */
export const pieces = [
  ...["roll", "stop", "scandal", "pocket", "deceive", "influence", "extort", "bribe", "flip", "invest", "expose", "shift"],
  ...["reneg", "bust", "backstab", "let-pass", "let-all-pass", "payoff", "hit-man", "discard"],
];

/** Previews of the table; a roll has none. @param {Scene["table"]} table */
const previewOf = (table) => ({ preview: /** @type {(move: string) => Promise<View | null>} */ (async (move) => (move === "roll" ? null : /** @type {any} */ (await table.preview(move)))) });

const DICE_ROLL = 850; // duration in milliseconds; pieces wait until it is over

/**
 * The whole table as one seat or a spectator sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: (move: string) => Promise<import("/web/types.js").Choice>,
 *   table: import("/web/types.js").BoardTable<View>, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const tracker = useRef(/** @type {TokenTracker | null} */ (null));
  const tracked = (tracker.current ??= new TokenTracker()).follow(view);
  const events = useMemo(() => validEvents(table.events), [table.events]);
  const marked = useMemo(() => touchedPlaces(events, table.you), [events]);
  const isMine = view.seat !== null && table.mode !== "replay";
  const legal = useMemo(() => (isMine ? moveTexts(moves, Object.keys(moves)) : []), [moves, isMine]);
  const { preview, showPreview, previewed } = usePreview(previewOf(table), view);
  const [held, hold] = useHeld(table.decision);
  const [refusal, attempt] = useMoveAttempt(choose);
  /** @type {Scene["act"]} */
  const act = async (move, at) => void (await attempt(at, move));
  const [isTableOpen, openTable] = useState(false);
  /** @type {Scene} */
  const scene = {
    ...{ view, preview, previewed, moves: legal, targets: targets(legal, view.turn, held), held, table, texts: table.texts },
    ...{ me: view.seat ?? 0, pieces: tracked, marked, refusal, act, hold, showPreview },
  };
  const roll = lastRoll(events);
  const end = view.phase === "over" || (view.phase === "turn" && view.rolls === 0) ? lastEnd(events) : null;
  const isRolling = useRolling(roll?.n ?? 0, table.motion);
  usePieceAnimation(root, {
    when: view,
    motion: table.motion,
    goesTo: (piece) => tracked.goals.get(piece) ?? null,
    wait: () => (isRolling ? DICE_ROLL : 0),
  });
  const coach = useCoach(scene);
  const isBackstabDecision = view.phase === "backstabbing" && legal.length > 0;
  /** @param {KeyboardEvent} event */
  const onEscape = (event) => {
    if (event.key !== "Escape" || held === null) return;
    event.stopPropagation();
    hold(null);
  };
  const lesson = coach.lesson && html`<${Coach} scene=${scene} coach=${coach} />`;
  return html`<div ref=${root} class=${`board-root cdc cdc-table ${table.mode}${table.motion ? "" : " calm"}${isRolling ? " rolling" : ""}`} onKeyDown=${onEscape}>
    <${Drawings} />
    ${!isBackstabDecision && lesson}
    <div class="cdc-felt">
      <${Player} scene=${scene} seat=${1 - scene.me} />
      <div class="cdc-city">
        <${Areas} scene=${scene} colour="white" />
        <${Mayor} scene=${scene} />
        <${Areas} scene=${scene} colour="black" />
      </div>
      <${Player} scene=${scene} seat=${scene.me} />
      <${Supply} scene=${scene}>
        <${RestartLessons} lessons=${coach} texts=${table.texts} class="cdc-guide" />
      <//>
    </div>
    <div class="cdc-dock">
      <${Tray} scene=${scene} roll=${roll} end=${end} />
      <div class="cdc-talk">
        <${RefusalText} scene=${scene} />
        <div class="asked">${prompt}</div>
        <${Meaning} scene=${scene} roll=${roll} end=${end} />
        <${Actions} scene=${scene} />
      </div>
      <${Odds} scene=${scene} openTable=${() => openTable(true)} />
    </div>
    ${isBackstabDecision && html`<${Backstab} scene=${scene} choose=${choose}>${lesson}<//>`}
    ${isTableOpen && html`<${DiceTable} scene=${scene} close=${() => openTable(false)} />`}
  </div>`;
}

/**
 * The area from which a piece was picked up, or null, and its setter. Reset when the decision changes.
 * @param {number | null} decision
 * @returns {[string | null, (area: string | null) => void]}
 */
function useHeld(decision) {
  const [held, setHeld] = useState(/** @type {{ area: string | null, decision: number | null }} */ ({ area: null, decision }));
  return [held.decision === decision ? held.area : null, (area) => setHeld({ area, decision })];
}

/**
 * Return whether the dice are rolling; pieces move only afterwards.
 * @param {number} roll  number of the event of the last roll
 * @param {boolean} motion
 */
function useRolling(roll, motion) {
  const last = useRef(roll);
  const [until, setUntil] = useState(0);
  const isNew = motion && last.current !== roll;
  useEffect(() => {
    if (last.current === roll) return undefined;
    last.current = roll;
    if (!motion) return undefined;
    setUntil(roll);
    const timer = setTimeout(() => setUntil(0), DICE_ROLL);
    return () => clearTimeout(timer);
  }, [roll]);
  return isNew || (until !== 0 && until === roll);
}
