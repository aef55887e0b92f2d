/** The dock: the player's hand, the prompt and the STOP button. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { withMinusSign } from "/web/kit.js";
import { Die } from "./die.js";
import { useTimeLeft } from "./countdown.js";
import { Latency, LatencyWarning } from "./others.js";

/** @typedef {import("./types.js").Scene} Scene */

/** Time that people need to notice that a button has changed. */
export const NOTICE_TIME = 400; // milliseconds

/**
 * @param {{ scene: Scene, prompt: unknown, children?: unknown }} props
 */
export function Dock({ scene, prompt, children }) {
  const { view } = scene;
  return html`<div class="cio-dock">
    ${view.reckoning === null && html`<${Hand} scene=${scene} />`}
    <div class="cio-talk">
      <div class="asked">${prompt}</div>
      <${Facts} scene=${scene} />
      <${LatencyWarning} scene=${scene} />
      ${children}
    </div>
    <${Buttons} scene=${scene} />
  </div>`;
}

/** Points and round. Shortly before the playthrough ends by itself, a countdown replaces the round; it is announced once. @param {{ scene: Scene }} props */
function Facts({ scene }) {
  const { texts, view, me } = scene;
  const left = useTimeLeft(scene);
  const isLast = view.phase === "placing";
  const ends = left === null ? "" : texts.phrase(isLast ? "board.last" : "board.ends", { n: left });
  return html`<p class="cio-facts">
      <span>${texts.term("score")} <b>${withMinusSign(view.scores[me] ?? 0)}</b></span>
      ${ends ? html`<b class="cio-ends" aria-hidden="true">${ends}</b>` : html`<span>${texts.term("round")} ${view.round}/3 · ${view.playthrough}/${view.seats}</span>`}
      <${Latency} scene=${scene} seat=${me} />
    </p>
    <span class="unseen" role="status">${ends && !isLast && texts.phrase("board.ends-soon")}</span>`;
}

/** The die in hand, or the one that was taken but is not confirmed yet. @param {{ scene: Scene }} props */
function Hand({ scene }) {
  const { held, steps, texts, me, isLate, moves } = scene;
  const last = steps.findLast((step) => step.verb === "take");
  const slot = last?.verb === "take" && last.die === held ? last.slot : null;
  return html`<div class="cio-hand">
    <span class=${`cio-held${held ? " full" : ""}${held && moves.size > 0 ? " mine" : ""}${slot !== null ? " reaching" : ""}${isLate ? " late" : ""}`} data-place=${`hand ${me}`} role="img" aria-label=${held ? texts.name(held) : texts.term("hand")}>
      ${held ? html`<span class="cio-in-hand" data-piece=${slot === null ? "held" : `die ${slot}`}><${Die} die=${held} /></span>` : html`<small>${texts.term("hand")}</small>`}
    </span>
    ${isLate && html`<strong class="cio-late" role="status">${texts.phrase("board.late")}</strong>`}
  </div>`;
}

/**
 * Return whether the buttons have just changed, so that a click was probably meant for the previous ones.
 * @param {string} buttons
 */
function useIsNew(buttons) {
  const [known, setKnown] = useState(buttons);
  useEffect(() => {
    const timer = setTimeout(() => setKnown(buttons), NOTICE_TIME);
    return () => clearTimeout(timer);
  }, [buttons]);
  return known !== buttons;
}

/** The buttons for STOP, ready and letting go. @param {{ scene: Scene }} props */
function Buttons({ scene }) {
  const { moves, texts, act, view } = scene;
  const shown = ["ready", "let-go"].filter((move) => moves.has(move));
  const canStop = moves.has("stop") || (view.phase === "grabbing" && scene.steps.length > 0);
  const isNew = useIsNew(`${view.phase} ${shown}`);
  /** @param {string} move @returns {(event: MouseEvent) => void} */
  const press = (move) => (event) => void ((isNew && event.detail > 0) || act(move, move)); // key presses are always intended
  return html`<div class="cio-buttons">
    ${shown.map((move) => html`<button key=${move} type="button" class="button act" aria-disabled=${isNew} onClick=${press(move)}>${texts.move(move)}</button>`)}
    ${canStop && html`<button type="button" class="cio-stop" aria-disabled=${isNew} title=${texts.explain("stop").text} onClick=${press("stop")}>${texts.move("stop")}</button>`}
  </div>`;
}
