/** My hand, ahead of the table: a die moves at once, and goes back if somebody was quicker. */

import { useEffect, useRef, useState } from "preact/hooks";
import { playSound } from "/web/sound.js";

/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").Step} Step */
/** @typedef {(move: string) => Promise<import("/web/types.js").Choice>} Choose */

const SHAKE = 600; // milliseconds
const LATE = 2500;
const QUICKER = "CAPIO-3.2"; // somebody was

/**
 * Something that is so for a while.
 * @template T
 * @param {number} time
 * @returns {[T | null, (value: T) => void]}
 */
function useMoment(time) {
  const [now, set] = useState(/** @type {{ value: T } | null} */ (null));
  useEffect(() => {
    if (now === null) return undefined;
    const timer = setTimeout(() => set(null), time);
    return () => clearTimeout(timer);
  }, [now]);
  return [now?.value ?? null, (value) => set({ value })];
}

/**
 * What is in hand when all that was done is granted.
 * @param {string | null} inHand
 * @param {Step[]} steps
 * @returns {string | null}
 */
export function foreseen(inHand, steps) {
  return steps.reduce((held, step) => (step.verb === "take" ? step.die : null), inHand);
}

/**
 * The hand of the viewer. What is done while something else is on its way waits for the answer to that.
 * @param {View} view
 * @param {number} me
 * @param {Choose} choose
 */
export function useHand(view, me, choose) {
  const [, checkDraws] = useState(0);
  const [shaken, shake] = /** @type {[string | null, (at: string) => void]} */ (useMoment(SHAKE));
  const [late, setLate] = /** @type {[true | null, (late: true) => void]} */ (useMoment(LATE));
  const steps = useRef(/** @type {Step[]} */ ([]));
  const refused = useRef(/** @type {WeakSet<Step>} */ (new WeakSet()));
  const underway = useRef(/** @type {Promise<void>} */ (Promise.resolve()));
  const held = foreseen(view.hands[me] ?? null, steps.current);
  const latest = useRef(held);
  latest.current = held;
  const asked = useRef(/** @type {Set<string>} */ (new Set())); // what is on its way and is no step
  const phase = useRef("");
  phase.current = `${view.round}.${view.playthrough}.${view.phase}`;
  /** @param {Step[]} now */
  const keep = (now) => {
    steps.current = now;
    checkDraws((count) => count + 1);
  };
  /**
   * A die that is not there is not laid. What is no step is asked for once, and not in another phase than the one in which it was wanted.
   * @param {string} move
   * @param {string} at
   * @param {Step | null} step
   */
  const send = (move, at, step) => {
    const taken = step?.verb === "place" ? steps.current.findLast(({ verb }) => verb === "take") : undefined;
    const then = phase.current;
    if (step) keep([...steps.current, step]);
    else if (asked.current.has(move)) return;
    else asked.current.add(move);
    const go = async () => {
      const isIdle = step ? taken !== undefined && refused.current.has(taken) : then !== phase.current;
      const answer = isIdle ? null : await choose(move);
      if (step) keep(steps.current.filter((each) => each !== step));
      else asked.current.delete(move);
      if (!answer || answer.ok) return;
      if (step) refused.current.add(step);
      shake(at);
      if (answer.rule === QUICKER) setLate(true);
    };
    underway.current = underway.current.then(go, go);
  };
  /** @param {string} move @param {string} at */
  const ask = (move, at) => send(move, at, null);
  /** @param {string} die @param {number} slot */
  const take = (die, slot) => {
    if (latest.current !== null) return;
    latest.current = die;
    playSound("grab");
    send(`take ${die}`, `slot ${slot}`, { verb: "take", die, slot });
  };
  /** @param {string} move @param {string} at */
  const act = (move, at) => {
    const [verb, ...where] = move.split(" ");
    const die = latest.current;
    if (verb !== "place") ask(move, at);
    else if (die !== null) {
      latest.current = null;
      send(move, at, { verb: "place", die, where: where.join(" ") });
    }
  };
  return { held, steps: steps.current, take, act, ask, shake, shaken, isLate: late !== null };
}
