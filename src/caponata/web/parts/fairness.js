/** The fairness check, run here in the browser, draw by draw, before the reader's eyes. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../language.js";
import { obstacle, redraw, verdict } from "../redraw.js";
import { Icon } from "./icons.js";

/** @typedef {import("../film.js").Film} Film */
/** @typedef {import("../redraw.js").Redrawn} Redrawn */
/** @typedef {import("../redraw.js").Verdict} Verdict */
/** @typedef {import("../types.js").Texts} Texts */

const AT_ONCE = 4; // draws between two pictures: the eye follows, and nobody waits long

/**
 * A check that runs a few draws at a time.
 * @param {Film} film
 */
function useCheck(film) {
  const [draws, setDraws] = useState(/** @type {Redrawn[]} */ ([]));
  const [said, setSaid] = useState(/** @type {Verdict | null} */ (null));
  const run = useRef(0);
  useEffect(() => {
    setDraws([]);
    setSaid(null);
    return () => void (run.current += 1);
  }, [film]);
  const start = async () => {
    const mine = ++run.current;
    const why = obstacle(film.played);
    setDraws([]);
    setSaid(why);
    if (why !== null) return;
    /** @type {Redrawn[]} */
    const done = [];
    for (const draw of redraw(film.played)) {
      done.push(draw);
      if (done.length % AT_ONCE !== 0) continue;
      setDraws([...done]);
      await new Promise((next) => setTimeout(next));
      if (run.current !== mine) return;
    }
    setDraws(done);
    setSaid(verdict(done));
  };
  return { draws, said, start };
}

/**
 * The promise, the check, and what it proves.
 * @param {{ film: Film, texts: Texts, seek: (step: number) => void }} props
 */
export function Fairness({ film, texts, seek }) {
  const { draws, said, start } = useCheck(film);
  const { seed, commitment, entropy } = film.played;
  const all = film.played.frames.filter((frame) => frame.by === "chance").length;
  const running = said === null && draws.length > 0;
  const wrong = draws.filter((draw) => !draw.isRight);
  return html`<div class="fair-check">
    <h3>${say("fair.title")}</h3>
    <p>${say("replay.fair.how")}</p>
    <button type="button" class="button act" disabled=${running} onClick=${start}>
      <${Icon} name="check" />${say(said === null ? "replay.fair.check" : "replay.fair.again")}
    </button>
    ${(running || draws.length > 0) &&
    html`<p class="fair-progress">
      <progress max=${all} value=${draws.length} aria-label=${say("replay.fair.progress-label")}></progress>
      <span>${say("replay.fair.progress", { done: draws.length, all })}</span>
    </p>`}
    <div role="status">
      ${said !== null && html`<p class="fair-verdict" data-verdict=${said}>${say(`replay.fair.${said}`, { n: draws.length, wrong: wrong.length })}</p>`}
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
        (thrown, seat) => html`<div key=${seat}>
          <dt>${say("replay.fair.thrown", { name: film.played.seats[seat]?.name ?? "" })}</dt>
          <dd><code>${thrown || say("replay.fair.none")}</code></dd>
        </div>`,
      )}
    </dl>
  </div>`;
}

/** @param {{ title: string, draws: Redrawn[], texts: Texts, seek: (step: number) => void, open: boolean }} props */
function Draws({ title, draws, texts, seek, open }) {
  return html`<details class="fair-draws" open=${open}>
    <summary>${title}</summary>
    <ol>
      ${draws.map(
        (draw) => html`<li key=${draw.draw} data-right=${draw.isRight}>
          <button type="button" onClick=${() => seek(draw.step)}>
            <${Icon} name=${draw.isRight ? "check" : "close"} />
            <span>${drawWords(draw, texts)}</span>
          </button>
        </li>`,
      )}
    </ol>
  </details>`;
}

/**
 * A draw in words: what came, how likely that was, and what should have come.
 * @param {Redrawn} draw
 * @param {Texts} texts
 */
function drawWords({ draw, move, expected, chances, weight, isRight }, texts) {
  const what = move === null ? say("replay.fair.unknown") : texts.move(move);
  if (isRight) return say("replay.fair.draw", { draw, what, chances, weight });
  const other = expected === null ? say("replay.fair.unknown") : texts.move(expected);
  return say("replay.fair.draw-wrong", { draw, what, expected: other });
}
