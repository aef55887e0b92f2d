/** The fairness check, which runs in the browser draw by draw. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../language.js";
import { checkDraws, findObstacle, verdict as overallVerdict } from "../drawcheck.js";
import { Icon } from "./icons.js";

/** @typedef {import("../replay.js").Replay} Replay */
/** @typedef {import("../drawcheck.js").CheckedDraw} CheckedDraw */
/** @typedef {import("../drawcheck.js").Verdict} Verdict */
/** @typedef {import("../types.js").Texts} Texts */

const BATCH = 4; // draws between two renderings, so that progress is visible but quick

/**
 * Run the check a few draws at a time.
 * @param {Replay} replay
 */
function useCheck(replay) {
  const [draws, setDraws] = useState(/** @type {CheckedDraw[]} */ ([]));
  const [verdict, setVerdict] = useState(/** @type {Verdict | null} */ (null));
  const run = useRef(0);
  useEffect(() => {
    setDraws([]);
    setVerdict(null);
    return () => void (run.current += 1);
  }, [replay]);
  const start = async () => {
    const current = ++run.current;
    const obstacle = findObstacle(replay.game);
    setDraws([]);
    setVerdict(obstacle);
    if (obstacle !== null) return;
    /** @type {CheckedDraw[]} */
    const done = [];
    for (const draw of checkDraws(replay.game)) {
      done.push(draw);
      if (done.length % BATCH !== 0) continue;
      setDraws([...done]);
      await new Promise((next) => setTimeout(next));
      if (run.current !== current) return;
    }
    setDraws(done);
    setVerdict(overallVerdict(done));
  };
  return { draws, verdict, start };
}

/**
 * The page of the fairness check.
 * @param {{ replay: Replay, texts: Texts, seek: (step: number) => void }} props
 */
export function Fairness({ replay, texts, seek }) {
  const { draws, verdict, start } = useCheck(replay);
  const { seed, commitment, entropy } = replay.game;
  const all = replay.game.frames.filter((frame) => frame.by === "chance").length;
  const running = verdict === null && draws.length > 0;
  const wrong = draws.filter((draw) => !draw.isRight);
  return html`<div class="fair-check">
    <h3>${say("fair.title")}</h3>
    <p>${say("replay.fair.how")}</p>
    <button type="button" class="button act" disabled=${running} onClick=${start}>
      <${Icon} name="check" />${say(verdict === null ? "replay.fair.check" : "replay.fair.again")}
    </button>
    ${(running || draws.length > 0) &&
    html`<p class="fair-progress">
      <progress max=${all} value=${draws.length} aria-label=${say("replay.fair.progress-label")}></progress>
      <span>${say("replay.fair.progress", { done: draws.length, all })}</span>
    </p>`}
    <div role="status">
      ${verdict !== null && html`<p class="fair-verdict" data-verdict=${verdict}>${say(`replay.fair.${verdict}`, { n: draws.length, wrong: wrong.length })}</p>`}
    </div>
    ${wrong.length > 0 && html`<${Draws} title=${say("replay.fair.failing")} draws=${wrong} texts=${texts} seek=${seek} open=${true} />`}
    ${draws.length > 0 && html`<${Draws} title=${say("replay.fair.list")} draws=${draws} texts=${texts} seek=${seek} open=${false} />`}
    <h3>${say("replay.fair.proof-title")}</h3>
    <p>${say("replay.fair.proof-seal")}</p>
    <p>${say("replay.fair.proof-draws")}</p>
    <p>${say("replay.fair.proof-more")}</p>
    <dl class="fair-facts">
      <div><dt>${say("replay.fair.seal")}</dt><dd><code>${commitment ?? say("replay.fair.none")}</code></dd></div>
      <div><dt>${say("replay.fair.seed")}</dt><dd><code>${seed ?? say("replay.fair.hidden")}</code></dd></div>
      ${entropy.map(
        (value, seat) => html`<div key=${seat}>
          <dt>${say("replay.fair.thrown", { name: replay.game.seats[seat]?.name ?? "" })}</dt>
          <dd><code>${value || say("replay.fair.none")}</code></dd>
        </div>`,
      )}
    </dl>
  </div>`;
}

/** @param {{ title: string, draws: CheckedDraw[], texts: Texts, seek: (step: number) => void, open: boolean }} props */
function Draws({ title, draws, texts, seek, open }) {
  return html`<details class="fair-draws" open=${open}>
    <summary>${title}</summary>
    <ol>
      ${draws.map(
        (draw) => html`<li key=${draw.draw} data-right=${draw.isRight}>
          <button type="button" onClick=${() => seek(draw.step)}>
            <${Icon} name=${draw.isRight ? "check" : "close"} />
            <span>${describeDraw(draw, texts)}</span>
          </button>
        </li>`,
      )}
    </ol>
  </details>`;
}

/**
 * A draw in words: the result, its chance, and the expected result if it differs.
 * @param {CheckedDraw} draw
 * @param {Texts} texts
 */
function describeDraw({ draw, move, expected, chances, weight, isRight }, texts) {
  const result = move === null ? say("replay.fair.unknown") : texts.move(move);
  if (isRight) return say("replay.fair.draw", { draw, what: result, chances, weight });
  const other = expected === null ? say("replay.fair.unknown") : texts.move(expected);
  return say("replay.fair.draw-wrong", { draw, what: result, expected: other });
}
