/** The end that nobody calls, seen coming: counted by the page, from what it saw or was told on joining. */

import { useEffect, useRef, useState } from "preact/hooks";
import { lookedAt } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").View} View */
/** @typedef {{ began: number, moved: number, isStill: boolean }} Wait  since when, since when nobody takes, and whether the table is paused */

const SECOND = 1000;
const CALM = 2; // times as long, as `timing.py` has it
const SOON = 10 * SECOND; // before, nobody is hurried

/**
 * The wait that the table is in.
 * @param {View} view
 * @param {import("/web/types.js").BoardTable} table
 * @returns {Wait}
 */
export function useWait(view, { waited = null, isPaused = false }) {
  const name = `${view.round}.${view.playthrough}.${view.phase}`;
  const left = lookedAt(view).filter((look) => look !== null).length;
  const now = performance.now();
  const seen = useRef({ name: "", waited, left, began: now, moved: now, still: /** @type {number | null} */ (null) });
  const before = seen.current;
  if (waited !== null && waited.wait === name && (before.waited !== waited || before.name === "")) {
    seen.current = { name, waited, left, began: waited.began, moved: waited.moved, still: null };
  } else if (before.name !== name) seen.current = { name, waited, left, began: now, moved: now, still: null };
  else if (before.left !== left) seen.current = { ...before, left, moved: now };
  const wait = seen.current;
  if (isPaused && wait.still === null) wait.still = now;
  if (!isPaused && wait.still !== null) {
    const pause = now - wait.still;
    seen.current = { ...wait, began: wait.began + pause, moved: wait.moved + pause, still: null };
  }
  return { began: seen.current.began, moved: seen.current.moved, isStill: isPaused };
}

/**
 * The seconds until a moment, counted down.
 * @param {number} ends
 * @param {number} [soon]  how long before it they are counted
 * @returns {number | null}
 */
function useSeconds(ends, soon = Infinity) {
  const [, look] = useState(0);
  const left = ends - performance.now();
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const next = left > soon ? left - soon : left - (seconds - 1) * SECOND;
  useEffect(() => {
    if (!Number.isFinite(next) || seconds === 0) return undefined;
    const timer = setTimeout(() => look((count) => count + 1), next + 1);
    return () => clearTimeout(timer);
  }, [ends, seconds]);
  return left > soon || !Number.isFinite(left) ? null : seconds;
}

/**
 * The seconds until this playthrough ends by itself, or the die in my hand is gone; null while that is far away.
 * @param {Scene} scene
 */
export function useIdle({ view, table, wait, me }) {
  const { idle_after: inAll, quiet_after: quiet, hand_time: inHand, calm } = view.options;
  const second = calm ? CALM * SECOND : SECOND;
  const isCounted = table.mode === "play" && !wait.isStill;
  let ends = Infinity;
  if (isCounted && view.phase === "placing" && view.hands[me]) ends = wait.began + inHand * second;
  if (isCounted && view.phase === "grabbing") {
    ends = Math.min(inAll ? wait.began + inAll * second : Infinity, quiet ? wait.moved + quiet * second : Infinity);
  }
  return useSeconds(ends, SOON);
}

/**
 * The seconds until the dice fall.
 * @param {Scene} scene
 */
export function useCountdown({ view, wait }) {
  return useSeconds(wait.isStill ? Infinity : wait.began + view.options.countdown * SECOND);
}
