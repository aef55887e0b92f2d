/** Luck or skill? Where the results of a finished game came from, worked out by the server while one watches. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { read, Trouble } from "../net.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../film.js").Film} Film */
/** @typedef {import("../types.js").Texts} Texts */
// Analyses that were kept before errors were have none, and name only the three greatest draws and decisions.
/** @typedef {{ result: number, start: number, luck: number, own: number, others: number, unseen: number, luck_error?: number, unseen_error?: number }} Account */
/** @typedef {{ entry: number, draws: string[], swing: number[], errors?: number[] }} Swing */
/** @typedef {{ entry: number, seat: number, played: string, better: string, swing: number[], errors?: number[], counts?: boolean }} Compared */
/** @typedef {{ accounts: Account[], curve: number[][], steps: number[][], draws?: Swing[], choices?: Compared[], lucky: Swing[], dear: Compared[] }} Analysed */
/** @typedef {{ done: number, of: number | null }} Going */

const ASK_AGAIN = 700; // milliseconds
const POINTS = 160; // of a curve, at most
const WIDTH = 320;
const HEIGHT = 120;
const DRAWS_NAMED = 3;
const Z95 = 1.96; // standard errors of a 95 % interval
const PARTS = /** @type {const} */ (["result", "start", "luck", "own", "others", "unseen"]);

/**
 * The analysis of a table, asked for until it is there.
 * @param {string} table
 */
