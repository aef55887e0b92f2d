/** A guide for the first game: it explains each kind of moment once, and then keeps quiet. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {{ off: boolean, folded: boolean, seen: string[] }} Progress */
/** @typedef {ReturnType<typeof useLessons>} Lessons */

const FRESH = /** @type {Progress} */ ({ off: false, folded: false, seen: [] });

/**
 * What a guide has said so far, remembered by this browser.
 * @param {string} notebook
 * @returns {Progress}
 */
function read(notebook) {
  try {
    return { ...FRESH, ...JSON.parse(localStorage.getItem(notebook) ?? "{}") };
  } catch {
    return FRESH;
  }
}

/** @param {string} notebook @param {Progress} progress */
function write(notebook, progress) {
  try {
    localStorage.setItem(notebook, JSON.stringify(progress));
  } catch {
    return; // a browser that remembers nothing is told everything again
  }
}

/**
 * The lesson that is due, and ways to go on, stop and begin again.
 * @param {string} game
 * @param {string[]} fitting  the lessons that fit this moment, the most fitting first
 * @param {boolean} isHushed  nobody is to be taught now
 */
export function useLessons(game, fitting, isHushed) {
  const notebook = `caponata.${game}.guide`;
  const [progress, setProgress] = useState(() => read(notebook));
  const [shown, setShown] = useState(/** @type {string | null} */ (null));
  const due = isHushed || progress.off ? undefined : fitting.find((each) => !progress.seen.includes(each));
  useEffect(() => setShown(due ?? null), [due]);
  /** @param {Progress} next */
  const keep = (next) => (setProgress(next), write(notebook, next));
  return {
    lesson: shown,
    isFolded: progress.folded,
    isOff: progress.off || progress.seen.length > 0,
    next: () => keep({ ...progress, seen: [...progress.seen, String(shown)] }),
    fold: () => keep({ ...progress, folded: !progress.folded }),
    stop: () => keep({ ...progress, off: true }),
    restart: () => keep(FRESH),
  };
}
