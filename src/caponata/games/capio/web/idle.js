/** The end that nobody calls, seen coming. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("./shapes.js").Scene} Scene */

const SECOND = 1000;
const SOON = 10 * SECOND; // before, nobody is hurried

/**
 * The seconds until this playthrough ends by itself, or null while that is far away.
 * @param {Scene} scene
 * @returns {number | null}
 */
export function useIdle({ view, table }) {
  const [, look] = useState(0);
  const { wait } = table;
  const isOurs = view.phase === "grabbing" && wait?.name === `${view.round}.${view.playthrough}.${view.phase}`;
  const ends = isOurs ? Math.min(wait.ends ?? Infinity, wait.quiet ?? Infinity) : Infinity;
  const left = ends - performance.now();
  const seconds = Math.max(0, Math.ceil(left / SECOND));
  const next = left > SOON ? left - SOON : left - (seconds - 1) * SECOND;
  useEffect(() => {
    if (!Number.isFinite(next) || seconds === 0) return undefined;
    const timer = setTimeout(() => look((count) => count + 1), next + 1);
    return () => clearTimeout(timer);
  }, [ends, seconds]);
  return left > SOON ? null : seconds;
}
