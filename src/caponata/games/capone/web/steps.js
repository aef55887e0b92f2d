/** The steps of a play that is being put together, and ways to take some of them back. No rule is computed here. */

import { useRef, useState } from "preact/hooks";

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
 * @param {View} view
 * @param {GameEvent[]} events
 * @param {BoardTable} table
 * @param {(move: string) => Promise<Choice>} choose
 * @returns {Steps}
 */
export function useSteps(view, events, table, choose) {
  const made = madeSteps(view, events);
  const busy = useRef(false);
  const [, redraw] = useState(0);
  const canGoBack = made.length > 0 && table.undo === "free";
  /**
   * Keep so many steps, and go on with these moves.
   * @param {number} kept
   * @param {string[]} then
   */
  const go = async (kept, then) => {
    if (!canGoBack || busy.current) return DONE;
    busy.current = true;
    try {
      for (let left = made.length; left > kept; left -= 1) await table.takeBack();
      for (const move of then) {
        const answer = await choose(move);
        if (!answer.ok) return answer;
      }
      return DONE;
    } finally {
      busy.current = false;
      redraw((count) => count + 1);
    }
  };
  return {
    made,
    canGoBack,
    clear: async () => void (await go(0, [])),
    drop: (move, instead) => {
      const at = made.lastIndexOf(move);
      return at < 0 ? Promise.resolve(DONE) : go(at, [...made.slice(at + 1), ...(instead ? [instead] : [])]);
    },
    rewind: (move, ...then) => {
      const at = made.lastIndexOf(move);
      return at < 0 ? Promise.resolve(DONE) : go(at, then);
    },
  };
}
