/** The end that nobody calls, seen coming: counted by the page, from what it saw, as the countdown is. */

import { useEffect, useRef, useState } from "preact/hooks";

/** @typedef {import("./shapes.js").Scene} Scene */

const SECOND = 1000;
const CALM = 2; // times as long, as `timing.py` has it
const SOON = 10 * SECOND; // before, nobody is hurried

/**
 * The seconds until this playthrough ends by itself, or null while that is far away.
 * @param {Scene} scene
 * @returns {number | null}
 */
export function useIdle({ view, table }) {
  const [, look] = useState(0);
  const { idle_after: inAll, quiet_after: quiet, calm } = view.options;
  const wait = `${view.round} ${view.playthrough} ${view.phase}`;
  const seen = useRef({ wait: "", began: 0, moved: 0, view });
  const now = performance.now();
  if (seen.current.wait !== wait) seen.current = { wait, began: now, moved: now, view };
  else if (seen.current.view !== view) seen.current = { ...seen.current, moved: now, view };
  const { began, moved } = seen.current;
  const second = calm ? CALM * SECOND : SECOND;
  const isCounted = view.phase === "grabbing" && table.mode === "play";
  const ends = isCounted ? Math.min(inAll ? began + inAll * second : Infinity, quiet ? moved + quiet * second : Infinity) : Infinity;
  const left = ends - now;
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const next = left > SOON ? left - SOON : left - (seconds - 1) * SECOND;
  useEffect(() => {
    if (!Number.isFinite(next) || seconds === 0) return undefined;
    const timer = setTimeout(() => look((count) => count + 1), next + 1);
    return () => clearTimeout(timer);
  }, [ends, seconds]);
  return left > SOON ? null : seconds;
}
