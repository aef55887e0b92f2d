/** The home screen: games, one's own tables, open tables, and joining by code. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { fileAddress } from "../files.js";
import { say } from "../language.js";
import { createTableWithBots } from "../newtable.js";
import { read } from "../api.js";
import { showError } from "../notices.js";
import { Emblem } from "../parts/emblem.js";
import { Icon } from "../parts/icons.js";
import { NameField } from "../parts/namefield.js";
import { TableCards } from "../parts/tablecards.js";
import { recogniseBrowser } from "../person.js";
import { navigateIfStillHere } from "../route.js";
import { settings } from "../settings.js";

/** @typedef {import("../types.js").GameCard} GameCard */
/** @typedef {import("../types.js").TableCard} TableCard */

const REFRESH = 15_000;

/** The home screen. */
export function Home() {
  const [games, setGames] = useState(/** @type {GameCard[] | null} */ (null));
  const [mine, setMine] = useState(/** @type {TableCard[]} */ ([]));
  const [open, setOpen] = useState(/** @type {TableCard[]} */ ([]));
  const [error, setError] = useState("");
  const { language } = settings.value;
  useEffect(() => {
    /** @param {TableCard[]} cards */
    const showMine = (cards) => {
      if (cards.length > 0) recogniseBrowser().catch(() => undefined);
      setMine(cards);
    };
    const ignore = () => undefined;
    const refresh = () => {
      read("/me/tables").then(showMine, ignore);
      read("/tables").then(setOpen, ignore);
    };
    refresh();
    const timer = setInterval(() => document.hidden || refresh(), REFRESH);
    return () => clearInterval(timer);
  }, []);
  useEffect(() => {
    const show = (/** @type {GameCard[]} */ cards) => language === settings.peek().language && setGames(cards);
    read(`/games?language=${language}`).then(show, (failure) => setError(failure.message));
  }, [language]);
  const titles = Object.fromEntries((games ?? []).map((game) => [game.name, game.title]));
  const running = mine.filter((card) => !["finished", "abandoned"].includes(card.status));
  const done = mine.filter((card) => card.status === "finished").slice(0, 6);
  const others = open.filter((card) => !mine.some((own) => own.table === card.table));
  return html`<main id="main" class="shelf">
    <section class="hello">
      <img class="hello-pan" src=${fileAddress("/web/style/pan.svg")} alt="" width="420" height="300" />
      <h1>${say("shelf.title")}</h1>
      <p>${say("shelf.lead")}</p>
      <div class="hello-tools"><${NameField} /><${JoinByCode} /></div>
    </section>
    ${error && html`<p class="empty">${error}</p>`}
    ${running.length > 0 && html`<${TableCards} title=${say("shelf.mine")} cards=${running} titles=${titles} />`}
    <section aria-label=${say("shelf.games")}>
      <ul class="games">
        ${(games ?? []).map((game) => html`<${GameCardItem} key=${game.name} game=${game} />`)}
      </ul>
    </section>
    <${TableCards} title=${say("shelf.open")} cards=${others} titles=${titles} empty=${say("shelf.open-none")} />
    ${done.length > 0 && html`<${TableCards} title=${say("shelf.done")} cards=${done} titles=${titles} />`}
  </main>`;
}

/** @param {{ game: GameCard }} props */
function GameCardItem({ game }) {
  const [busy, setBusy] = useState(false);
  const play = () => {
    if (busy) return;
    setBusy(true);
    createTableWithBots(game).catch(showError).finally(() => setBusy(false));
  };
  const fewest = Math.min(...game.seats);
  const most = Math.max(...game.seats);
  return html`<li class="game" data-game=${game.name}>
    <div class="game-emblem"><${Emblem} game=${game.name} /></div>
    <div class="game-words">
      <h2>${game.title}</h2>
      <p class="game-facts">
        <span><${Icon} name="people" />${fewest === most ? say("game.seats-one", { n: most }) : say("game.seats", { fewest, most })}</span>
        <span><${Icon} name="time" />${say("game.minutes", { n: game.minutes })}</span>
        <a href=${`/rules/${game.name}`}><${Icon} name="rules" />${say("game.rules")}</a>
      </p>
      <p class="game-blurb">${game.blurb}</p>
      <div class="buttons">
        <button type="button" class="button act" onClick=${play} aria-busy=${busy}>${say("game.bots")}</button>
        <a class="button" href=${`/new/${game.name}`}>${say("game.friends")}</a>
      </div>
    </div>
  </li>`;
}

function JoinByCode() {
  const [code, setCode] = useState("");
  const [error, setError] = useState("");
  /** @param {Event} event */
  const join = (event) => {
    event.preventDefault();
    const entered = code.trim().toUpperCase();
    if (!entered) return setError(say("join.empty"));
    const navigate = navigateIfStillHere();
    return void read(`/codes/${encodeURIComponent(entered)}`).then(
      ({ table }) => navigate(`/t/${table}`),
      (failure) => setError(failure.status === 404 ? say("join.wrong", { code: entered }) : failure.message),
    );
  };
  return html`<form class="join" onSubmit=${join}>
    <label for="code">${say("join.label")}</label>
    <input
      id="code"
      value=${code}
      maxlength="12"
      autocapitalize="characters"
      autocomplete="off"
      spellcheck=${false}
      placeholder=${say("join.example")}
      aria-describedby="code-trouble"
      onInput=${(/** @type {any} */ event) => {
        setCode(event.target.value);
        setError("");
      }}
    />
    <button type="submit" class="button">${say("join.go")}</button>
    <p id="code-trouble" class="trouble" role="alert">${error}</p>
  </form>`;
}
