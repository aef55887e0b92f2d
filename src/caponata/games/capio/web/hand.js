/** The viewer's hand, ahead of the server: a die moves immediately, and goes back if another seat was faster. */

import { useEffect, useRef, useState } from "preact/hooks";
import { playSound } from "/web/kit.js";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Step} Step */
/** @typedef {(move: string) => Promise<import("/web/types.js").Choice>} Choose */

const SHAKE_DURATION = 600; // milliseconds
const LATE_DURATION = 2500;
const TOO_LATE = "CAPIO-3.2"; // another seat took the die first

/**
 * A value that is reset to null after a time.
 * @template T
 * @param {number} time
 * @returns {[T | null, (value: T) => void]}
 */
function useTemporary(time) {
  const [now, set] = useState(/** @type {{ value: T } | null} */ (null));
  useEffect(() => {
    if (now === null) return undefined;
    const timer = setTimeout(() => set(null), time);
    return () => clearTimeout(timer);
  }, [now]);
  return [now?.value ?? null, (value) => set({ value })];
}

/**
 * The die in hand if the server accepts all pending steps.
 * @param {string | null} inHand
 * @param {Step[]} steps
 * @returns {string | null}
 */
export function expectedHand(inHand, steps) {
  return steps.reduce((held, step) => (step.verb === "take" ? step.die : null), inHand);
}

/**
 * The viewer's hand. Requests are sent one after the other, each after the answer to the previous one.
 * @param {View} view
 * @param {number} me
 * @param {Choose} choose
 */
export function useHand(view, me, choose) {
  const [, rerender] = useState(0);
  const [shaken, shake] = /** @type {[string | null, (at: string) => void]} */ (useTemporary(SHAKE_DURATION));
  const [late, setLate] = /** @type {[true | null, (late: true) => void]} */ (useTemporary(LATE_DURATION));
  const steps = useRef(/** @type {Step[]} */ ([]));
  const refused = useRef(/** @type {WeakSet<Step>} */ (new WeakSet()));
  const queue = useRef(/** @type {Promise<void>} */ (Promise.resolve()));
  const held = expectedHand(view.hands[me] ?? null, steps.current);
  const latest = useRef(held);
  latest.current = held;
  const asked = useRef(/** @type {Set<string>} */ (new Set())); // pending requests that are not steps
  const phase = useRef("");
  phase.current = `${view.round}.${view.playthrough}.${view.phase}`;
  /** @param {Step[]} now */
  const setSteps = (now) => {
    steps.current = now;
    rerender((count) => count + 1);
  };
  /**
   * Queue a request. A die whose taking was refused is not placed. Other requests are sent only once, and only in the phase in which they were made.
   * @param {string} move
   * @param {string} at
   * @param {Step | null} step
   */
  const send = (move, at, step) => {
    const taken = step?.verb === "place" ? steps.current.findLast(({ verb }) => verb === "take") : undefined;
    const requestedIn = phase.current;
    if (step) setSteps([...steps.current, step]);
    else if (asked.current.has(move)) return;
    else asked.current.add(move);
    const go = async () => {
      const isObsolete = step ? taken !== undefined && refused.current.has(taken) : requestedIn !== phase.current;
      const answer = isObsolete ? null : await choose(move);
      if (step) setSteps(steps.current.filter((other) => other !== step));
      else asked.current.delete(move);
      if (!answer || answer.ok) return;
      if (step) refused.current.add(step);
      shake(at);
      if (answer.rule === TOO_LATE) setLate(true);
    };
    queue.current = queue.current.then(go, go);
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
  return { held, steps: steps.current, take, act, ask, shake, refusal: shaken === null ? null : { at: shaken }, isLate: late !== null };
}
