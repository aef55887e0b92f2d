/** The Capio board: forty dice on a cloth, three cards before me, and no turns. It knows no rule. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { usePieceAnimation } from "/web/animation.js";
import { playSound } from "/web/sound.js";
import { moveTexts } from "/web/picking.js";
import { Card } from "./cards.js";
import { Coach, useCoach } from "./coach.js";
import { Dock } from "./dock.js";
import { useDragging } from "./dragging.js";
import { useHand } from "./hand.js";
import { useWait } from "./idle.js";
import { useKeys, useWayOn } from "./keys.js";
import { Middle, useLying } from "./middle.js";
import { Other } from "./others.js";
import { Reckoned } from "./reckoning.js";
import { lookedAt } from "./shapes.js";
import { useThumbs } from "./thumbs.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").View} View */

/** The verbs that the board draws. */
export const pieces = ["take", "place", "stop", "ready", "let-go", "rest"];

/** A game without turns is looked back on as fast as it was played. */
export const pace = /** @type {const} */ ("played");

/** What its own keys do. */
export const keys = "board.keys";

const RACING = ["throwing", "grabbing", "placing"]; // and when one is about to
const COLUMN = [0, 1]; // where room is short, a column of two cards stands beside the third and the dock

/**
 * The whole table as one seat, or a spectator, sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: import("./hand.js").Choose, table: import("/web/types.js").BoardTable, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const isMine = view.seat !== null && table.mode !== "replay";
  const lit = useMemo(() => new Set(isMine ? moveTexts(moves, Object.keys(moves)) : []), [moves, isMine]);
  const me = view.seat ?? 0;
  const hand = useHand(view, me, choose);
  const { lying, touch } = useLying(view, hand.steps);
  const [shown, show] = useShown(view, me);
  const [isParking, park] = useState(false);
  const wait = useWait(view, table);
  const coach = useCoach(view, me, !isMine);
  /** @type {Scene} */
  const scene = {
    ...{ view, table, texts: table.texts, me, shown, show, moves: lit, ...hand, isParking, park, wait, lesson: coach.lesson },
    take: (die, index) => hand.take(die, touch(die, index)),
    act: (move, at) => (park(false), hand.act(move, at)),
  };
  const when = useMemo(() => ({}), [view, hand.steps]);
  usePieceAnimation(root, { when, motion: table.motion, goesTo: useTakers(view, lying.slots) });
  useDragging(root, scene);
  useThumbs(root);
  useKeys(root, scene);
  useWayOn(root, scene);
  useSounds(view, table.mode === "play");
  const others = Array.from({ length: view.seats }, (_, seat) => seat).filter((seat) => seat !== me);
  const isReckoned = view.reckoning !== null;
  const canRestart = isMine && coach.isOff && !coach.lesson && view.phase === "gathering";
  const dock = html`<${Dock} scene=${scene} prompt=${prompt}>
    ${canRestart && html`<button type="button" class="quiet button" onClick=${coach.restart}>${table.texts.phrase("guide.restart")}</button>`}
  <//>`;
  return html`<div ref=${root} class=${`cio${table.motion ? "" : " calm"}`} data-phase=${view.phase} data-racing=${table.mode === "play" && RACING.includes(view.phase) ? "" : null}>
    ${!isReckoned && html`<div class="cio-others" data-count=${others.length}>${others.map((seat) => html`<${Other} key=${seat} scene=${scene} seat=${seat} />`)}</div>`}
    ${isReckoned && dock} ${isReckoned && coach.lesson && html`<${Coach} scene=${scene} coach=${coach} />`}
    ${isReckoned ? html`<${Reckoned} scene=${scene} />` : html`<${Middle} scene=${scene} lying=${lying} coach=${coach} />`}
    ${shown !== me || view.seat === null ? html`<h3 class="cio-whose">${table.texts.phrase("board.cards", { seat: table.names[shown] ?? "" })}</h3>` : null}
    <div class="cio-mine">
      <div class="cio-column">${COLUMN.map((slot) => html`<${Card} key=${`${shown} ${slot}`} scene=${scene} slot=${slot} />`)}</div>
      <div class="cio-column">
        <${Card} key=${shown} scene=${scene} slot=${2} />
        ${!isReckoned && dock}
      </div>
    </div>
  </div>`;
}

/**
 * Whose cards are large: mine, and at the reckoning anybody's.
 * @param {View} view
 * @param {number} me
 * @returns {[number, (seat: number) => void]}
 */
function useShown(view, me) {
  const [shown, show] = useState(me);
  useEffect(() => show(me), [me, view.phase]);
  return [view.reckoning ? shown : me, show];
}

/**
 * Where a die of the middle has gone: to the hand that holds it now.
 * @param {View} view
 * @param {number[]} slots
 * @returns {(piece: string) => string | null}
 */
function useTakers(view, slots) {
  const before = useRef({ view, looks: lookedAt(view) });
  const last = before.current;
  useEffect(() => void (before.current = { view, looks: lookedAt(view) }), [view]);
  return (piece) => {
    const look = last.looks[slots.indexOf(Number(piece.split(" ")[1]))];
    const seat = view.hands.findIndex((die, number) => die !== null && die === look && last.view.hands[number] !== die);
    return piece.startsWith("die ") && seat >= 0 ? `hand ${seat}` : null;
  };
}

/**
 * GO and STOP, for ears.
 * @param {View} view
 * @param {boolean} isLive
 */
function useSounds({ phase, caller }, isLive) {
  const before = useRef(phase);
  useEffect(() => {
    const was = before.current;
    before.current = phase;
    if (!isLive || was === phase) return;
    if (phase === "grabbing") playSound("go");
    else if (was === "grabbing" && caller !== null) playSound("stop");
  }, [phase]);
}
