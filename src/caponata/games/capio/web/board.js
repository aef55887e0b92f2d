/** The Capio board: forty dice on a cloth, three cards before me, and no turns. It knows no rule. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useFlight } from "/web/flight.js";
import { useLessons } from "/web/parts/lessons.js";
import { SeatMark } from "/web/parts/seatmark.js";
import { typed } from "/web/picking.js";
import { Card, SmallCard } from "./cards.js";
import { Die } from "./die.js";
import { Middle } from "./middle.js";
import { Reckoned } from "./reckoning.js";
import { COLOURS, LETTERS } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").View} View */
/** @typedef {(move: string) => Promise<import("/web/types.js").Choice>} Choose */

/** The verbs that the board draws. */
export const pieces = ["take", "place", "stop", "ready", "let-go", "rest"];

const SLOTS = [0, 1, 2];
const MENDED = 80; // milliseconds that the server makes up for
const SHAKE = 600; // milliseconds
const SLACK = 10; // pixels before a press becomes a drag

/**
 * The whole table as one seat, or a spectator, sees it.
 * @param {{ view: View, moves: import("/web/types.js").Moves, choose: Choose, table: import("/web/types.js").BoardTable, prompt: unknown }} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const root = useRef(/** @type {HTMLElement | null} */ (null));
  const isMine = view.seat !== null && table.mode !== "replay";
  const lit = useMemo(() => new Set(isMine ? typed(moves, Object.keys(moves)) : []), [moves, isMine]);
  const me = view.seat ?? 0;
  const hand = useHand(view, me, choose);
  /** @type {Scene} */
  const scene = { view, table, texts: table.texts, me, moves: lit, ...hand };
  useFlight(root, { when: view, motion: table.motion, goesTo: () => null });
  useDragging(root, scene);
  const keys = useKeys(scene);
  const others = Array.from({ length: view.seats }, (_, seat) => seat).filter((seat) => seat !== me);
  return html`<div ref=${root} class=${`cio${table.motion ? "" : " calm"}`} data-phase=${view.phase} onKeyDown=${keys}>
    <div class="cio-others">${others.map((seat) => html`<${Other} key=${seat} scene=${scene} seat=${seat} />`)}</div>
    ${view.reckoning ? html`<${Reckoned} scene=${scene} />` : null}
    ${view.phase !== "reckoning" || view.reckoning?.some(({ missed }) => missed.length > 0) ? html`<${Middle} scene=${scene} />` : null}
    <div class="cio-dock">
      <${Hand} scene=${scene} />
      <div class="cio-talk"><div class="asked">${prompt}</div><${Lesson} scene=${scene} isMine=${isMine} /></div>
      <${Buttons} scene=${scene} />
    </div>
    <div class="cio-mine">${SLOTS.map((slot) => html`<${Card} key=${slot} scene=${scene} slot=${slot} />`)}</div>
  </div>`;
}

/**
 * My hand: a die moves there at once, and comes back if somebody was quicker.
 * @param {View} view
 * @param {number} me
 * @param {Choose} choose
 */
function useHand(view, me, choose) {
  const [reach, setReach] = useState(/** @type {{ die: string, place: string } | null} */ (null));
  const [shaken, shake] = useState(/** @type {string | null} */ (null));
  const underway = useRef(/** @type {Promise<boolean>} */ (Promise.resolve(true)));
  const inHand = view.seat === null ? null : (view.hands[me] ?? null);
  useEffect(() => {
    if (shaken === null) return undefined;
    const timer = setTimeout(() => shake(null), SHAKE);
    return () => clearTimeout(timer);
  }, [shaken]);
  /** @param {string} move @param {string} at */
  const send = async (move, at) => {
    const answer = await choose(move);
    if (!answer.ok) shake(at);
    return answer.ok;
  };
  /** @type {Scene["take"]} */
  const take = (die, place) => {
    if (reach !== null || inHand !== null) return;
    setReach({ die, place });
    underway.current = send(`take ${die}`, place).finally(() => setReach(null));
  };
  /** What is placed waits until the die is really there. @type {Scene["act"]} */
  const act = async (move, at) => {
    const isMine = await underway.current;
    if (isMine || !move.startsWith("place")) underway.current = send(move, at).then(() => true);
  };
  return { held: inHand ?? reach?.die ?? null, reaching: inHand === null ? (reach?.place ?? null) : null, take, act, shaken };
}

/**
 * Dragging: a press takes the die, and where it is let go it is placed.
 * @param {{ current: HTMLElement | null }} root
 * @param {Scene} scene
 */
