/** The steps of a play that is being put together, and ways to take some of them back. No rule is computed here. */

import { useRef } from "preact/hooks";

/** @typedef {import("./shapes.js").View} View */
/** @typedef {import("./shapes.js").GameEvent} GameEvent */
/** @typedef {import("./shapes.js").BoardTable} BoardTable */
/** @typedef {import("/web/types.js").Choice} Choice */
/**
 * @typedef {object} Steps
 * @property {string[]} made  the moves that led here, the first one first
 * @property {boolean} canGoBack
 * @property {() => Promise<void>} clear  takes all of them back
 * @property {(move: string, instead?: string) => Promise<Choice>} drop  takes one back, keeps those that came later, and may put
 *   another in its place
 * @property {(move: string, ...then: string[]) => Promise<Choice>} rewind  takes one back with all that came later, and goes on with others
 */

/** @type {Record<string, string>} */
const VERBS = { card: "play", site: "site", member: "add", aside: "return", guards: "guards" };
const DONE = /** @type {Choice} */ ({ ok: true });

/**
 * The moves that make up a plan: in the order in which they were made, as far as the events tell.
 * @param {View} view
 * @param {GameEvent[]} events
 */
export function madeSteps(view, events) {
  const plan = view.plan ?? null;
  if (!plan) return [];
  const last = events.findLastIndex((event) => event.event !== "plan" && event.event !== "undo");
  const told = events.slice(last + 1).filter((event) => event.event === "plan" && event.seat === view.seat);
  const made = told.map((event) => `${VERBS[String(event["step"])]} ${String(event["piece"]).replace(/^guards-/, "")}`);
  const known = plan.aside ? plan.aside.map((card) => `return ${card}`) : planned(plan);
  return made.length === known.length ? made : known;
}

/** @param {import("./shapes.js").Play} plan */
function planned({ card, site, members = [], guards = 0 }) {
  const named = [...members.map((member) => `add ${member}`), ...(guards ? [`guards ${guards}`] : [])];
  return [`play ${card}`, ...(site ? [`site ${site}`] : []), ...named];
}

/**
 * Do one thing after the other: what is tapped while a move is on its way waits for its answer, and finds the board as
 * it is then. What waits already is not done twice.
 * @returns {(name: string, deed: () => Promise<Choice>) => Promise<Choice>}
 */
export function useLine() {
  const waiting = useRef(/** @type {Map<string, Promise<Choice>>} */ (new Map())).current;
  return (name, deed) => {
    const last = [...waiting.values()].at(-1);
    const done = waiting.get(name) ?? (last ? last.then(drawn).then(deed) : deed());
    waiting.set(name, done);
    return done.finally(() => waiting.delete(name));
  };
}

/** When the board has been drawn as the last message says. @returns {Promise<void>} */
const drawn = () => new Promise((done) => setTimeout(done));

/**
 * @param {View} view
 * @param {GameEvent[]} events
 * @param {BoardTable} table
 * @param {(move: string) => Promise<Choice>} choose
 * @param {ReturnType<typeof useLine>} inLine
 * @returns {Steps}
 */
export function useSteps(view, events, table, choose, inLine) {
  const made = madeSteps(view, events);
  const canGoBack = made.length > 0 && table.undo === "free";
  const latest = useRef({ made, canGoBack });
  latest.current = { made, canGoBack };
  /**
   * Take a step back with all that came later, or all of them, and go on with other moves.
   * @param {string} name
   * @param {string | null} move
   * @param {(later: string[]) => string[]} then
   */
  const go = (name, move, then) =>
    inLine(name, async () => {
      const { made, canGoBack } = latest.current;
      const kept = move === null ? 0 : made.lastIndexOf(move);
      if (!canGoBack || kept < 0) return DONE;
      for (let left = made.length; left > kept; left -= 1) await table.takeBack();
      for (const next of then(made.slice(kept + 1))) {
        const answer = await choose(next);
        if (!answer.ok) return answer;
      }
      return DONE;
    });
  return {
    made,
    canGoBack,
    clear: async () => void (await go("clear", null, () => [])),
    drop: (move, instead) => go(`drop ${move} ${instead}`, move, (later) => [...later, ...(instead ? [instead] : [])]),
    rewind: (move, ...then) => go(`rewind ${move} ${then}`, move, () => then),
  };
}
