/** The steps of a planned move, and how to take some of them back. Contains no rules. */

import { useRef } from "preact/hooks";

/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./types.js").BoardTable} BoardTable */
/** @typedef {import("/web/types.js").Choice} Choice */
/**
 * @typedef {object} Steps
 * @property {string[]} made  the steps so far, in order
 * @property {boolean} canGoBack
 * @property {() => Promise<void>} clear  takes back all steps
 * @property {(at: string, move: string, copy?: number) => Promise<Choice>} toggle  makes a step, or takes it back and keeps those that
 *   came later; `copy`: number of equal steps that may stay
 * @property {(move: string) => Promise<Choice>} put  makes a step in place of the one with the same verb, or takes it back
 * @property {(move: string, ...next: string[]) => Promise<Choice>} rewind  takes back a step and all later ones, and makes others instead
 */

/** @type {Record<string, string>} */
const VERBS = { card: "play", site: "site", member: "add", aside: "return", guards: "guards" };
const FINAL_VERBS = ["confirm", "exchange"];
const DONE = /** @type {Choice} */ ({ ok: true });
const SKIPPED = /** @type {Choice} */ ({ ok: false, sentence: "", rule: null, busy: true });

/** Return whether a move is a step of a planned move, or the one that completes it. @param {string} move */
export const isStep = (move) => [...Object.values(VERBS), ...FINAL_VERBS].includes(String(move.split(" ")[0]));

/**
 * Steps of the current plan, in the order in which they were made as far as the events tell.
 * @param {View} view
 * @param {GameEvent[]} events
 */
export function madeSteps(view, events) {
  const plan = view.plan ?? null;
  if (!plan) return [];
  const last = events.findLastIndex((event) => event.event !== "plan" && event.event !== "undo");
  const planEvents = events.slice(last + 1).filter((event) => event.event === "plan" && event.seat === view.seat);
  const made = planEvents.map((event) => `${VERBS[String(event["step"])]} ${String(event["piece"]).replace(/^guards-/, "")}`);
  const fromView = plan.aside ? plan.aside.map((card) => `return ${card}`) : stepsOfPlan(plan);
  return made.length === fromView.length ? made : fromView;
}

/** @param {import("./types.js").Play} plan */
function stepsOfPlan({ card, site, members = [], guards = 0 }) {
  const pieceSteps = [...members.map((member) => `add ${member}`), ...(guards ? [`guards ${guards}`] : [])];
  return [`play ${card}`, ...(site ? [`site ${site}`] : []), ...pieceSteps];
}

/**
 * A queue of requests: each waits for the answer to the previous one and sees the board as it is then. A second tap on
 * the last request is ignored. If a request is refused, those that wait behind it are skipped.
 * @returns {(name: string, request: () => Promise<Choice>) => Promise<Choice>}
 */
export function useQueue() {
  const queue = useRef({ name: "", done: /** @type {Promise<Choice> | null} */ (null), refusals: 0 }).current;
  return (name, request) => {
    if (queue.done !== null && queue.name === name) return queue.done;
    const { done: last, refusals } = queue;
    const go = async () => {
      if (queue.refusals !== refusals) return SKIPPED;
      const answer = await request();
      if (!answer.ok) queue.refusals += 1;
      return answer;
    };
    const done = last === null ? go() : last.then(rendered).then(go);
    queue.name = name;
    queue.done = done;
    return done.finally(() => void (queue.done === done && (queue.done = null)));
  };
}

/** Wait until the board has been rendered with the last message. @returns {Promise<void>} */
const rendered = () => new Promise((done) => setTimeout(done));

/**
 * @param {View} view
 * @param {GameEvent[]} events
 * @param {BoardTable} table
 * @param {(at: string, move: string) => Promise<Choice>} attempt
 * @param {ReturnType<typeof useQueue>} enqueue
 * @returns {Steps}
 */
export function useSteps(view, events, table, attempt, enqueue) {
  const made = madeSteps(view, events);
  const canGoBack = made.length > 0 && table.undo === "free";
  const latest = useRef({ made, canGoBack });
  latest.current = { made, canGoBack };
  /**
   * Take back steps until `kept` are left, then make these moves.
   * @param {string} at
   * @param {number} kept
   * @param {string[]} next
   */
  const takeBackTo = async (at, kept, next) => {
    let before = Infinity;
    while (latest.current.canGoBack && latest.current.made.length > kept && latest.current.made.length < before) {
      before = latest.current.made.length;
      await table.takeBack();
      await rendered();
    }
    for (const move of latest.current.made.length > kept ? [] : next) {
      const answer = await attempt(at, move);
      if (!answer.ok) return answer;
    }
    return DONE;
  };
  return {
    made,
    canGoBack,
    clear: async () => void (await enqueue("clear", () => takeBackTo("", 0, []))),
    toggle: (at, move, copy = 0) =>
      enqueue(at, () => {
        const { made } = latest.current;
        const last = made.lastIndexOf(move);
        return made.filter((step) => step === move).length > copy ? takeBackTo(at, last, made.slice(last + 1)) : attempt(at, move);
      }),
    put: (move) =>
      enqueue(move, () => {
        const { made } = latest.current;
        const [verb = ""] = move.split(" ");
        const last = made.findLastIndex((step) => step.startsWith(`${verb} `));
        const instead = made[last] === move ? [] : [move];
        return last < 0 ? attempt(move, move) : takeBackTo(move, last, [...made.slice(last + 1), ...instead]);
      }),
    rewind: (move, ...next) =>
      enqueue(`rewind ${next}`, () => {
        const last = latest.current.made.lastIndexOf(move);
        return last < 0 ? Promise.resolve(DONE) : takeBackTo(move, last, next);
      }),
  };
}