function useDragging(root, scene) {
  const now = useRef(scene);
  now.current = scene;
  useEffect(() => {
    const board = root.current;
    if (!board) return undefined;
    let start = /** @type {{ x: number, y: number, ghost: HTMLElement | null, from: HTMLElement } | null} */ (null);
    /** @param {PointerEvent} event */
    const down = (event) => {
      const from = event.target instanceof Element ? event.target.closest(".cio-die.lit, .cio-hand .cio-held") : null;
      start = from instanceof HTMLElement && event.button === 0 ? { x: event.clientX, y: event.clientY, ghost: null, from } : null;
      if (start && event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    };
    /** @param {PointerEvent} event */
    const move = (event) => {
      if (!start) return;
      if (!start.ghost && Math.hypot(event.clientX - start.x, event.clientY - start.y) < SLACK) return;
      start.ghost ??= ghostOf(start.from, board);
      start.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      for (const each of board.querySelectorAll("[data-over]")) each.removeAttribute("data-over");
      dropAt(event)?.setAttribute("data-over", "");
    };
    /** @param {PointerEvent} event */
    const up = (event) => {
      const drag = start;
      start = null;
      for (const each of board.querySelectorAll("[data-over]")) each.removeAttribute("data-over");
      if (!drag?.ghost) return;
      drag.ghost.remove();
      const where = event.type === "pointerup" ? dropAt(event)?.dataset["drop"] : null;
      if (where) now.current.act(`place ${where}`, `place ${where}`);
    };
    board.addEventListener("pointerdown", down, true); // before the die itself hears of it, and is lit no more
    addEventListener("pointermove", move);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", up);
    return () => {
      board.removeEventListener("pointerdown", down, true);
      removeEventListener("pointermove", move);
      removeEventListener("pointerup", up);
      removeEventListener("pointercancel", up);
    };
  }, []);
}

/**
 * The place under the pointer.
 * @param {PointerEvent} event
 * @returns {HTMLElement | null}
 */
function dropAt({ clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");
  return found instanceof HTMLElement ? found : null;
}

/**
 * A copy of a die that follows the pointer.
 * @param {HTMLElement} from
 * @param {HTMLElement} board
 */
function ghostOf(from, board) {
  const ghost = document.createElement("span");
  ghost.className = "cio-ghost";
  ghost.append(...[...from.children].map((child) => child.cloneNode(true)));
  board.append(ghost);
  return ghost;
}

/**
 * A die by its colour's letter and its number.
 * @param {Scene} scene
 */
function useKeys(scene) {
  const colour = useRef(/** @type {string | null} */ (null));
  return (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || scene.view.phase !== "grabbing" || scene.view.seat === null) return;
    const named = COLOURS.find((each) => LETTERS[each] === event.key.toLowerCase());
    if (named) colour.current = named;
    else if (colour.current && /^[1-6]$/.test(event.key)) {
      const die = `${colour.current}-${event.key}`;
      const copy = (scene.view.middle[colour.current] ?? []).indexOf(Number(event.key));
      if (scene.moves.has(`take ${die}`)) scene.take(die, `${colour.current}.${copy}`);
      colour.current = null;
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
}

/** Somebody else: the cards small, and what is in hand. @param {{ scene: Scene, seat: number }} props */
function Other({ scene, seat }) {
  const { view, table, texts } = scene;
  const held = view.hands[seat];
  return html`<section class="cio-other" aria-label=${table.names[seat]}>
    <h3><${SeatMark} seat=${seat} /><span class="cio-name">${table.names[seat]}</span><b>${view.scores[seat]}</b><${Distance} scene=${scene} seat=${seat} />
      <span class="cio-their-hand" data-place=${`hand ${seat}`}>${held && html`<span role="img" aria-label=${texts.name(held)}><${Die} die=${held} /></span>`}</span></h3>
    <div class="cio-smalls">${SLOTS.map((slot) => html`<${SmallCard} key=${slot} scene=${scene} seat=${seat} slot=${slot} />`)}</div>
  </section>`;
}

/** How far away somebody is: what is too far cannot be made even. @param {{ scene: Scene, seat: number }} props */
function Distance({ scene, seat }) {
  const delay = scene.table.delays?.[seat] ?? null;
  if (delay === null) return null;
  const nearest = Math.min(...(scene.table.delays ?? []).map((each) => each ?? delay));
  return html`<span class=${`cio-distance${delay - nearest > MENDED ? " far" : ""}`}>${delay} ms</span>`;
}

/** @param {{ scene: Scene }} props */
function Hand({ scene }) {
  const { held, texts, view, me } = scene;
  return html`<div class="cio-hand" data-place=${`hand ${me}`}>
    <span class="cio-score">${texts.term("score")} <b>${view.scores[me]}</b></span>
    <span class=${`cio-held${held ? " full" : ""}`} role="img" aria-label=${held ? texts.name(held) : texts.term("hand")}>${held && html`<${Die} die=${held} />`}</span>
    <${Distance} scene=${scene} seat=${me} />
    <span class="cio-round">${view.round}/3 · ${view.playthrough}/${view.seats}</span>
  </div>`;
}

/** STOP, ready and the like. @param {{ scene: Scene }} props */
function Buttons({ scene }) {
  const { moves, texts, act } = scene;
  const shown = ["ready", "let-go"].filter((move) => moves.has(move));
  return html`<div class="cio-buttons">
    ${shown.map((move) => html`<button key=${move} type="button" class="button act" onClick=${() => act(move, move)}>${texts.move(move)}</button>`)}
    ${moves.has("stop") && html`<button type="button" class="cio-stop" title=${texts.explain("stop").text} onClick=${() => act("stop", "stop")}>${texts.move("stop")}</button>`}
  </div>`;
}

/** The guide of a first playthrough: each kind of card once. @param {{ scene: Scene, isMine: boolean }} props */
function Lesson({ scene, isMine }) {
  const { view, texts, me } = scene;
  const kinds = view.phase === "gathering" ? (view.goals[me] ?? []).map(({ kind }) => kind) : [];
  const found = view.phase === "gathering" ? ["gathering", ...kinds] : view.phase === "grabbing" ? ["grabbing", "call"] : view.phase === "reckoning" ? ["reckoning"] : [];
  const coach = useLessons("capio", found, !isMine);
  if (coach.lesson === null) return null;
  return html`<aside class="cio-lesson" aria-label=${texts.phrase("guide.name")}>
    <p><b>${texts.phrase(`guide.${coach.lesson}.title`)}.</b> ${texts.phrase(`guide.${coach.lesson}.text`)}</p>
    <p><button type="button" class="button" onClick=${coach.next}>${texts.phrase("guide.next")}</button>
      <button type="button" class="quiet button" onClick=${coach.stop}>${texts.phrase("guide.stop")}</button></p>
  </aside>`;
}
