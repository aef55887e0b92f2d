/** The controls of a replay: a slider with the rounds marked, step buttons, play and speed. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { Icon } from "./icons.js";

/** @typedef {import("../replay.js").Replay} Replay */
/** @typedef {number | "played"} Speed */

/** Speeds as factors of normal speed. */
export const SPEEDS = /** @type {const} */ ([0.5, 1, 2, 4]);
const MAX_LABELS = 9;
/** @type {Record<string, string>} */
const BUTTON_PATHS = {
  first: "M6 6v12M19 6l-9 6 9 6z",
  previous: "M15 6 8 12l7 6",
  next: "M9 6l7 6-7 6",
  last: "M18 6v12M5 6l9 6-9 6z",
};

/**
 * @typedef {object} Player
 * @property {number} step
 * @property {{ current: number }} latest  the requested step, which may not be rendered yet
 * @property {boolean} playing
 * @property {Speed} speed
 * @property {(step: number) => void} seek
 * @property {(playing: boolean) => void} play
 * @property {(speed: Speed) => void} setSpeed
 */

/**
 * Description of a step, such as its round and number.
 * @param {Replay} replay
 * @param {number} step
 */
export function stepLabel(replay, step) {
  const mark = replay.rounds.findLast((round) => round.step <= step);
  const position = step === 0 ? say("replay.start") : say("replay.moment", { n: step, last: replay.last });
  return mark ? `${say("replay.round", { round: mark.round })} · ${position}` : position;
}

/**
 * Slider, step buttons and speed, below the caption.
 * @param {{ replay: Replay, player: Player, children?: any }} props
 */
export function Timeline({ replay, player, children }) {
  const { step, playing, seek, play } = player;
  const atEnd = step === replay.last;
  /** @param {keyof typeof BUTTON_PATHS} name @param {number} to @param {boolean} off */
  const button = (name, to, off) => {
    const label = say(`replay.${name}`);
    return html`<button type="button" class=${`quiet round film-${name}`} aria-label=${label} title=${label} aria-disabled=${off} onClick=${() => off || seek(to)}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${BUTTON_PATHS[name]} /></svg>
    </button>`;
  };
  const label = say(playing ? "replay.pause" : "replay.play");
  return html`<div class="film-bar" role="group" aria-label=${say("replay.controls")}>
    ${children}
    <${Slider} replay=${replay} step=${step} seek=${seek} />
    <p class="film-moment">${stepLabel(replay, step)}</p>
    <div class="film-buttons">
      ${button("first", 0, step === 0)} ${button("previous", step - 1, step === 0)}
      <button type="button" class="button act round film-play" aria-label=${label} title=${label} onClick=${() => play(!playing)}>
        <${Icon} name=${playing ? "pause" : "play"} />
      </button>
      ${button("next", step + 1, atEnd)} ${button("last", replay.last, atEnd)}
      <${SpeedSelect} replay=${replay} player=${player} />
    </div>
  </div>`;
}

/** @param {{ replay: Replay, step: number, seek: (step: number) => void }} props */
function Slider({ replay, step, seek }) {
  const marks = replay.rounds;
  /** @param {Event} event */
  const slide = (event) => seek(Number(/** @type {HTMLInputElement} */ (event.target).value));
  return html`<div class="film-slider">
    <input
      type="range"
      min="0"
      max=${replay.last}
      step="1"
      value=${step}
      aria-label=${say("replay.slider")}
      aria-valuetext=${stepLabel(replay, step)}
      onInput=${slide}
    />
    <div class="film-rounds" aria-hidden="true">
      ${marks.map(
        ({ step: start, round }) => html`<span key=${round} style=${`--at: ${start / Math.max(replay.last, 1)}`} onClick=${() => seek(start)}>
          ${marks.length <= MAX_LABELS ? round : ""}
        </span>`,
      )}
    </div>
  </div>`;
}

/** @param {{ replay: Replay, player: Player }} props */
function SpeedSelect({ replay, player }) {
  /** @param {Event} event */
  const choose = (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    player.setSpeed(value === "played" ? "played" : Number(value));
  };
  return html`<label class="film-speed">
    <span class="unseen">${say("replay.speed")}</span>
    <select value=${String(player.speed)} onChange=${choose}>
      ${SPEEDS.map((speed) => html`<option key=${speed} value=${speed}>${speed === 0.5 ? "½" : speed}×</option>`)}
      ${replay.isTimed && html`<option value="played">${say("replay.played")}</option>`}
    </select>
  </label>`;
}
