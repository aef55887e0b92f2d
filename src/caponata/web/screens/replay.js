/** The replay of a game from any seat's point of view, with the fairness check and the analysis. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { isTyping } from "../app.js";
import { fileAddress } from "../files.js";
import { Replay } from "../replay.js";
import { gameTexts, say } from "../language.js";
import { seatKeys } from "../storage.js";
import { read } from "../api.js";
import { Copy } from "../parts/copy.js";
import { ReplayDrawer, isWide } from "../parts/replaydrawer.js";
import { Icon } from "../parts/icons.js";
import { Caption, ReplayBoard } from "../parts/replayboard.js";
import { useBoard } from "../parts/playarea.js";
import { openRule } from "../parts/rulelink.js";
import { Timeline } from "../parts/timeline.js";
import { Mark } from "../parts/wordmark.js";
import { currentAddress, navigate } from "../route.js";
import { recoverSeatKeys } from "../seating.js";
import { settings } from "../settings.js";

/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {import("../parts/timeline.js").Player} Player */
/** @typedef {import("../parts/replaydrawer.js").Page} Page */
/** @typedef {import("../parts/replaydrawer.js").DrawerState} DrawerState */

const SPECTATOR = -1;
const ADDRESS_DELAY = 400; // milliseconds; browsers limit how often the address may change
/** Elements that handle the space bar or the arrow keys themselves. */
const USES_SPACE = "button, a, summary";
const USES_ARROWS = "input, [role=tablist]";

/**
 * The seat whose view the address asks for; by default one of this device's seats, otherwise a spectator.
 * @param {string} table
 */
function viewerOf(table) {
  const asked = Number.parseInt(currentAddress.value.search.get("seat") ?? "", 10);
  return Number.isNaN(asked) ? (seatKeys(table)[0]?.seat ?? SPECTATOR) : asked;
}

/**
 * The game as a seat saw it, with its texts.
 * @param {string} table
 * @param {number} seat
 */
function useReplay(table, seat) {
  const [found, setFound] = useState(/** @type {{ replay: Replay, texts: Texts } | null} */ (null));
  const [error, setError] = useState(/** @type {string | null} */ (null));
  const { language } = settings.value;
  useEffect(() => {
    let isCurrent = true;
    const key = seatKeys(table).find((held) => held.seat === seat)?.key;
    const load = async () => {
      const game = await read(`/tables/${table}/replay?seat=${seat}`, key ? { "X-Seat-Key": key } : {});
      const texts = await gameTexts(game.game);
      if (isCurrent) setFound({ replay: new Replay(game), texts });
    };
    setError(null);
    load().catch((failure) => isCurrent && setError(failure.message));
    return () => void (isCurrent = false);
  }, [table, seat, language]);
  return { found, error };
}

/**
 * The player: which step is shown, and whether it advances by itself.
 * @param {Replay | null} replay
 * @param {string} address  address of the replay without the step
 * @returns {Player}
 */
function usePlayer(replay, address) {
  const asked = Number.parseInt(currentAddress.value.hash, 10);
  const [at, setAt] = useState(/** @type {number | null} */ (null));
  const [playing, setPlaying] = useState(false);
  const [speed, setSpeed] = useState(/** @type {import("../parts/timeline.js").Speed} */ (1));
  const board = useBoard(replay?.game.game ?? null);
  useEffect(() => {
    if (replay?.isTimed && board?.pace) setSpeed(board.pace);
  }, [replay?.game.table, board]);
  const first = replay?.game.outcome ? 0 : (replay?.last ?? 0);
  const step = replay?.clamp(at ?? (Number.isNaN(asked) ? first : asked)) ?? 0;
  const atEnd = replay !== null && step === replay.last;
  const running = playing && !atEnd;
  const latest = useRef(step); // keys may be pressed faster than the page renders
  latest.current = step;
  const written = useRef(NaN); // the step that we wrote into the address ourselves
  useEffect(() => {
    if (asked !== written.current && !Number.isNaN(asked)) setAt(asked);
    written.current = asked;
  }, [asked]);
  useEffect(() => {
    if (!replay || !running) return;
    const timer = setTimeout(() => latest.current === step && setAt(step + 1), replay.duration(step, speed));
    return () => clearTimeout(timer);
  }, [replay, running, step, speed]);
  useEffect(() => {
    if (!replay || at === null || running || asked === step) return;
    const follow = () => {
      if (currentAddress.peek().path !== new URL(address, location.origin).pathname) return; // the user has left this screen
      written.current = step;
      navigate(`${address}#${step}`, { replace: true });
    };
    const timer = setTimeout(follow, ADDRESS_DELAY);
    return () => clearTimeout(timer);
  }, [replay, step, running, address]);
  /** @param {number} to */
  const seek = (to) => {
    latest.current = replay?.clamp(to) ?? 0;
    setPlaying(false);
    setAt(latest.current);
  };
  /** @param {boolean} start */
  const play = (start) => {
    if (start && latest.current === replay?.last) setAt(0);
    setPlaying(start);
  };
  return { step, latest, playing: running, speed, seek, play, setSpeed };
}

