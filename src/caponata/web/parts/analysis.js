/** Luck or skill? Where the results of a finished game came from, worked out by the server while one watches. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { read } from "../net.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../film.js").Film} Film */
/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {{ result: number, start: number, luck: number, own: number, others: number, unseen: number }} Account */
/** @typedef {{ entry: number, draws: string[], swing: number[] }} Swing */
/** @typedef {{ entry: number, seat: number, played: string, better: string, swing: number[] }} Better */
/** @typedef {{ accounts: Account[], curve: number[][], steps: number[][], lucky: Swing[], dear: Better[] }} Analysed */
/** @typedef {{ done: number, of: number | null }} Going */

const ASK_AGAIN = 700; // milliseconds
const WIDTH = 320;
const HEIGHT = 120;
const DRAWS_NAMED = 3;
/** @type {(keyof Account)[]} */
const PARTS = ["result", "start", "luck", "own", "others", "unseen"];

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
        if (wanted) setTrouble(/** @type {Error} */ (error).message);
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

/** @param {number} share */
const signed = (share) => `${share < -0.005 ? "−" : "+"}${Math.abs(percent(share))}`;

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
    <${Ledger} found=${found} names=${names} />
    <p class="hint">${say("analysis.how")}</p>
    ${found.lucky.length > 0 && html`<h3>${say("analysis.lucky")}</h3>`}
    <ul class="analysis-list">
      ${found.lucky.map((draw) => {
        const seat = draw.swing.indexOf(Math.max(...draw.swing));
        const drawn = draw.draws.slice(0, DRAWS_NAMED).map((move) => texts.move(move)).join(", ") + (draw.draws.length > DRAWS_NAMED ? " …" : "");
        return html`<li key=${draw.entry}>
          <button type="button" onClick=${() => seek(momentOf(draw.entry))}>
            <${SeatMark} seat=${seat} /><span>${say("analysis.draw", { drawn, name: names[seat] ?? "", swing: signed(draw.swing[seat] ?? 0) })}</span>
          </button>
        </li>`;
      })}
    </ul>
    ${found.dear.length > 0 && html`<h3>${say("analysis.dear")}</h3>`}
    <ul class="analysis-list">
      ${found.dear.map(
        ({ entry, seat, played, better, swing }) => html`<li key=${entry}>
          <button type="button" onClick=${() => seek(momentOf(entry))}>
            <${SeatMark} seat=${seat} /><span>${say("analysis.choice", { name: names[seat] ?? "", played: texts.move(played), better: texts.move(better), swing: signed(swing[seat] ?? 0) })}</span>
          </button>
        </li>`,
      )}
    </ul>
  </div>`;
}

/**
 * The point of the curve that a moment of the replay stands at.
 * @param {Analysed} found
 * @param {Film} film
 * @param {number} step
 */
function stepAt(found, film, step) {
  const entry = film.frame(step)?.entry ?? 0;
  return found.steps.filter((entries) => (entries[0] ?? 0) <= entry).length;
}

/**
 * Everybody's chances from the start to the end.
 * @param {{ found: Analysed, names: string[], at: number }} props
 */
function Curve({ found, names, at }) {
  const last = Math.max(1, found.curve.length - 1);
  /** @param {number} seat */
  const line = (seat) => found.curve.map((chances, point) => `${((WIDTH * point) / last).toFixed(1)},${(HEIGHT * (1 - (chances[seat] ?? 0))).toFixed(1)}`).join(" ");
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
        (account, seat) => html`<tr key=${seat}>
          <th scope="row"><${SeatMark} seat=${seat} /> ${names[seat]}</th>
          ${PARTS.map((part) => html`<td key=${part}>${part === "result" || part === "start" ? percent(account[part]) : signed(account[part])}</td>`)}
        </tr>`,
      )}
    </tbody>
  </table></div>`;
}
