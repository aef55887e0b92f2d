/** Options of a game and of its table: visibility, spectators, clocks, bots. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { RuleLink } from "./rulelink.js";
import { Segments, Switch } from "./segments.js";

/** @typedef {import("../types.js").TablePlan} TablePlan */
/** @typedef {import("../types.js").GameCard} GameCard */
/** @typedef {import("../types.js").BotSpeed} BotSpeed */
/** @typedef {import("../types.js").Texts} Texts */

/** @typedef {string | number | boolean} Value */
/**
 * @typedef {object} OptionChoice
 * @property {string} name
 * @property {string} label
 * @property {{ value: Value, text: string, note: string }[]} offered
 * @property {Value} chosen
 * @property {(value: Value) => void} pick
 */

const MAX_RADIO_BUTTONS = 5;
/** @type {Record<string, { move: number, bank: number } | null>} */
const CLOCKS = { none: null, calm: { move: 60, bank: 600 }, brisk: { move: 30, bank: 300 }, blitz: { move: 10, bank: 60 } };
/** @type {BotSpeed[]} */
const SPEEDS = ["slow", "normal", "quick"];

/**
 * The options of the game, each with an explanation and its choices.
 * @param {{ game: GameCard, texts: Texts, chosen: TablePlan["options"], choose: (options: TablePlan["options"]) => void }} props
 */
export function GameOptions({ game, texts, chosen, choose }) {
  if (game.options.length === 0) return null;
  return html`<section class="options">
    <h2>${say("setup.options")}</h2>
    ${game.options.map(({ name, choices, default: standard }) => {
      const { label, explain, rule } = texts.option(name);
      /** @param {Value} value */
      const pick = (value) => choose({ ...chosen, [name]: value });
      const offered = choices.map((value) => ({ value, text: texts.choice(name, value), note: value === standard ? say("setup.usual") : "" }));
      return html`<fieldset key=${name} class="option">
        <legend>${label}</legend>
        <p>${explain} <${RuleLink} rule=${rule} /></p>
        <${choices.length > MAX_RADIO_BUTTONS ? Dropdown : RadioButtons} name=${name} label=${label} offered=${offered} chosen=${chosen[name]} pick=${pick} />
      </fieldset>`;
    })}
  </section>`;
}

/**
 * All choices of an option as radio buttons.
 * @param {OptionChoice} props
 */
function RadioButtons({ name, offered, chosen, pick }) {
  return offered.map(
    ({ value, text, note }) => html`<label key=${String(value)} class="choice">
      <input type="radio" name=${name} checked=${chosen === value} onChange=${() => pick(value)} />
      <span>${text}${note && html` <small>${note}</small>`}</span>
    </label>`,
  );
}

/**
 * The choices of an option with many choices, as a dropdown.
 * @param {OptionChoice} props
 */
function Dropdown({ label, offered, chosen, pick }) {
  const at = offered.findIndex(({ value }) => value === chosen);
  return html`<select aria-label=${label} value=${at} onChange=${(/** @type {any} */ event) => pick(offered[event.target.value]?.value ?? chosen)}>
    ${offered.map(({ text, note }, number) => html`<option key=${number} value=${number}>${note ? `${text} (${note})` : text}</option>`)}
  </select>`;
}

/**
 * The options of the table. Games without turns have no clock and no bot speed.
 * @param {{ game: GameCard, plan: TablePlan, change: (change: Partial<TablePlan>) => void }} props
 */
export function TableOptions({ game, plan, change }) {
  const clock = Object.keys(CLOCKS).find((name) => CLOCKS[name]?.move === plan.clock?.move) ?? "none";
  /** @param {string} name */
  const setClock = (name) => {
    const chosen = CLOCKS[name];
    change({ clock: chosen ? { ...chosen, then: plan.clock?.then ?? "default" } : null });
  };
  const listed = say(plan.listed ? "house.listed" : "house.private");
  return html`<details class="house">
    <summary>${say("house.title")} <small>${game.races ? listed : say("house.summary", { listed, clock: say(`clock.${clock}`) })}</small></summary>
    <${Switch} label=${say("house.list")} hint=${say("house.list-hint")} value=${plan.listed} choose=${(/** @type {boolean} */ listed) => change({ listed })} />
    <${Switch} label=${say("house.watch")} hint=${say("house.watch-hint")} value=${plan.spectators} choose=${(/** @type {boolean} */ spectators) => change({ spectators })} />
    <${Switch} label=${say("house.advice")} hint=${say("house.advice-hint")} value=${plan.advice} choose=${(/** @type {boolean} */ advice) => change({ advice })} />
    ${!game.races &&
    html`<${Segments} label=${say("house.clock")} value=${clock} choices=${Object.keys(CLOCKS).map((value) => ({ value, label: say(`clock.${value}`) }))} choose=${setClock} />
      <p class="hint">${say(`clock.${clock}-hint`)}</p>
      ${plan.clock &&
      html`<${Segments}
        label=${say("house.then")}
        value=${plan.clock.then}
        choices=${["default", "bot"].map((value) => ({ value, label: say(`then.${value}`) }))}
        choose=${(/** @type {"default" | "bot"} */ then) => plan.clock && change({ clock: { ...plan.clock, then } })}
      />`}
      <${Segments} label=${say("speed.label")} value=${plan.bot_speed} choices=${SPEEDS.map((value) => ({ value, label: say(`speed.${value}`) }))} choose=${(/** @type {BotSpeed} */ bot_speed) => change({ bot_speed })} />`}
  </details>`;
}