/**
 * Keys: arrows step, with Shift by round; the space bar plays and pauses; Home and End go to the ends.
 * @param {Replay | null} replay
 * @param {Player} player
 */
function useKeys(replay, player) {
  const { latest, playing, seek, play } = player;
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      const target = /** @type {Element} */ (event.target);
      if (!replay || event.defaultPrevented || isTyping(event) || document.querySelector("dialog[open]")) return;
      if (event.key === " " && target.closest?.(USES_SPACE)) return;
      if (event.key.startsWith("Arrow") && target.closest?.(USES_ARROWS)) return;
      const step = latest.current;
      /** @type {Record<string, () => void>} */
      const keys = {
        ArrowLeft: () => seek(event.shiftKey ? replay.nextRound(step, -1) : step - 1),
        ArrowRight: () => seek(event.shiftKey ? replay.nextRound(step, 1) : step + 1),
        Home: () => seek(0),
        End: () => seek(replay.last),
        " ": () => play(!playing),
      };
      const action = keys[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [replay, playing]);
}

/**
 * State of the drawer: the open page and rule.
 * @returns {[DrawerState, (page: Page | null) => void]}
 */
function useDrawer() {
  const [drawer, setDrawer] = useState(/** @type {DrawerState} */ ({ page: isWide() ? "moves" : null, rule: null, opened: 0 }));
  useEffect(() => {
    openRule.value = (rule) => setDrawer((now) => ({ page: "rules", rule, opened: now.opened + 1 }));
    return () => void (openRule.value = null);
  }, []);
  return [drawer, (page) => setDrawer((now) => ({ ...now, page }))];
}

/**
 * The replay of a finished game, or of one's own game so far.
 * @param {{ table: string }} props
 */
export function ReplayScreen({ table }) {
  const [ready, setReady] = useState("");
  useEffect(() => void recoverSeatKeys(table).catch(() => {}).finally(() => setReady(table)), [table]);
  if (ready !== table) return html`<${Loading} />`;
  return html`<${LoadedReplay} table=${table} />`;
}

function Loading() {
  return html`<main id="main" class="narrow"><p class="empty" aria-busy="true">${say("replay.loading")}</p></main>`;
}

/** @param {{ table: string }} props */
function LoadedReplay({ table }) {
  const seat = viewerOf(table);
  const address = `/r/${table}?seat=${seat}`;
  const { found, error } = useReplay(table, seat);
  const replay = found?.replay ?? null;
  const player = usePlayer(replay, address);
  useKeys(replay, player);
  const names = useMemo(() => (replay?.game.seats ?? []).map(({ name }, number) => name || say("seat.number", { n: number + 1 })), [replay]);
  const [drawer, open] = useDrawer();
  if (error !== null) return html`<${LoadError} table=${table} sentence=${error} />`;
  if (!found || !replay) return html`<${Loading} />`;
  const { texts } = found;
  const current = { replay, texts, names, step: player.step };
  return html`<div class="game-screen replay-screen" data-drawer=${drawer.page !== null} data-game=${replay.game.game}>
    <link rel="stylesheet" href=${fileAddress("/web/style/replay.css")} />
    <link rel="stylesheet" href=${fileAddress("/web/style/fairness.css")} />
    <link rel="stylesheet" href=${fileAddress("/web/style/analysis.css")} />
    <header class="table-head">
      <a class="wordmark" href="/" aria-label=${say("nav.home")}><${Mark} /></a>
      <h1>${texts.title} <small>${say("replay.title")}</small></h1>
      <a class="quiet button" href=${`/t/${table}`}>${say("replay.table")}</a>
    </header>
    <div class="film-tools">
      <${ViewerSelect} seat=${seat} names=${names} choose=${(/** @type {number} */ other) => navigate(`/r/${table}?seat=${other}#${player.step}`)} />
      <${Copy} text=${`${location.origin}${address}#${player.step}`} label=${say("replay.link")} />
      ${replay.game.seed !== null &&
      html`<a class="button" href=${`/api/tables/${table}/record`} download><${Icon} name="save" /><span>${say("end.record")}</span></a>`}
    </div>
    <main id="main" class="table-main"><${ReplayBoard} ...${current} /></main>
    <${Timeline} replay=${replay} player=${player}><${Caption} ...${current} /><//>
    <${ReplayDrawer} ...${current} seek=${player.seek} state=${drawer} open=${open} />
  </div>`;
}

/** @param {{ table: string, sentence: string }} props */
function LoadError({ table, sentence }) {
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
function ViewerSelect({ seat, names, choose }) {
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
