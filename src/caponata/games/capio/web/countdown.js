/** The countdown to the automatic end of a playthrough, derived from changes of the view, or from the server's message on joining. */

import { useEffect, useRef, useState } from "preact/hooks";
import { diceInMiddle } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").View} View */
/** @typedef {{ began: number, moved: number, isPaused: boolean }} Wait  start of the phase, time of the last take, and whether the table is paused */

const SECOND = 1000;
const SOON = 10 * SECOND; // the countdown is shown only this long before the end

/**
 * Start of the current phase and time of the last take, both shifted by the length of pauses.
 * @param {View} view
 * @param {import("/web/types.js").BoardTable} table
 * @returns {Wait}
 */
export function useWait(view, { waited = null, isPaused = false }) {
  const name = `${view.round}.${view.playthrough}.${view.phase}`;
  const dice = diceInMiddle(view).filter((look) => look !== null).length;
  const now = performance.now();
  const known = useRef({ name: "", waited, dice, began: now, moved: now, pausedAt: /** @type {number | null} */ (null) });
  const before = known.current;
  if (waited !== null && waited.wait === name && (before.waited !== waited || before.name === "")) {
    known.current = { name, waited, dice, began: waited.began, moved: waited.moved, pausedAt: null };
  } else if (before.name !== name) known.current = { name, waited, dice, began: now, moved: now, pausedAt: null };
  else if (before.dice !== dice) known.current = { ...before, dice, moved: now };
  const wait = known.current;
  if (isPaused && wait.pausedAt === null) wait.pausedAt = now;
  if (!isPaused && wait.pausedAt !== null) {
    const pause = now - wait.pausedAt;
    known.current = { ...wait, began: wait.began + pause, moved: wait.moved + pause, pausedAt: null };
  }
  return { began: known.current.began, moved: known.current.moved, isPaused };
}

/**
 * Seconds until a time, rerendered every second; null before the countdown starts.
 * @param {number} ends
 * @param {number} [soon]  the countdown starts this long before the end
 * @returns {number | null}
 */
function useSeconds(ends, soon = Infinity) {
  const [, rerender] = useState(0);
  const left = ends - performance.now();
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const next = left > soon ? left - soon : left - (seconds - 1) * SECOND;
  useEffect(() => {
    if (!Number.isFinite(next) || seconds === 0) return undefined;
    const timer = setTimeout(() => rerender((count) => count + 1), next + 1);
    return () => clearTimeout(timer);
  }, [ends, seconds]);
  return left > soon || !Number.isFinite(left) ? null : seconds;
}

/**
 * Seconds until this playthrough ends by itself, or until the die in hand is lost; null if that is more than SOON away.
 * @param {Scene} scene
 */
export function useTimeLeft({ view, table, wait, me }) {
  const { idle_after: total, quiet_after: quiet, hand_time: inHand } = view.options;
  const second = view.pace * SECOND;
  const isCounted = table.mode === "play" && !wait.isPaused;
  let ends = Infinity;
  if (isCounted && view.phase === "placing" && view.hands[me]) ends = wait.began + inHand * second;
  if (isCounted && view.phase === "grabbing") {
    ends = Math.min(total ? wait.began + total * second : Infinity, quiet ? wait.moved + quiet * second : Infinity);
  }
  return useSeconds(ends, SOON);
}

/**
 * Seconds until the dice are thrown.
 * @param {Scene} scene
 */
export function useCountdown({ view, wait }) {
  return useSeconds(wait.isPaused ? Infinity : wait.began + view.options.countdown * SECOND);
}