function useAnalysis(table) {
  const [found, setFound] = useState(/** @type {Analysed | null} */ (null));
  const [going, setGoing] = useState(/** @type {Going | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {string | null} */ (null));
  useEffect(() => {
    let timer = 0;
    let wanted = true;
    const ask = async () => {
      try {
        const told = await read(`/tables/${table}/analysis`);
        if (!wanted) return;
        if (told.accounts) return setFound(told);
        setGoing(told);
        timer = setTimeout(ask, ASK_AGAIN);
      } catch (error) {
        if (!wanted) return;
        if (error instanceof Trouble && error.status === 0) timer = setTimeout(ask, ASK_AGAIN); // the network hiccups
        else setTrouble(/** @type {Error} */ (error).message);
      }
    };
    void ask();
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [table]);
  return { found, going, trouble };
}

/** @param {number} share */
const percent = (share) => Math.round(100 * share);

/** @param {number} points */
const signed = (points) => `${points < 0 ? "−" : "+"}${Math.abs(points)}`;

/** @param {number | undefined} error */
const doubt = (error) => (error === undefined ? "" : ` ± ${percent(Z95 * error)}`);

/**
 * What a draw or a choice brought a seat.
 * @param {Swing | Compared} moment
 * @param {number} seat
 */
const brought = ({ swing, errors }, seat) => signed(percent(swing[seat] ?? 0)) + doubt(errors?.[seat]);

/**
 * The parts of an account in percent: what was not seen takes up the rounding, so that they add up.
 * @param {Account} account
 */
function rounded(account) {
  const [result, start, luck, own, others] = [percent(account.result), percent(account.start), percent(account.luck), percent(account.own), percent(account.others)];
  return { result, start, luck, own, others, unseen: result - start - luck - own - others };
}

/**
 * The page of a replay.
 * @param {{ film: Film, texts: Texts, names: string[], step: number, seek: (step: number) => void }} props
 */
export function AnalysisPage({ film, texts, names, step, seek }) {
  const { found, going, trouble } = useAnalysis(film.played.table);
  if (trouble !== null) return html`<p role="status">${trouble}</p>`;
  if (found === null)
    return html`<div class="analysis" role="status">
      <h3>${say("analysis.title")}</h3>
      <p>${say("analysis.working")}</p>
      <progress class="analysis-progress" max=${going?.of ?? 1} value=${going?.of ? going.done : undefined} aria-label=${say("analysis.working")}></progress>
    </div>`;
  /** @param {number} entry */
  const momentOf = (entry) => film.played.frames.findIndex((frame) => frame.entry === entry) + 1;
  return html`<div class="analysis">
    <h3>${say("analysis.title")}</h3>
    <${Curve} found=${found} names=${names} at=${stepAt(found, film, step)} />
    <${Moment} found=${found} texts=${texts} names=${names} entry=${film.frame(step)?.entry ?? 0} />
    <${Ledger} found=${found} names=${names} />
    <p class="hint">${say("analysis.how")}</p>
    ${found.lucky.length > 0 && html`<h3>${say("analysis.lucky")}</h3>`}
    <ul class="analysis-list">
      ${found.lucky.map(
        (draw) => html`<li key=${draw.entry}>
          <button type="button" onClick=${() => seek(momentOf(draw.entry))}><${Draw} draw=${draw} texts=${texts} names=${names} /></button>
        </li>`,
      )}
    </ul>
    ${found.dear.length > 0 && html`<h3>${say("analysis.dear")}</h3>`}
    <ul class="analysis-list">
      ${found.dear.map(
        (choice) => html`<li key=${choice.entry}>
          <button type="button" onClick=${() => seek(momentOf(choice.entry))}><${Choice} choice=${choice} texts=${texts} names=${names} /></button>
        </li>`,
      )}
    </ul>
  </div>`;
}

/**
 * What chance did at one step, and for whom it did most.
 * @param {{ draw: Swing, texts: Texts, names: string[] }} props
 */
function Draw({ draw, texts, names }) {
  const seat = draw.swing.indexOf(Math.max(...draw.swing));
  const drawn = draw.draws.slice(0, DRAWS_NAMED).map((move) => texts.move(move)).join(", ") + (draw.draws.length > DRAWS_NAMED ? " …" : "");
  return html`<${SeatMark} seat=${seat} /><span>${say("analysis.draw", { drawn, name: names[seat] ?? "", swing: brought(draw, seat) })}</span>`;
}

/**
 * A choice beside the search's favourite.
 * @param {{ choice: Compared, texts: Texts, names: string[] }} props
 */
function Choice({ choice, texts, names }) {
  const { seat, played, better, counts } = choice;
  const facts = { name: names[seat] ?? "", played: texts.move(played), better: texts.move(better), swing: brought(choice, seat) };
  return html`<${SeatMark} seat=${seat} /><span>${say(counts === false ? "analysis.even" : "analysis.choice", facts)}</span>`;
}

/**
 * What the step was worth that the replay just came to the end of.
 * @param {{ found: Analysed, texts: Texts, names: string[], entry: number }} props
 */
function Moment({ found, texts, names, entry }) {
  const entries = found.steps.find((step) => step.at(-1) === entry) ?? [];
  const draws = (found.draws ?? []).filter((draw) => entries.includes(draw.entry));
  const choices = (found.choices ?? []).filter((choice) => entries.includes(choice.entry));
  return html`<ul class="analysis-list analysis-moment">
    ${draws.map((draw) => html`<li key=${draw.entry}><${Draw} draw=${draw} texts=${texts} names=${names} /></li>`)}
    ${choices.map((choice) => html`<li key=${choice.entry}><${Choice} choice=${choice} texts=${texts} names=${names} /></li>`)}
  </ul>`;
}

/**
 * The point of the curve that a moment of the replay stands at: a step counts when its last entry was played.
 * @param {Analysed} found
 * @param {Film} film
 * @param {number} step
 */
function stepAt(found, film, step) {
  const entry = film.frame(step)?.entry ?? 0;
  return found.steps.filter((entries) => (entries.at(-1) ?? 0) <= entry).length;
}

/**
 * The curve as it is drawn: in a long game, whose steps are played out a few times each, the means of neighbours.
 * @param {number[][]} curve
 * @returns {{ point: number, chances: number[] }[]}
 */
function calmed(curve) {
  const last = curve.length - 1;
  const together = Math.ceil(curve.length / POINTS);
  const points = [];
  for (let from = 0; from < curve.length; from += together) {
    const group = curve.slice(from, from + together);
    const chances = (curve[0] ?? []).map((_, seat) => group.reduce((sum, each) => sum + (each[seat] ?? 0), 0) / group.length);
    points.push({ point: from + (group.length - 1) / 2, chances });
  }
  if (together === 1) return points;
  return [{ point: 0, chances: curve[0] ?? [] }, ...points, { point: last, chances: curve[last] ?? [] }];
}

/**
 * Everybody's chances from the start to the end.
 * @param {{ found: Analysed, names: string[], at: number }} props
 */
function Curve({ found, names, at }) {
  const last = Math.max(1, found.curve.length - 1);
  const points = calmed(found.curve);
  /** @param {number} seat */
  const line = (seat) => points.map(({ point, chances }) => `${((WIDTH * point) / last).toFixed(1)},${(HEIGHT * (1 - (chances[seat] ?? 0))).toFixed(1)}`).join(" ");
  return html`<figure class="analysis-curve">
    <svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label=${say("analysis.curve")} preserveAspectRatio="none">
      <line class="half" x1="0" x2=${WIDTH} y1=${HEIGHT / 2} y2=${HEIGHT / 2} />
      <line class="now" x1=${(WIDTH * at) / last} x2=${(WIDTH * at) / last} y1="0" y2=${HEIGHT} />
      ${names.map((_, seat) => html`<polyline key=${seat} points=${line(seat)} style=${`stroke: var(--seat-${seat})`} />`)}
    </svg>
    <figcaption>
      ${names.map((name, seat) => html`<span key=${seat}><${SeatMark} seat=${seat} /> ${name} ${percent(found.curve[at]?.[seat] ?? 0)} %</span>`)}
    </figcaption>
  </figure>`;
}

/**
 * The luck ledger: what adds up to the result.
 * @param {{ found: Analysed, names: string[] }} props
 */
function Ledger({ found, names }) {
  return html`<div class="analysis-scroll"><table class="ledger">
    <thead>
      <tr>
        <th scope="col"><span class="unseen">${say("analysis.seat")}</span></th>
        ${PARTS.map((part) => html`<th key=${part} scope="col" title=${say(`analysis.${part}-hint`)}>${say(`analysis.${part}`)}</th>`)}
      </tr>
    </thead>
    <tbody>
      ${found.accounts.map(
        (account, seat) => {
          const points = rounded(account);
          return html`<tr key=${seat}>
            <th scope="row"><${SeatMark} seat=${seat} /> ${names[seat]}</th>
            <td>${points.result}</td>
            <td>${points.start}</td>
            <td>${signed(points.luck)}<small>${doubt(account.luck_error)}</small></td>
            <td>${signed(points.own)}</td>
            <td>${signed(points.others)}</td>
            <td>${signed(points.unseen)}<small>${doubt(account.unseen_error)}</small></td>
          </tr>`;
        },
      )}
    </tbody>
  </table></div>`;
}
