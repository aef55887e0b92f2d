/** Moves sent to the table from a place on the board, and why the last one was refused. */

import { useEffect, useState } from "preact/hooks";

/** @typedef {import("/web/types.js").Choice} Choice */
/** @typedef {{ at: string, sentence: string, rule: string | null }} Refusal */

const STAYS = 7000; // milliseconds

/**
 * The refusal to show for a while, and a way to try a move: it tells what came of it.
 * @param {(move: string) => Promise<Choice>} choose
 * @returns {[Refusal | null, (at: string, move: string) => Promise<Choice>]}
 */
export function useActs(choose) {
  const [refusal, setRefusal] = useState(/** @type {Refusal | null} */ (null));
  useEffect(() => {
    if (!refusal) return undefined;
    const timer = setTimeout(() => setRefusal(null), STAYS);
    return () => clearTimeout(timer);
  }, [refusal]);
  /** @param {string} at @param {string} move */
  const tryAt = async (at, move) => {
    setRefusal(null);
    const answer = await choose(move);
    if (answer.ok) setRefusal(null); // whatever was refused meanwhile
    else if (!answer.busy) setRefusal({ at, sentence: answer.sentence, rule: answer.rule });
    return answer;
  };
  return [refusal, tryAt];
}
