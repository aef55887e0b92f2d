/** Luck and skill: how the result of a finished game came about, computed by the server. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { read, ApiError } from "../api.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../replay.js").Replay} Replay */
/** @typedef {import("../types.js").Texts} Texts */
// Analyses of version 1 have no values of decisions, and own and others without errors. The first ones have no
// error fields at all, and list only the three largest draws and decisions.
/** @typedef {import("../types.js").Account} Account */
/** @typedef {import("../types.js").Swing} Swing */
/** @typedef {import("../types.js").ComparedChoice} ComparedChoice */
/** @typedef {import("../types.js").DecisionValue} DecisionValue */
/** @typedef {import("../types.js").Analysis} Answer */
/** @typedef {{ [Field in keyof Answer]: NonNullable<Answer[Field]> }} Analysis  a finished one */
/** @typedef {{ done: number, of: number | null }} Progress */

const POLL_INTERVAL = 700; // milliseconds
const MAX_POINTS = 160; // of a curve
const WIDTH = 320;
const HEIGHT = 120;
const MAX_DRAWS_NAMED = 3;
const Z95 = 1.96; // standard errors of a 95 % interval
const CHANGED_PARTS = new Set(["own", "unseen"]); // their meaning was another in version 1
const PARTS = /** @type {const} */ (["result", "start", "luck", "own", "others", "unseen"]);

/**
 * Poll the server for the analysis of a table.
 * @param {string} table
 */
function useAnalysis(table) {
  const [analysis, setAnalysis] = useState(/** @type {Analysis | null} */ (null));
  const [progress, setProgress] = useState(/** @type {Progress | null} */ (null));
  const [error, setError] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let timer = 0;
    let isCurrent = true;
    const poll = async () => {
      try {
        const answer = await read(`/tables/${table}/analysis`);
        if (!isCurrent) return;
        if (answer.accounts) return setAnalysis(/** @type {Analysis} */ (answer));
        setProgress({ done: answer.done ?? 0, of: answer.of });
        timer = setTimeout(poll, POLL_INTERVAL);
      } catch (failure) {
        if (!isCurrent) return;
        if (failure instanceof ApiError && failure.status === 0) timer = setTimeout(poll, POLL_INTERVAL); // a temporary network failure
        else setError(/** @type {Error} */ (failure).message);
      }
    };
    void poll();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [table]);
  return { analysis, progress, error };
}

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/** @param {number} points */
const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;

/** @param {number | undefined} error */
const errorMargin = (error) => (error === undefined ? "" : ` ± ${percent(Z95 * error)}`);

/**
 * Change of a seat's chances by a draw or a choice.
 * @param {Swing | DecisionValue | ComparedChoice} moment
 * @param {number} seat
 */
const swingText = ({ swing, errors }, seat) => signed(percent(swing[seat] ?? 0)) + errorMargin(errors?.[seat]);

/**
 * Parts of an account in percent. The unexplained part absorbs rounding errors, so that the sum is exact.
 * @param {Account} account
 */
function rounded(account) {
  const [result, start, luck, own, others] = [percent(account.result), percent(account.start), percent(account.luck), percent(account.own), percent(account.others)];
  return { result, start, luck, own, others, unseen: result - start - luck - own - others };
}

/**
 * The analysis page of a replay.
 * @param {{ replay: Replay, texts: Texts, names: string[], step: number, seek: (step: number) => void }} props
 */
