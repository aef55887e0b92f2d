/** The Capital Lux board: draws a view and offers its moves. It contains no rules. */

import { html } from "htm/preact";
import { useMemo, useRef } from "preact/hooks";
import { isKeyboardClick, moveTexts, RestartLessons, useFocusAfterMove, useMoveAttempt, usePick, usePieceAnimation, usePreview, validEvents } from "/web/kit.js";
import { Discards, RecentMoves, Notes, Unseen } from "./sidepanel.js";
import { Capital } from "./capital.js";
import { Choice } from "./choice.js";
import { Coach, useCoach } from "./coach.js";
import { Drawings } from "./crests.js";
import { Hand } from "./hand.js";
import { recentEvents, touchedPieces } from "./recent.js";
import { CardTracker } from "./piecetracker.js";
import { RoundSummary, latestRoundEnd, useRoundSummary } from "./roundend.js";
import { useLayoutSizes } from "./layout.js";
import { OtherTowns, OwnTown } from "./towns.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Piece} Piece */
/** @typedef {import("./types.js").View} View */

/** The verbs that are drawn as pieces; the page shows buttons for the others. */
export const pieces = ["pick", "home", "capital", "take", "place", "pay"];

/** The verbs whose moves consist of cards in hand. */
const HAND_VERBS = ["pick", "home", "capital"];
const DELAYS = /** @type {Record<string, number>} */ ({ discards: 250, bonus: 500, hand: 700 });

/**
 * The whole table as one seat or a spectator sees it.
 * @param {{ view: View, moves: Scene["moves"], choose: (move: string) => Promise<import("./types.js").Answer>,
 *   table: import("./types.js").Table, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const tracker = useRef(/** @type {CardTracker | null} */ (null));
  const tracked = (tracker.current ??= new CardTracker()).follow(view);
  const { zones, origins, goals } = tracked;
  const events = useMemo(() => validEvents(table.events), [table.events]);
  const recent = useMemo(() => recentEvents(events, table.you), [events]);
  const marked = useMemo(() => touchedPieces(recent, zones), [recent, zones]);
  const { preview, showPreview } = usePreview(table, view);
  const isMine = view.seat !== null && table.mode !== "replay";
  const reach = (zones["hand"] ?? []).map(({ id, card }) => ({ id, word: card }));
  const pick = usePick({ moves: isMine ? moveTexts(moves, HAND_VERBS) : [], reach, when: view.phase });
  const { picked: chosen, options, clear } = pick;
  const byKey = useRef(false);
  const [refusal, attempt] = useMoveAttempt(choose);
  /** @type {Scene["act"]} */
  const act = async (move, at) => {
    if ((await attempt(at, move)).ok) clear();
  };
  /** @type {Scene} */
  const scene = {
    ...{ view, preview, moves: isMine ? moves : {}, table, texts: table.texts, zones, origins, marked },
    ...{ pick, chosen, refusal, act, showPreview },
  };

  const hasRoundEnded = recent.some((event) => event.event === "leads");
  usePieceAnimation(root, {
    when: view,
    motion: table.motion,
    goesTo: (piece) => goals.get(piece) ?? null,
    wait: (piece) => (hasRoundEnded ? waitFor(piece, zones) : 0),
  });
  useFocusAfterMove(root, view);
  useLayoutSizes(root);

  const roundEnd = useMemo(() => latestRoundEnd(events), [events]);
  const [isSummaryOpen, openSummary] = useRoundSummary(roundEnd, scene.moves, table.mode === "play");
  const coach = useCoach(scene, { hasRoundEnded, isMuted: isSummaryOpen });
  const seat = view.seat;

  /** @param {Piece} piece @param {MouseEvent} event */
  const tap = (piece, event) => {
    byKey.current = isKeyboardClick(event);
    if (isMine && !pick.tap(piece.id)) act(`home ${piece.card}`, piece.id);
  };
  const putBack = () => {
    const piece = root.current?.querySelector(`[data-at="${CSS.escape(String(chosen.at(-1)))}"]`);
    clear();
    showPreview(null);
    if (piece instanceof HTMLElement) piece.focus();
  };
  /** @param {KeyboardEvent} event */
  const onEscape = (event) => {
    if (event.key !== "Escape" || chosen.length === 0) return;
    event.stopPropagation();
    putBack();
  };

  return html`<div
    ref=${root}
    class=${`board-root lux ${table.mode} seats-${view.seats}${table.motion ? "" : " calm"}${chosen.length ? " choosing" : ""}`}
    onKeyDown=${onEscape}
  >
    <${Drawings} />
    <div class="lux-table">
      <div class="lux-stage">
        <${OtherTowns} scene=${scene} />
        <${Capital} scene=${scene} />
      </div>
      <div class="lux-archive">
        <${Notes} scene=${scene} />
        <${Unseen} scene=${scene} />
        <${Discards} scene=${scene} />
        <${RecentMoves} scene=${scene} events=${recent} />
        <p class="lux-tools">
          ${roundEnd &&
          html`<button type="button" class="lux-plain" aria-expanded=${isSummaryOpen} onClick=${() => openSummary(!isSummaryOpen)}>
            ${table.texts.phrase("board.reckoning.again")}
          </button>`}
          <${RestartLessons} lessons=${coach} texts=${table.texts} class="lux-plain" />
        </p>
      </div>
      <div class="lux-mine">
        ${isSummaryOpen &&
        roundEnd &&
        html`<${RoundSummary} key=${roundEnd.end.n} scene=${scene} roundEnd=${roundEnd} close=${() => openSummary(false)} />`}
        <${Coach} scene=${scene} coach=${coach} />
        <div class=${`lux-prompt${options.length ? " answered" : ""}`}>
          <div class="asked">${prompt}</div>
          ${options.length > 0 && html`<${Choice} scene=${scene} options=${options} byKey=${byKey.current} putBack=${putBack} />`}
        </div>
        ${seat !== null &&
        html`<${OwnTown} scene=${scene} seat=${seat} />
          ${view.phase !== "over" &&
        html`<${Hand} scene=${scene} tap=${tap} drop=${(/** @type {Piece} */ piece, /** @type {string} */ verb) => act(`${verb} ${piece.card}`, piece.id)} />`}`}
      </div>
    </div>
  </div>`;
}

/**
 * Delay of a piece at the end of a round, so that its steps are shown one after the other.
 * @param {string} piece
 * @param {Scene["zones"]} zones
 */
function waitFor(piece, zones) {
  const zone = Object.keys(zones).find((name) => zones[name]?.some((other) => other.id === piece));
  return DELAYS[zone?.split("-")[0] ?? ""] ?? 0;
}
