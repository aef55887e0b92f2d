/** A game being played or over: seats, board, prompt and drawer. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { isTyping } from "../app.js";
import { say } from "../language.js";
import { keepRead, lastRead } from "../memory.js";
import { notice } from "../notices.js";
import { Ceremony } from "../parts/ceremony.js";
import { Drawer } from "../parts/drawer.js";
import { Icon } from "../parts/icons.js";
import { PlayArea } from "../parts/playarea.js";
import { isStoodIn, Prompt } from "../parts/prompt.js";
import { Recap } from "../parts/recap.js";
import { openRule } from "../parts/rulelink.js";
import { SeatStrip } from "../parts/seatstrip.js";
import { TableMenu } from "../parts/tablemenu.js";
import { Mark } from "../parts/wordmark.js";
import { motion } from "../settings.js";
import { sound } from "../sound.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../parts/drawer.js").Tab} Tab */
/** @typedef {import("../parts/drawer.js").Drawn} Drawn */

const LAST_LOOK = 2500;

/** Wide enough for the drawer to stand beside the table. */
const wide = () => matchMedia("(min-width: 900px)").matches;

/**
 * The drawer: which page is open, and at which rule.
 * @returns {[Drawn, (tab: Tab | null) => void]}
 */
function useDrawer() {
  const [drawn, draw] = useState(/** @type {Drawn} */ ({ tab: wide() ? "log" : null, rule: null, asked: 0 }));
  useEffect(() => {
    openRule.value = (rule) => draw((now) => ({ tab: "rules", rule, asked: now.asked + 1 }));
    return () => void (openRule.value = null);
  }, []);
  return [drawn, (tab) => draw((now) => ({ ...now, tab }))];
}

/**
 * How many chat lines of others were not read on this device.
 * @param {Room} room
 * @param {boolean} open
 */
function useUnread(room, open) {
  const [read, setRead] = useState(() => lastRead(room.table));
  const lines = room.witness.value?.chat.value ?? [];
  const last = lines.at(-1)?.k ?? 0;
  const unread = open ? 0 : lines.filter((line) => line.k > read && line.seat !== room.you.value).length;
  useEffect(() => {
    if (!open || last <= read) return;
    keepRead(room.table, last);
    setRead(last);
  }, [open, last]);
  useEffect(() => void (unread > 0 && sound("chat")), [unread]);
  return unread;
}

/**
 * Whether the reckoning is open: at once when the game was over before, after the last move has been seen when not.
 * @param {boolean} over
 * @returns {[boolean, (open: boolean) => void]}
 */
function useEnd(over) {
  const [open, setOpen] = useState(over);
  useEffect(() => {
    if (!over || open) return;
    const timer = setTimeout(() => setOpen(true), motion.value ? LAST_LOOK : 0);
    return () => clearTimeout(timer);
  }, [over]);
  return [open && over, setOpen];
}

/**
 * The lines after this seat's own last move.
 * @param {Room} room
 */
function newLines(room) {
  const lines = room.log.value;
  const marked = room.witness.value?.since.value ?? 0;
  if (marked > 0) return lines.filter((line) => line.n > marked);
  return lines.slice(lines.findLastIndex((line) => line.seat === room.you.value) + 1);
}

/**
 * A game with all that stands around it.
 * @param {{ room: Room }} props
 */
export function Game({ room }) {
  const [drawn, open] = useDrawer();
  const [menu, setMenu] = useState(false);
  const [recap, setRecap] = useState(/** @type {import("../log.js").Line[]} */ ([]));
  const status = room.about.value?.status;
  const over = status === "finished" || status === "abandoned";
  const [end, setEnd] = useEnd(over);
  const unread = useUnread(room, drawn.tab === "chat");
  const tellAgain = () => {
    const lines = newLines(room);
    if (lines.length === 0) notice(say("recap.nothing"));
    setRecap(lines);
  };
  useEffect(() => {
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => room.state.value?.undo && void room.takeBack(),
      l: () => open(drawn.tab === "log" ? null : "log"),
      c: () => openChat(open),
      r: tellAgain,
    };
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (isTyping(event) || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape" && !wide()) open(null);
      else if (keys[event.key]) {
        event.preventDefault();
        if (event.repeat) return;
        keys[event.key]?.();
      }
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [drawn.tab]);
  return html`<div class="game-screen" data-drawer=${drawn.tab !== null} data-game=${room.about.value?.game}>
    <header class="table-head">
      <a class="wordmark" href="/" aria-label=${say("nav.home")}><${Mark} /></a>
      <h1>${room.texts.value?.title ?? ""}</h1>
      <button type="button" class="quiet button" onClick=${() => setMenu(true)}><${Icon} name="menu" />${say("menu.menu")}</button>
    </header>
    <${SeatStrip} room=${room} />
    <main id="main" class="table-main"><${Play} room=${room} open=${open} openEnd=${() => setEnd(true)} /></main>
    <${Drawer} room=${room} drawn=${drawn} open=${open} recap=${tellAgain} unread=${unread} />
    ${recap.length > 0 && html`<${Recap} lines=${recap} close=${() => setRecap([])} />`}
    ${menu && html`<${TableMenu} room=${room} close=${() => setMenu(false)} />`}
    ${end && !menu && html`<${Ceremony} room=${room} close=${() => setEnd(false)} />`}
  </div>`;
}

/** @param {(tab: Tab | null) => void} open */
function openChat(open) {
  open("chat");
  requestAnimationFrame(() => document.getElementById("chat-line")?.focus());
}

/** @param {{ room: Room, open: (tab: Tab | null) => void, openEnd: () => void }} props */
function Play({ room, open, openEnd }) {
  const { value: about } = room.about;
  const { value: state } = room.state;
  const { value: view } = room.view;
  const { value: texts } = room.texts;
  if (!about || !state || !view || !texts) return html`<p class="empty">${say("table.laying-out")}</p>`;
  const table = {
    seats: about.seats,
    you: about.you,
    names: room.names.value,
    texts,
    say,
    events: room.witness.value?.events.value ?? [],
    preview: (/** @type {string} */ move) => room.witness.value?.preview(move) ?? Promise.resolve(view),
    undo: state.undo,
    takeBack: () => room.takeBack(),
    openRule: (/** @type {string} */ rule) => openRule.value?.(rule),
    motion: motion.value,
    acting: state.acting,
    decision: state.decision,
    prompt: state.prompt,
    outcome: state.outcome,
    delays: room.witness.value?.delays.value ?? [],
    behind: room.witness.value?.behind.value ?? [],
    waited: room.witness.value?.waited.value ?? null,
    isPaused: about.status === "paused",
    mode: /** @type {const} */ ("play"),
  };
  const playing = about.status === "playing" && !isStoodIn(about);
  return html`<${PlayArea}
    key=${about.you ?? "watching"}
    game=${about.game}
    view=${view}
    moves=${playing ? state.moves : {}}
    choose=${(/** @type {string} */ move) => room.choose(move)}
    table=${table}
    prompt=${html`<${Prompt} room=${room} openLog=${() => open("log")} openEnd=${openEnd} />`}
  />`;
}
