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
 * @property {(at: string, move: string, copy?: number) => Promise<Choice>} toggle  makes one, or takes it back and keeps those that
 *   came later; `copy`: how many of the same may stay
 * @property {(move: string) => Promise<Choice>} put  makes one in place of another with its verb, or takes it back
 * @property {(move: string, ...then: string[]) => Promise<Choice>} rewind  takes one back with all that came later, and goes on with others
 */

/** @type {Record<string, string>} */
const VERBS = { card: "play", site: "site", member: "add", aside: "return", guards: "guards" };
const LAST = ["confirm", "exchange"];
const DONE = /** @type {Choice} */ ({ ok: true });
const NOT_DONE = /** @type {Choice} */ ({ ok: false, sentence: "", rule: null, busy: true });

/** Whether a move is one of several that are put together, or the word that ends them. @param {string} move */
export const isStep = (move) => [...Object.values(VERBS), ...LAST].includes(String(move.split(" ")[0]));

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
 * Do one thing after the other: what is pickedAfterTap while a move is on its way waits for its answer, and finds the board as
 * it is then. A second tap on the last thing is none; where something is refused, what waits behind it is not done.
 * @returns {(name: string, deed: () => Promise<Choice>) => Promise<Choice>}
 */
export function useLine() {
  const line = useRef({ name: "", done: /** @type {Promise<Choice> | null} */ (null), refusals: 0 }).current;
  return (name, deed) => {
    if (line.done !== null && line.name === name) return line.done;
    const { done: last, refusals } = line;
    const go = async () => {
      if (line.refusals !== refusals) return NOT_DONE;
      const answer = await deed();
      if (!answer.ok) line.refusals += 1;
      return answer;
    };
    const done = last === null ? go() : last.then(drawn).then(go);
    line.name = name;
    line.done = done;
    return done.finally(() => void (line.done === done && (line.done = null)));
  };
}

/** When the board has been drawn as the last message says. @returns {Promise<void>} */
const drawn = () => new Promise((done) => setTimeout(done));

/**
 * @param {View} view
 * @param {GameEvent[]} events
 * @param {BoardTable} table
 * @param {(at: string, move: string) => Promise<Choice>} attempt
 * @param {ReturnType<typeof useLine>} inLine
 * @returns {Steps}
 */
export function useSteps(view, events, table, attempt, inLine) {
  const made = madeSteps(view, events);
  const canGoBack = made.length > 0 && table.undo === "free";
  const latest = useRef({ made, canGoBack });
  latest.current = { made, canGoBack };
  /**
   * Take a step back with all that came later, and go on with these moves.
   * @param {string} at
   * @param {number} kept
   * @param {string[]} then
   */
  const back = async (at, kept, then) => {
    let before = Infinity;
    while (latest.current.canGoBack && latest.current.made.length > kept && latest.current.made.length < before) {
      before = latest.current.made.length;
      await table.takeBack();
      await drawn();
    }
    for (const move of latest.current.made.length > kept ? [] : then) {
      const answer = await attempt(at, move);
      if (!answer.ok) return answer;
    }
    return DONE;
  };
  return {
    made,
    canGoBack,
    clear: async () => void (await inLine("clear", () => back("", 0, []))),
    toggle: (at, move, copy = 0) =>
      inLine(at, () => {
        const { made } = latest.current;
        const last = made.lastIndexOf(move);
        return made.filter((each) => each === move).length > copy ? back(at, last, made.slice(last + 1)) : attempt(at, move);
      }),
    put: (move) =>
      inLine(move, () => {
        const { made } = latest.current;
        const [verb = ""] = move.split(" ");
        const last = made.findLastIndex((each) => each.startsWith(`${verb} `));
        const instead = made[last] === move ? [] : [move];
        return last < 0 ? attempt(move, move) : back(move, last, [...made.slice(last + 1), ...instead]);
      }),
    rewind: (move, ...then) =>
      inLine(`rewind ${then}`, () => {
        const last = latest.current.made.lastIndexOf(move);
        return last < 0 ? Promise.resolve(DONE) : back(move, last, then);
      }),
  };
}
