/** A guide for the first game. It explains each kind of situation once. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {{ off: boolean, folded: boolean, seen: string[] }} Progress */
/** @typedef {ReturnType<typeof useLessons>} Lessons */

const FRESH = /** @type {Progress} */ ({ off: false, folded: false, seen: [] });

/**
 * Progress of a guide, stored in this browser.
 * @param {string} storageKey
 * @returns {Progress}
 */
function read(storageKey) {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(storageKey) ?? "{}") };
  } catch {
    return FRESH;
  }
}

/** @param {string} storageKey @param {Progress} progress */
function write(storageKey, progress) {
  try {
    localStorage.setItem(storageKey, JSON.stringify(progress));
  } catch {
    return; // without storage the guide starts again next time
  }
}

/**
 * The current lesson, and functions to continue, stop and restart. Spectators and replays have none.
 * @param {string} game
 * @param {Pick<import("../types.js").BoardTable, "you" | "mode">} table
 * @param {string[]} fitting  the lessons for this situation, the most relevant first
 * @param {boolean} [isMuted]  no lesson may be shown now
 */
export function useLessons(game, table, fitting, isMuted = false) {
  const isPlayer = table.you !== null && table.mode !== "replay";
  const storageKey = `caponata.${game}.guide`;
  const [progress, setProgress] = useState(() => read(storageKey));
  const [shown, setShown] = useState(/** @type {string | null} */ (null));
  const due = !isPlayer || isMuted || progress.off ? undefined : fitting.find((lesson) => !progress.seen.includes(lesson));
  useEffect(() => setShown(due ?? null), [due]);
  /** @param {Progress} next */
  const save = (next) => (setProgress(next), write(storageKey, next));
  return {
    lesson: shown,
    isFolded: progress.folded,
    canRestart: isPlayer && shown === null && (progress.off || progress.seen.length > 0),
    next: () => save({ ...progress, seen: [...progress.seen, String(shown)] }),
    fold: () => save({ ...progress, folded: !progress.folded }),
    stop: () => save({ ...progress, off: true }),
    restart: () => save(FRESH),
  };
}
