/** Sending a move from a place on the board, and showing there why it was refused. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("/web/types.js").Choice} Choice */
/** @typedef {{ at: string, sentence: string, rule: string | null }} Refusal */

const REFUSAL_DURATION = 7000; // milliseconds

/**
 * Return the refusal to show, and a function that sends a move and returns its result.
 * @param {(move: string) => Promise<Choice>} choose
 * @returns {[Refusal | null, (at: string, move: string) => Promise<Choice>]}
 */
export function useMoveAttempt(choose) {
  const [refusal, setRefusal] = useState(/** @type {Refusal | null} */ (null));
  useEffect(() => {
    if (!refusal) return undefined;
    const timer = setTimeout(() => setRefusal(null), REFUSAL_DURATION);
    return () => clearTimeout(timer);
  }, [refusal]);
  /** @param {string} at @param {string} move */
  const attempt = async (at, move) => {
    setRefusal(null);
    const answer = await choose(move);
    if (answer.ok) setRefusal(null); // clears a refusal that arrived meanwhile
    else if (!answer.busy) setRefusal({ at, sentence: answer.sentence, rule: answer.rule });
    return answer;
  };
  return [refusal, attempt];
}
