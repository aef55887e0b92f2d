/** The Capital Lux board: a view in, a table to touch out. It knows no rule. */

import { html } from "htm/preact";
import { useMemo, useRef } from "preact/hooks";
import { usePieceAnimation } from "/web/animation.js";
import { useMoveAttempt } from "/web/parts/moveattempt.js";
import { useFocusAfterMove } from "/web/parts/focus.js";
import { usePick } from "/web/parts/pick.js";
import { moveTexts } from "/web/picking.js";
import { Discards, Lately, Notes, Unseen } from "./archive.js";
import { Capital } from "./capital.js";
import { Choice } from "./choice.js";
import { Coach, useCoach } from "./coach.js";
import { Drawings } from "./crests.js";
import { usePreview } from "/web/parts/preview.js";
import { Hand } from "./hand.js";
import { isByKey } from "./keys.js";
import { counting, since, touched } from "./marks.js";
import { Pieces } from "./pieces.js";
import { Tale, latest, useReckoning } from "./reckoning.js";
import { useStage } from "./stage.js";
import { OtherTowns, OwnTown } from "./towns.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").Piece} Piece */
/** @typedef {import("./shapes.js").View} View */

/** The verbs that are drawn as pieces; the shell makes buttons of the others. */
export const pieces = ["pick", "home", "capital", "take", "place", "pay"];

/** The verbs whose moves are made of cards in hand. */
const HELD = ["pick", "home", "capital"];
const WAITS = /** @type {Record<string, number>} */ ({ discards: 250, bonus: 500, hand: 700 });

/**
 * The whole table as one seat, or a spectator, sees it.
 * @param {{ view: View, moves: Scene["moves"], choose: (move: string) => Promise<import("./shapes.js").Answer>,
 *   table: import("./shapes.js").AroundTable, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const follower = useRef(/** @type {Pieces | null} */ (null));
  const followed = (follower.current ??= new Pieces()).follow(view);
  const { zones, origins, goals } = followed;
  const events = useMemo(() => counting(table.events), [table.events]);
  const recent = useMemo(() => since(events, table.you), [events]);
  const marked = useMemo(() => touched(recent, zones), [recent, zones]);
  const { preview, showPreview } = usePreview(table, view);
  const isMine = view.seat !== null && table.mode !== "replay";
  const reach = (zones["hand"] ?? []).map(({ id, card }) => ({ id, word: card }));
  const { picked: chosen, options, tap: pick, clear } = usePick({ moves: isMine ? moveTexts(moves, HELD) : [], reach, when: view.phase });
  const byKey = useRef(false);
  const [refusal, attempt] = useMoveAttempt(choose);
  /** @type {Scene["act"]} */
  const act = async (move, at) => {
    if ((await attempt(at, move)).ok) clear();
  };
  /** @type {Scene} */
  const scene = {
    ...{ view, preview, moves: isMine ? moves : {}, table, texts: table.texts, zones, origins, marked },
    ...{ chosen, refusal, act, showPreview },
  };

  const isReckoned = recent.some((event) => event.event === "leads");
  usePieceAnimation(root, {
    when: view,
    motion: table.motion,
    goesTo: (piece) => goals.get(piece) ?? null,
    wait: (piece) => (isReckoned ? waitFor(piece, zones) : 0),
  });
  useFocusAfterMove(root, view);
  useStage(root);

  const reckoning = useMemo(() => latest(events), [events]);
  const [isTelling, tell] = useReckoning(reckoning, scene.moves, table.mode === "play");
  const coach = useCoach(scene, { isReckoned, isHushed: isTelling });
  const seat = view.seat;

  /** @param {Piece} piece @param {MouseEvent} event */
  const tap = (piece, event) => {
    byKey.current = isByKey(event);
    if (isMine && !pick(piece.id)) act(`home ${piece.card}`, piece.id);
  };
  const putBack = () => {
    const piece = root.current?.querySelector(`[data-at="${CSS.escape(String(chosen.at(-1)))}"]`);
    clear();
    showPreview(null);
    if (piece instanceof HTMLElement) piece.focus();
  };
  /** @param {KeyboardEvent} event */
  const escape = (event) => {
    if (event.key !== "Escape" || chosen.length === 0) return;
    event.stopPropagation();
    putBack();
  };

  return html`<div
    ref=${root}
    class=${`lux ${table.mode} seats-${view.seats}${table.motion ? "" : " calm"}${chosen.length ? " choosing" : ""}`}
    onKeyDown=${escape}
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
        <${Lately} scene=${scene} events=${recent} />
        <p class="lux-tools">
          ${reckoning &&
          html`<button type="button" class="lux-plain" aria-expanded=${isTelling} onClick=${() => tell(!isTelling)}>
            ${table.texts.phrase("board.reckoning.again")}
          </button>`}
          ${isMine &&
          coach.isOff &&
          html`<button type="button" class="lux-plain" onClick=${coach.restart}>${table.texts.phrase("guide.restart")}</button>`}
        </p>
      </div>
      <div class="lux-mine">
        ${isTelling &&
        reckoning &&
        html`<${Tale} key=${reckoning.end.n} scene=${scene} reckoning=${reckoning} close=${() => tell(false)} />`}
        ${coach.lesson && html`<${Coach} scene=${scene} coach=${coach} lesson=${coach.lesson} />`}
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
 * How long a piece waits at a reckoning, so that it is told in steps.
 * @param {string} piece
 * @param {Scene["zones"]} zones
 */
function waitFor(piece, zones) {
  const zone = Object.keys(zones).find((name) => zones[name]?.some((each) => each.id === piece));
  return WAITS[zone?.split("-")[0] ?? ""] ?? 0;
}