export function AnalysisPage({ replay, texts, names, step, seek }) {
  const { analysis, progress, error } = useAnalysis(replay.game.table);
  if (error !== null) return html`<p role="status">${error}</p>`;
  if (analysis === null)
    return html`<div class="analysis" role="status">
      <h3>${say("analysis.title")}</h3>
      <p>${say("analysis.working")}</p>
      <progress class="analysis-progress" max=${progress?.of ?? 1} value=${progress?.of ? progress.done : undefined} aria-label=${say("analysis.working")}></progress>
    </div>`;
  /** @param {number} entry */
  const stepOfEntry = (entry) => replay.game.frames.findIndex((frame) => frame.entry === entry) + 1;
  return html`<div class="analysis">
    <h3>${say("analysis.title")}</h3>
    <${Curve} analysis=${analysis} names=${names} at=${curvePointAt(analysis, replay, step)} />
    <${CurrentStep} analysis=${analysis} texts=${texts} names=${names} entry=${replay.frame(step)?.entry ?? 0} />
    <${Ledger} analysis=${analysis} names=${names} />
    <p class="hint">${say(analysis.version === 1 ? "analysis.how-before" : "analysis.how")}</p>
    ${analysis.lucky.length > 0 && html`<h3>${say("analysis.lucky")}</h3>`}
    <ul class="analysis-list">
      ${analysis.lucky.map(
        (draw) => html`<li key=${draw.entry}>
          <button type="button" onClick=${() => seek(stepOfEntry(draw.entry))}><${Draw} draw=${draw} texts=${texts} names=${names} /></button>
        </li>`,
      )}
    </ul>
    ${analysis.dear.length > 0 && html`<h3>${say("analysis.dear")}</h3>`}
    <ul class="analysis-list">
      ${analysis.dear.map(
        (choice) => html`<li key=${choice.entry}>
          <button type="button" onClick=${() => seek(stepOfEntry(choice.entry))}><${Choice} choice=${choice} texts=${texts} names=${names} /></button>
        </li>`,
      )}
    </ul>
  </div>`;
}

/**
 * A draw, and the seat that gained most from it.
 * @param {{ draw: Swing, texts: Texts, names: string[] }} props
 */
function Draw({ draw, texts, names }) {
  const seat = draw.swing.indexOf(Math.max(...draw.swing));
  const drawn = draw.draws.slice(0, MAX_DRAWS_NAMED).map((move) => texts.move(move)).join(", ") + (draw.draws.length > MAX_DRAWS_NAMED ? " …" : "");
  return html`<${SeatMark} seat=${seat} /><span>${say("analysis.draw", { drawn, name: names[seat] ?? "", swing: swingText(draw, seat) })}</span>`;
}

/**
 * The value of a decision compared with ordinary play.
 * @param {{ decision: DecisionValue, texts: Texts, names: string[] }} props
 */
function Decision({ decision, texts, names }) {
  const { seat, played } = decision;
  return html`<${SeatMark} seat=${seat} /><span>${say("analysis.decision", { name: names[seat] ?? "", played: texts.move(played), swing: swingText(decision, seat) })}</span>`;
}

/**
 * A choice compared with the one the search prefers.
 * @param {{ choice: ComparedChoice, texts: Texts, names: string[] }} props
 */
function Choice({ choice, texts, names }) {
  const { seat, played, better, counts } = choice;
  const facts = { name: names[seat] ?? "", played: texts.move(played), better: texts.move(better), swing: swingText(choice, seat) };
  return html`<${SeatMark} seat=${seat} /><span>${say(counts === false ? "analysis.even" : "analysis.choice", facts)}</span>`;
}

/**
 * Value of the analysed step that ends at the current step of the replay.
 * @param {{ analysis: Analysis, texts: Texts, names: string[], entry: number }} props
 */
function CurrentStep({ analysis, texts, names, entry }) {
  const entries = analysis.steps.find((step) => step.at(-1) === entry) ?? [];
  const draws = (analysis.draws ?? []).filter((draw) => entries.includes(draw.entry));
  const decisions = (analysis.decisions ?? []).filter((decision) => entries.includes(decision.entry));
  const choices = (analysis.choices ?? []).filter((choice) => entries.includes(choice.entry));
  return html`<ul class="analysis-list analysis-moment">
    ${draws.map((draw) => html`<li key=${draw.entry}><${Draw} draw=${draw} texts=${texts} names=${names} /></li>`)}
    ${decisions.map((decision) => html`<li key=${`decision-${decision.entry}`}><${Decision} decision=${decision} texts=${texts} names=${names} /></li>`)}
    ${choices.map((choice) => html`<li key=${choice.entry}><${Choice} choice=${choice} texts=${texts} names=${names} /></li>`)}
  </ul>`;
}

