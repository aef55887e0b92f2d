/** A game looked back on: step, scrub, play, through anybody's eyes, and with every draw to be checked. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isTyping } from "../app.js";
import { Film } from "../film.js";
import { gameTexts, say } from "../language.js";
import { seatKeys } from "../memory.js";
import { read } from "../net.js";
import { Copy } from "../parts/copy.js";
import { FilmPages, isWide } from "../parts/filmpages.js";
import { Icon } from "../parts/icons.js";
import { Caption, Moment } from "../parts/moment.js";
import { useBoard } from "../parts/playarea.js";
import { openRule } from "../parts/rulelink.js";
import { Timeline } from "../parts/timeline.js";
import { Mark } from "../parts/wordmark.js";
import { go, here } from "../route.js";
import { recover } from "../seating.js";
import { settings } from "../settings.js";

/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {import("../parts/timeline.js").Player} Player */
/** @typedef {import("../parts/filmpages.js").Page} Page */
/** @typedef {import("../parts/filmpages.js").Opened} Opened */

const SPECTATOR = -1;
const SETTLES = 400; // milliseconds until the address follows: browsers limit how often it may change
/** What has a use of its own for the space bar, or for the arrows. */
const PRESSED = "button, a, summary";
const WALKED = "input, [role=tablist]";

/**
 * The seat whose eyes the address asks for: by itself, one that this device holds, or a spectator's.
 * @param {string} table
 */
function eyes(table) {
  const asked = Number.parseInt(here.value.search.get("seat") ?? "", 10);
  return Number.isNaN(asked) ? (seatKeys(table)[0]?.seat ?? SPECTATOR) : asked;
}

/**
 * The game as a seat saw it, with its words.
 * @param {string} table
 * @param {number} seat
 */
function useFilm(table, seat) {
  const [found, setFound] = useState(/** @type {{ film: Film, texts: Texts } | null} */ (null));
  const [trouble, setTrouble] = useState(/** @type {string | null} */ (null));
  const { language } = settings.value;
  useEffect(() => {
    let wanted = true;
    const key = seatKeys(table).find((held) => held.seat === seat)?.key;
    const load = async () => {
      const played = await read(`/tables/${table}/replay?seat=${seat}`, key ? { "X-Seat-Key": key } : {});
      const texts = await gameTexts(played.game);
      if (wanted) setFound({ film: new Film(played), texts });
    };
    setTrouble(null);
    load().catch((error) => wanted && setTrouble(error.message));
    return () => void (wanted = false);
  }, [table, seat, language]);
  return { found, trouble };
}

/**
 * The moment that is shown, and whether time runs.
 * @param {Film | null} film
 * @param {string} address  of the replay, without the moment
 * @returns {Player}
 */
function usePlayer(film, address) {
  const asked = Number.parseInt(here.value.hash, 10);
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const [playing, setPlaying] = useState(false);
  const [speed, pace] = useState(/** @type {import("../parts/timeline.js").Speed} */ (1));
  const board = useBoard(film?.played.game ?? null);
  useEffect(() => {
    if (film?.isTimed && board?.pace) pace(board.pace);
  }, [film?.played.table, board]);
  const first = film?.played.outcome ? 0 : (film?.last ?? 0);
  const step = film?.within(at ?? (Number.isNaN(asked) ? first : asked)) ?? 0;
  const atEnd = film !== null && step === film.last;
  const running = playing && !atEnd;
  const latest = useRef(step); // keys may come faster than pictures
  latest.current = step;
  const written = useRef(NaN); // by us: an address that follows the moment does not lead back to it
  useEffect(() => {
    if (asked !== written.current && !Number.isNaN(asked)) setAt(asked);
    written.current = asked;
  }, [asked]);
  useEffect(() => {
    if (!film || !running) return;
    const timer = setTimeout(() => latest.current === step && setAt(step + 1), film.stay(step, speed));
    return () => clearTimeout(timer);
  }, [film, running, step, speed]);
  useEffect(() => {
    if (!film || at === null || running || asked === step) return;
    const follow = () => {
      if (here.peek().path !== new URL(address, location.origin).pathname) return; // another screen is on its way
      written.current = step;
      go(`${address}#${step}`, { replace: true });
    };
    const timer = setTimeout(follow, SETTLES);
    return () => clearTimeout(timer);
  }, [film, step, running, address]);
  /** @param {number} to */
  const seek = (to) => {
    latest.current = film?.within(to) ?? 0;
    setPlaying(false);
    setAt(latest.current);
  };
  /** @param {boolean} wanted */
  const play = (wanted) => {
    if (wanted && latest.current === film?.last) setAt(0);
    setPlaying(wanted);
  };
  return { step, latest, playing: running, speed, seek, play, pace };
}

/**
 * Arrows step, with Shift from round to round; the space bar plays; Home and End go to the ends.
 * @param {Film | null} film
 * @param {Player} player
 */
