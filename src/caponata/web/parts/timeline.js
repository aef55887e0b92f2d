/** The hands on a replay: a slider with the rounds marked, steps, and play at several speeds. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { Icon } from "./icons.js";

/** @typedef {import("../film.js").Film} Film */
/** @typedef {number | "played"} Speed */

/** How many times as fast as normal. */
export const SPEEDS = /** @type {const} */ ([0.5, 1, 2, 4]);
const MOST_LABELS = 9;
/** @type {Record<string, string>} */
const SIGNS = {
  first: "M6 6v12M19 6l-9 6 9 6z",
  previous: "M15 6 8 12l7 6",
  next: "M9 6l7 6-7 6",
  last: "M18 6v12M5 6l9 6-9 6z",
};

/**
 * @typedef {object} Player
 * @property {number} step
 * @property {{ current: number }} latest  the moment that is wanted, before it is shown
 * @property {boolean} playing
 * @property {Speed} speed
 * @property {(step: number) => void} seek
 * @property {(playing: boolean) => void} play
 * @property {(speed: Speed) => void} pace
 */

/**
 * What moment this is, in words.
 * @param {Film} film
 * @param {number} step
 */
export function momentWords(film, step) {
  const mark = film.rounds.findLast((each) => each.step <= step);
  const moment = step === 0 ? say("replay.start") : say("replay.moment", { n: step, last: film.last });
  return mark ? `${say("replay.round", { round: mark.round })} · ${moment}` : moment;
}

/**
 * Slider, steps and speed, below what happened last.
 * @param {{ film: Film, player: Player, children?: any }} props
 */
export function Timeline({ film, player, children }) {
  const { step, playing, seek, play } = player;
  const atEnd = step === film.last;
  /** @param {keyof typeof SIGNS} name @param {number} to @param {boolean} off */
  const button = (name, to, off) => {
    const label = say(`replay.${name}`);
    return html`<button type="button" class=${`quiet round film-${name}`} aria-label=${label} title=${label} aria-disabled=${off} onClick=${() => off || seek(to)}>
      <svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false"><path d=${SIGNS[name]} /></svg>
    </button>`;
  };
  const label = say(playing ? "replay.pause" : "replay.play");
  return html`<div class="film-bar" role="group" aria-label=${say("replay.controls")}>
    ${children}
    <${Slider} film=${film} step=${step} seek=${seek} />
    <p class="film-moment">${momentWords(film, step)}</p>
    <div class="film-buttons">
      ${button("first", 0, step === 0)} ${button("previous", step - 1, step === 0)}
      <button type="button" class="button act round film-play" aria-label=${label} title=${label} onClick=${() => play(!playing)}>
        <${Icon} name=${playing ? "pause" : "play"} />
      </button>
      ${button("next", step + 1, atEnd)} ${button("last", film.last, atEnd)}
      <${Pace} film=${film} player=${player} />
    </div>
  </div>`;
}

/** @param {{ film: Film, step: number, seek: (step: number) => void }} props */
function Slider({ film, step, seek }) {
  const marks = film.rounds;
  /** @param {Event} event */
  const slide = (event) => seek(Number(/** @type {HTMLInputElement} */ (event.target).value));
  return html`<div class="film-slider">
    <input
      type="range"
      min="0"
      max=${film.last}
      step="1"
      value=${step}
      aria-label=${say("replay.slider")}
      aria-valuetext=${momentWords(film, step)}
      onInput=${slide}
    />
    <div class="film-rounds" aria-hidden="true">
      ${marks.map(
        ({ step: start, round }) => html`<span key=${round} style=${`--at: ${start / Math.max(film.last, 1)}`} onClick=${() => seek(start)}>
          ${marks.length <= MOST_LABELS ? round : ""}
        </span>`,
      )}
    </div>
  </div>`;
}

/** @param {{ film: Film, player: Player }} props */
function Pace({ film, player }) {
  /** @param {Event} event */
  const choose = (event) => {
    const { value } = /** @type {HTMLSelectElement} */ (event.target);
    player.pace(value === "played" ? "played" : Number(value));
  };
  return html`<label class="film-speed">
    <span class="unseen">${say("replay.speed")}</span>
    <select value=${String(player.speed)} onChange=${choose}>
      ${SPEEDS.map((speed) => html`<option key=${speed} value=${speed}>${speed === 0.5 ? "½" : speed}×</option>`)}
      ${film.isTimed && html`<option value="played">${say("replay.played")}</option>`}
    </select>
  </label>`;
}