/**
 * Index of the curve's point at a step of the replay. A step of the analysis counts once its last entry was played.
 * @param {Analysis} analysis
 * @param {Replay} replay
 * @param {number} step
 */
function curvePointAt(analysis, replay, step) {
  const entry = replay.frame(step)?.entry ?? 0;
  return analysis.steps.filter((entries) => (entries.at(-1) ?? 0) <= entry).length;
}

/**
 * Points of the curve to draw. Long games have noisy estimates, so neighbouring points are averaged.
 * @param {number[][]} curve
 * @returns {{ point: number, chances: number[] }[]}
 */
function smoothed(curve) {
  const last = curve.length - 1;
  const groupSize = Math.ceil(curve.length / MAX_POINTS);
  const points = [];
  for (let from = 0; from < curve.length; from += groupSize) {
    const group = curve.slice(from, from + groupSize);
    const chances = (curve[0] ?? []).map((_, seat) => group.reduce((sum, point) => sum + (point[seat] ?? 0), 0) / group.length);
    points.push({ point: from + (group.length - 1) / 2, chances });
  }
  if (groupSize === 1) return points;
  return [{ point: 0, chances: curve[0] ?? [] }, ...points, { point: last, chances: curve[last] ?? [] }];
}

/**
 * Chances of all seats over the course of the game.
 * @param {{ analysis: Analysis, names: string[], at: number }} props
 */
function Curve({ analysis, names, at }) {
  const last = Math.max(1, analysis.curve.length - 1);
  const points = smoothed(analysis.curve);
  /** @param {number} seat */
  const coordinates = (seat) => points.map(({ point, chances }) => `${((WIDTH * point) / last).toFixed(1)},${(HEIGHT * (1 - (chances[seat] ?? 0))).toFixed(1)}`).join(" ");
  return html`<figure class="analysis-curve">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${say("analysis.curve")} preserveAspectRatio="none">
      <line class="half" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
      <line class="now" x1=${(WIDTH * at) / last} x2=${(WIDTH * at) / last} y1="0" y2=${HEIGHT} />
      ${names.map((_, seat) => html`<polyline key=${seat} points=${coordinates(seat)} style=${`stroke: var(--seat-${seat})`} />`)}
    </svg>
    <figcaption>
      ${names.map((name, seat) => html`<span key=${seat}><${SeatMark} seat=${seat} /> ${name} ${percent(analysis.curve[at]?.[seat] ?? 0)} %</span>`)}
    </figcaption>
  </figure>`;
}

/**
 * The luck ledger: the parts that add up to each result.
 * @param {{ analysis: Analysis, names: string[] }} props
 */
function Ledger({ analysis, names }) {
  /** @param {string} part */
  const hint = (part) => say(analysis.version === 1 && CHANGED_PARTS.has(part) ? `analysis.${part}-before` : `analysis.${part}-hint`);
  return html`<div class="analysis-scroll"><table class="ledger">
    <thead>
      <tr>
        <th scope="col"><span class="unseen">${say("analysis.seat")}</span></th>
        ${PARTS.map((part) => html`<th key=${part} scope="col" title=${hint(part)}>${say(`analysis.${part}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${analysis.accounts.map(
        (account, seat) => {
          const points = rounded(account);
          return html`<tr key=${seat}>
            <th scope="row"><${SeatMark} seat=${seat} /> ${names[seat]}</th>
            <td>${points.result}</td>
            <td>${points.start}</td>
            <td>${signed(points.luck)}<small>${errorMargin(account.luck_error)}</small></td>
            <td>${signed(points.own)}<small>${errorMargin(account.own_error)}</small></td>
            <td>${signed(points.others)}<small>${errorMargin(account.others_error)}</small></td>
            <td>${signed(points.unseen)}<small>${errorMargin(account.unseen_error)}</small></td>
          </tr>`;
        },
      )}
    </tbody>
  </table></div>`;
}
