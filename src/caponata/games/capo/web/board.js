/** The CAPO board: draws a view and offers its moves. It contains no rules. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { moveTexts, RefusalText, RestartLessons, useFocusAfterMove, useMoveAttempt, usePick, usePieceAnimation, usePreview, validEvents } from "/web/kit.js";
import { Cities } from "./cards.js";
import { Coach, useCoach } from "./coach.js";
import { Drawings } from "./drawings.js";
import { Hand } from "./hand.js";
import { lastDuel, lastEnding, touchedSeats } from "./recent.js";
import { Notes } from "./notes.js";
import { Others, Standing, isRound } from "./seats.js";
import { pieces as cardPieces, rankOf } from "./types.js";
import { Stage } from "./stage.js";
import { Titles, useTitles } from "./titles.js";
import { Choices } from "./choices.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */

/** The verbs whose moves consist of cards in hand. */
const HAND_VERBS = ["lay", "give", "fight", "discard"];

/** The verbs that the board draws: all of them. */
export const pieces = [...HAND_VERBS, "pass", "turn", "keep", "refrain", "hold", "challenge", "stake", "yield", "pick"];


/**
 * The whole table as one seat or a spectator sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: (move: string) => Promise<import("/web/types.js").Choice>,
 *   table: import("/web/types.js").BoardTable<View>, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const events = useMemo(() => validEvents(table.events), [table.events]);
  const marked = useMemo(() => touchedSeats(events, table.you), [events]);
  const isMine = view.seat !== null && table.mode !== "replay";
  const lit = useMemo(() => (isMine ? moveTexts(moves, pieces) : []), [moves, isMine]);
  const held = useMemo(() => (isMine ? moveTexts(moves, HAND_VERBS) : []), [moves, isMine]);
  const cards = cardPieces(view.hand ?? []);
  const pick = usePick({ moves: held, reach: cards, when: table.decision });
  const [byKey, setByKey] = useState(false);
  const { preview, showPreview, previewed } = usePreview(/** @type {any} */ (table), view);
  const [refusal, attempt] = useMoveAttempt(choose);
  /** @type {Scene["act"]} */
  const act = async (move, at) => {
    if ((await attempt(at, move)).ok) pick.clear();
  };
  /** @type {Scene} */
  const scene = {
    ...{ view, preview, previewed, moves: lit, events, table, texts: table.texts, pick, byKey },
    ...{ marked, refusal, act, showPreview },
  };
  const duel = useMemo(() => lastDuel(events), [events]);
  const ending = useMemo(() => lastEnding(events, view.round), [events, view.round]);
  const [areTitlesOpen, openTitles] = useTitles(events, ending, table.mode === "play");
  usePieceAnimation(root, { when: view, motion: table.motion, goesTo: () => "deck" });
  useFocusAfterMove(root, view);
  const coach = useCoach(scene);

  /** @param {{ id: string, word: string }} piece @param {boolean} isByKey */
  const tap = (piece, isByKey) => {
    setByKey(isByKey);
    if (!isMine || pick.tap(piece.id)) return;
    act(nearestPlay(view, pick.picked, piece.word), piece.id);
  };
  /** @param {string[]} words */
  const take = (words) => {
    const free = [...cards];
    const ids = words.flatMap((word) => free.splice(free.findIndex((piece) => piece.word === word), 1).map(({ id }) => id));
    setByKey(false);
    pick.take(ids);
  };
  /** @param {KeyboardEvent} event */
  const onEscape = (event) => {
    if (event.key !== "Escape" || pick.picked.length === 0) return;
    event.stopPropagation();
    const last = root.current?.querySelector(`.cpo-hand [data-piece="${CSS.escape(String(pick.picked.at(-1)))}"]`);
    pick.clear();
    if (last instanceof HTMLElement) last.focus();
  };
  const { texts } = table;
  const me = view.seat;
  return html`<div ref=${root} class=${`board-root cpo cpo-table ${table.mode} seats-${view.seats}${table.motion ? "" : " calm"}`} onKeyDown=${onEscape}>
    <${Drawings} />
    <div class="cpo-bones">
    <${Coach} scene=${scene} coach=${coach} />
    <div class="cpo-cloth">
      <${Others} scene=${scene} />
      <${Stage} scene=${scene} duel=${duel}>
        ${areTitlesOpen && ending && html`<${Titles} key=${ending.n} scene=${scene} ending=${ending} close=${() => openTitles(false)} />`}
      <//>
    </div>
    <${Notes} scene=${scene} take=${take}>
      ${ending && !areTitlesOpen && html`<button type="button" class="cpo-plain" onClick=${() => openTitles(true)}>${texts.phrase("board.titles")}</button>`}
      <${RestartLessons} lessons=${coach} texts=${texts} class="cpo-plain" />
    <//>
    <div class="cpo-mine">
      <${RefusalText} scene=${scene} />
      <div class="asked">${prompt}</div>
      ${me !== null &&
      html`<div class=${`cpo-own${view.to_act.includes(me) ? " acts" : ""}`}>
          <${Standing} scene=${scene} seat=${me} />
          <span class="cities"><span class="word">${texts.phrase("board.city")}</span><${Cities} scene=${scene} colours=${view.city ?? []} label=${texts.phrase("board.city")} id="city" />${view.cities[me]?.stake && html`<span class="word stake">${texts.phrase("board.stake", { colour: view.cities[me]?.stake })}</span>`}</span>
        </div>
        ${(isRound(view.phase) || cards.length > 0) && view.phase !== "over" && html`<${Hand} scene=${scene} cards=${cards} tap=${tap} />`}`}
      <${Choices} scene=${scene} />
    </div></div>
  </div>`;
}

/**
 * An illegal play with a card, sent to get the reason for its refusal. It contains the picked cards and the ones
 * nearest in rank, up to the number of cards in the play to beat.
 * @param {View} view
 * @param {string[]} picked
 * @param {string} card
 */
function nearestPlay(view, picked, card) {
  const size = view.top?.cards.length ?? 1;
  const words = [...picked.map((id) => id.split(".")[0] ?? id), card].slice(-size);
  const rest = [...(view.hand ?? [])];
  for (const word of words) rest.splice(rest.indexOf(word), 1);
  const distance = (/** @type {string} */ other) => Math.abs(Number(rankOf(other)) - Number(rankOf(card))) || 0;
  rest.sort((one, other) => distance(one) - distance(other));
  return `lay ${[...words, ...rest].slice(0, Math.max(size, words.length)).join("+")}`;
}
