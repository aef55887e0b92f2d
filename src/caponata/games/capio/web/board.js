/** The Capio board: forty dice on a cloth, three cards per seat, and no turns. It contains no rules. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { moveTexts, playSound, RestartLessons, usePieceAnimation } from "/web/kit.js";
import { Card } from "./cards.js";
import { Coach, useCoach } from "./coach.js";
import { Dock } from "./dock.js";
import { useDragging } from "./dragging.js";
import { useHand } from "./hand.js";
import { useWait } from "./countdown.js";
import { useKeys, useFocusOnReady } from "./keys.js";
import { Middle, useLying } from "./middle.js";
import { Other } from "./others.js";
import { RoundScores } from "./scores.js";
import { diceInMiddle } from "./types.js";
import { useMultiTouch } from "./multitouch.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */

/** The verbs that the board draws. */
export const pieces = ["take", "place", "stop", "ready", "let-go", "rest"];

/** Replays run at the original speed, because the game has no turns. */
export const pace = /** @type {const} */ ("played");

/** Key of the phrase that explains the board's keyboard shortcuts. */
export const keys = "board.keys";

const RACING = ["throwing", "grabbing", "placing"]; // phases of the race, including the countdown
const COLUMN = [0, 1]; // slots of the first column; on small screens the third card stands beside it, above the dock

/**
 * The whole table as one seat or a spectator sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: import("./hand.js").Choose, table: import("/web/types.js").BoardTable<View>, prompt: unknown }} props
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
  const coach = useCoach(view, table);
  /** @type {Scene} */
  const scene = {
    ...{ view, table, texts: table.texts, me, shown, show, moves: lit, ...hand, isParking, park, wait, lesson: coach.lesson },
    take: (die, index) => hand.take(die, touch(die, index)),
    act: (move, at) => (park(false), hand.act(move, at)),
  };
  const when = useMemo(() => ({}), [view, hand.steps]);
  usePieceAnimation(root, { when, motion: table.motion, goesTo: useTakers(view, lying.slots) });
  useDragging(root, scene);
  useMultiTouch(root);
  useKeys(root, scene);
  useFocusOnReady(root, scene);
  useSounds(view, table.mode === "play");
  const others = Array.from({ length: view.seats }, (_, seat) => seat).filter((seat) => seat !== me);
  const isScored = view.reckoning !== null;
  const dock = html`<${Dock} scene=${scene} prompt=${prompt}>
    ${view.phase === "gathering" && html`<${RestartLessons} lessons=${coach} texts=${table.texts} class="quiet button" />`}
  <//>`;
  return html`<div ref=${root} class=${`board-root cio${table.motion ? "" : " calm"}`} data-phase=${view.phase} data-racing=${table.mode === "play" && RACING.includes(view.phase) ? "" : null}>
    ${!isScored && html`<div class="cio-others" data-count=${others.length}>${others.map((seat) => html`<${Other} key=${seat} scene=${scene} seat=${seat} />`)}</div>`}
    ${isScored && dock} ${isScored && html`<${Coach} scene=${scene} coach=${coach} />`}
    ${isScored ? html`<${RoundScores} scene=${scene} />` : html`<${Middle} scene=${scene} lying=${lying} coach=${coach} />`}
    ${shown !== me || view.seat === null ? html`<h3 class="cio-whose">${table.texts.phrase("board.cards", { seat: table.names[shown] ?? "" })}</h3>` : null}
    <div class="cio-mine">
      <div class="cio-column">${COLUMN.map((slot) => html`<${Card} key=${`${shown} ${slot}`} scene=${scene} slot=${slot} />`)}</div>
      <div class="cio-column">
        <${Card} key=${shown} scene=${scene} slot=${2} />
        ${!isScored && dock}
      </div>
    </div>
  </div>`;
}

/**
 * The seat whose cards are shown large: the viewer's, or any seat's after a playthrough.
 * @param {View} view
 * @param {number} me
 * @returns {[number, (seat: number) => void]}
 */
function useShown(view, me) {
  const [shown, setShown] = useState(me);
  useEffect(() => setShown(me), [me, view.phase]);
  return [view.reckoning ? shown : me, setShown];
}

/**
 * Return a function that gives the place that a die of the middle went to: the hand that holds it now.
 * @param {View} view
 * @param {number[]} slots
 * @returns {(piece: string) => string | null}
 */
function useTakers(view, slots) {
  const before = useRef({ view, looks: diceInMiddle(view) });
  const last = before.current;
  useEffect(() => void (before.current = { view, looks: diceInMiddle(view) }), [view]);
  return (piece) => {
    const look = last.looks[slots.indexOf(Number(piece.split(" ")[1]))];
    const seat = view.hands.findIndex((die, number) => die !== null && die === look && last.view.hands[number] !== die);
    return piece.startsWith("die ") && seat >= 0 ? `hand ${seat}` : null;
  };
}

/**
 * Sounds for the start and the end of a race.
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