function useKeys(film, player) {
  const { latest, playing, seek, play } = player;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!film || event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
      if (event.key === " " && target.closest?.(PRESSED)) return;
      if (event.key.startsWith("Arrow") && target.closest?.(WALKED)) return;
      const step = latest.current;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => seek(event.shiftKey ? film.nextRound(step, -1) : step - 1),
        ArrowRight: () => seek(event.shiftKey ? film.nextRound(step, 1) : step + 1),
        Home: () => seek(0),
        End: () => seek(film.last),
        " ": () => play(!playing),
      };
      const wanted = keys[event.key];
      if (!wanted) return;
      event.preventDefault();
      wanted();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [film, playing]);
}

/**
 * Which page lies open beside the board, and at which rule.
 * @returns {[Opened, (page: Page | null) => void]}
 */
function usePages() {
  const [opened, setOpened] = useState(/** @type {Opened} */ ({ page: isWide() ? "moves" : null, rule: null, asked: 0 }));
  useEffect(() => {
    openRule.value = (rule) => setOpened((now) => ({ page: "rules", rule, asked: now.asked + 1 }));
    return () => void (openRule.value = null);
  }, []);
  return [opened, (page) => setOpened((now) => ({ ...now, page }))];
}

/**
 * A finished game, or one's own so far.
 * @param {{ table: string }} props
 */
export function Replay({ table }) {
  const [ready, setReady] = useState("");
  useEffect(() => void recover(table).catch(() => {}).finally(() => setReady(table)), [table]);
  if (ready !== table) return html`<${Loading} />`;
  return html`<${Shown} table=${table} />`;
}

function Loading() {
  return html`<main id="main" class="narrow"><p class="empty" aria-busy="true">${say("replay.loading")}</p></main>`;
}

/** @param {{ table: string }} props */
function Shown({ table }) {
  const seat = eyes(table);
  const address = `/r/${table}?seat=${seat}`;
  const { found, trouble } = useFilm(table, seat);
  const film = found?.film ?? null;
  const player = usePlayer(film, address);
  useKeys(film, player);
  const names = useMemo(() => (film?.played.seats ?? []).map(({ name }, number) => name || say("seat.number", { n: number + 1 })), [film]);
  const [opened, open] = usePages();
  if (trouble !== null) return html`<${Trouble} table=${table} sentence=${trouble} />`;
  if (!found || !film) return html`<${Loading} />`;
  const { texts } = found;
  const moment = { film, texts, names, step: player.step };
  return html`<div class="game-screen replay-screen" data-drawer=${opened.page !== null} data-game=${film.played.game}>
    <link rel="stylesheet" href="/web/style/replay.css" />
    <link rel="stylesheet" href="/web/style/fairness.css" />
    <link rel="stylesheet" href="/web/style/analysis.css" />
    <header class="table-head">
      <a class="wordmark" href="/" aria-label=${say("nav.home")}><${Mark} /></a>
      <h1>${texts.title} <small>${say("replay.title")}</small></h1>
      <a class="quiet button" href=${`/t/${table}`}>${say("replay.table")}</a>
    </header>
    <div class="film-tools">
      <${Eyes} seat=${seat} names=${names} choose=${(/** @type {number} */ other) => go(`/r/${table}?seat=${other}#${player.step}`)} />
      <${Copy} text=${`${location.origin}${address}#${player.step}`} label=${say("replay.link")} />
      ${film.played.seed !== null &&
      html`<a class="button" href=${`/api/tables/${table}/record`} download><${Icon} name="save" /><span>${say("end.record")}</span></a>`}
    </div>
    <main id="main" class="table-main"><${Moment} ...${moment} /></main>
    <${Timeline} film=${film} player=${player}><${Caption} ...${moment} /><//>
    <${FilmPages} ...${moment} seek=${player.seek} opened=${opened} open=${open} />
  </div>`;
}

/** @param {{ table: string, sentence: string }} props */
function Trouble({ table, sentence }) {
  return html`<main id="main" class="narrow gone">
    <${Mark} />
    <h1>${say("replay.trouble")}</h1>
    <p>${sentence}</p>
    <p class="buttons">
      <a class="button act" href=${`/t/${table}`}>${say("replay.table")}</a>
      <a class="button" href="/">${say("gone.shelf")}</a>
    </p>
  </main>`;
}

/** @param {{ seat: number, names: string[], choose: (seat: number) => void }} props */
function Eyes({ seat, names, choose }) {
  /** @param {Event} event */
  const change = (event) => choose(Number(/** @type {HTMLSelectElement} */ (event.target).value));
  return html`<label class="film-eyes">
    <${Icon} name="eye" /><span>${say("replay.eyes")}</span>
    <select value=${String(seat)} onChange=${change}>
      ${names.map((name, number) => html`<option key=${number} value=${number}>${name}</option>`)}
      <option value=${SPECTATOR}>${say("replay.spectator")}</option>
    </select>
  </label>`;
}
