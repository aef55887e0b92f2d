/** Setting up a table: seats, options and table settings. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { gameTexts, say } from "../language.js";
import { createTable, defaultLevel, defaultSeatCount } from "../newtable.js";
import { read } from "../api.js";
import { showError } from "../notices.js";
import { Emblem } from "../parts/emblem.js";
import { GameOptions, TableOptions } from "../parts/tableoptions.js";
import { NameField } from "../parts/namefield.js";
import { openRule } from "../parts/rulelink.js";
import { SeatPlans } from "../parts/seatplans.js";
import { navigate } from "../route.js";
import { settings } from "../settings.js";
import { Unavailable } from "./unavailable.js";

/** @typedef {import("../types.js").GameCard} GameCard */
/** @typedef {import("../types.js").TablePlan} TablePlan */
/** @typedef {import("../types.js").Texts} Texts */

/**
 * The default plan: me and friends who join by link.
 * @param {GameCard} game
 * @returns {TablePlan}
 */
function defaultPlan(game) {
  const friends = Array.from({ length: defaultSeatCount(game) - 1 }, () => ({ is: /** @type {const} */ ("open") }));
  return {
    game: game.name,
    options: Object.fromEntries(game.options.map((option) => [option.name, option.default])),
    seats: [{ is: "me" }, ...friends],
    listed: false,
    spectators: true,
    clock: null,
    bot_speed: settings.value.botSpeed,
    advice: false,
    start: false,
  };
}

/**
 * The screen where a table is planned.
 * @param {{ game: string }} props
 */
export function Setup({ game: name }) {
  const [game, setGame] = useState(/** @type {GameCard | null | undefined} */ (undefined));
  const [texts, setTexts] = useState(/** @type {Texts | null} */ (null));
  const [plan, setPlan] = useState(/** @type {TablePlan | null} */ (null));
  const [busy, setBusy] = useState(false);
  const { language } = settings.value;
  useEffect(() => {
    read("/games").then((/** @type {GameCard[]} */ games) => {
      const found = games.find((card) => card.name === name) ?? null;
      setGame(found);
      setPlan(found && defaultPlan(found));
    }, showError);
    openRule.value = (rule) => navigate(`/rules/${name}#${rule}`);
    return () => void (openRule.value = null);
  }, [name]);
  useEffect(() => void gameTexts(name).then(setTexts, () => undefined), [name, language]);
  if (game === null) return html`<${Unavailable} what="page" />`;
  if (!game || !plan || !texts) return html`<main id="main" class="narrow" aria-busy="true"></main>`;
  /** @param {Partial<TablePlan>} change */
  const change = (change) => setPlan({ ...plan, ...change });
  const open = plan.seats.some((seat) => seat.is === "open");
  /** @param {Event} event */
  const submit = (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    createTable({ ...plan, start: !open }).catch(showError).finally(() => setBusy(false));
  };
  return html`<main id="main" class="narrow setup" data-game=${name}>
    <header class="setup-head">
      <${Emblem} game=${name} />
      <div>
        <h1>${say("setup.title", { game: texts.title })}</h1>
        <p>${say("setup.lead")}</p>
      </div>
    </header>
    <form onSubmit=${submit}>
      <${NameField} />
      <${SeatPlans} game=${game} seats=${plan.seats} level=${defaultLevel(game)} change=${(/** @type {TablePlan["seats"]} */ seats) => change({ seats })} />
      <${GameOptions} game=${game} texts=${texts} chosen=${plan.options} choose=${(/** @type {TablePlan["options"]} */ options) => change({ options })} />
      <${TableOptions} game=${game} plan=${plan} change=${change} />
      <div class="setup-foot">
        <button type="submit" class="button act big" aria-busy=${busy}>${open ? say("setup.make") : say("setup.start")}</button>
        <p>${open ? say("setup.make-hint") : say("setup.start-hint")}</p>
      </div>
    </form>
  </main>`;
}
