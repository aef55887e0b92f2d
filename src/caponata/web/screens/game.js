/** A running or finished game: seats, board, prompt and drawer. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { isTyping } from "../app.js";
import { say } from "../language.js";
import { saveLastRead, lastRead } from "../storage.js";
import { notice } from "../notices.js";
import { GameEnd } from "../parts/gameend.js";
import { Drawer } from "../parts/drawer.js";
import { Icon } from "../parts/icons.js";
import { PlayArea } from "../parts/playarea.js";
import { hasStandIn, Prompt } from "../parts/prompt.js";
import { Recap } from "../parts/recap.js";
import { openRule } from "../parts/rulelink.js";
import { SeatStrip } from "../parts/seatstrip.js";
import { TableMenu } from "../parts/tablemenu.js";
import { Mark } from "../parts/wordmark.js";
import { motion } from "../settings.js";
import { playSound } from "../sound.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../parts/drawer.js").Tab} Tab */
/** @typedef {import("../parts/drawer.js").DrawerState} DrawerState */

const END_DELAY = 2500;

/** Return whether the drawer fits beside the table. */
const isWide = () => matchMedia("(min-width: 900px)").matches;

/**
 * State of the drawer: the open tab and rule.
 * @returns {[DrawerState, (tab: Tab | null) => void]}
 */
function useDrawer() {
  const [drawer, setDrawer] = useState(/** @type {DrawerState} */ ({ tab: isWide() ? "log" : null, rule: null, opened: 0 }));
  useEffect(() => {
    openRule.value = (rule) => setDrawer((now) => ({ tab: "rules", rule, opened: now.opened + 1 }));
    return () => void (openRule.value = null);
  }, []);
  return [drawer, (tab) => setDrawer((now) => ({ ...now, tab }))];
}

/**
 * Number of chat messages by others that were not read on this device.
 * @param {Room} room
 * @param {boolean} open
 */
function useUnread(room, open) {
  const [read, setRead] = useState(() => lastRead(room.table));
  const messages = room.client.value?.chat.value ?? [];
  const last = messages.at(-1)?.k ?? 0;
  const unread = open ? 0 : messages.filter((message) => message.k > read && message.seat !== room.you.value).length;
  useEffect(() => {
    if (!open || last <= read) return;
    saveLastRead(room.table, last);
    setRead(last);
  }, [open, last]);
  useEffect(() => void (unread > 0 && playSound("chat")), [unread]);
  return unread;
}

/**
 * Whether the final scores are open: immediately if the game was already over, otherwise shortly after the last move.
 * @param {boolean} over
 * @returns {[boolean, (open: boolean) => void]}
 */
function useGameEnd(over) {
  const [open, setOpen] = useState(over);
  useEffect(() => {
    if (!over || open) return;
    const timer = setTimeout(() => setOpen(true), motion.value ? END_DELAY : 0);
    return () => clearTimeout(timer);
  }, [over]);
  return [open && over, setOpen];
}

/**
 * Log lines after this seat's most recent move.
 * @param {Room} room
 */
function newLines(room) {
  const lines = room.log.value;
  const marked = room.client.value?.since.value ?? 0;
  if (marked > 0) return lines.filter((line) => line.n > marked);
  return lines.slice(lines.findLastIndex((line) => line.seat === room.you.value) + 1);
}

/**
 * A game with everything around the board.
 * @param {{ room: Room }} props
 */
export function Game({ room }) {
  const [drawer, open] = useDrawer();
  const [menu, setMenu] = useState(false);
  const [recap, setRecap] = useState(/** @type {import("../log.js").LogLine[]} */ ([]));
  const status = room.about.value?.status;
  const over = status === "finished" || status === "abandoned";
  const [end, setEnd] = useGameEnd(over);
  const unread = useUnread(room, drawer.tab === "chat");
  const startRecap = () => {
    const lines = newLines(room);
    if (lines.length === 0) notice(say("recap.nothing"));
    setRecap(lines);
  };
  useEffect(() => {
    /** @type {Record<string, () => void>} */
    const keys = {
      u: () => room.state.value?.undo && void room.takeBack(),
      l: () => open(drawer.tab === "log" ? null : "log"),
      c: () => openChat(open),
      r: startRecap,
    };
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      if (isTyping(event) || document.querySelector("dialog[open]")) return;
      if (event.key === "Escape" && !isWide()) open(null);
      else if (keys[event.key]) {
        event.preventDefault();
        if (event.repeat) return;
        keys[event.key]?.();
      }
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, [drawer.tab]);
  return html`<div class="game-screen" data-drawer=${drawer.tab !== null} data-game=${room.about.value?.game}>
    <header class="table-head">
      <a class="wordmark" href="/" aria-label=${say("nav.home")}><${Mark} /></a>
      <h1>${room.texts.value?.title ?? ""}</h1>
      <button type="button" class="quiet button" onClick=${() => setMenu(true)}><${Icon} name="menu" />${say("menu.menu")}</button>
    </header>
    <${SeatStrip} room=${room} />
    <main id="main" class="table-main"><${Play} room=${room} open=${open} openEnd=${() => setEnd(true)} /></main>
    <${Drawer} room=${room} state=${drawer} open=${open} recap=${startRecap} unread=${unread} />
    ${recap.length > 0 && html`<${Recap} lines=${recap} close=${() => setRecap([])} />`}
    ${menu && html`<${TableMenu} room=${room} close=${() => setMenu(false)} />`}
    ${end && !menu && html`<${GameEnd} room=${room} close=${() => setEnd(false)} />`}
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
    events: room.client.value?.events.value ?? [],
    preview: (/** @type {string} */ move) => room.client.value?.preview(move) ?? Promise.resolve(view),
    undo: state.undo,
    takeBack: () => room.takeBack(),
    openRule: (/** @type {string} */ rule) => openRule.value?.(rule),
    motion: motion.value,
    acting: state.acting,
    decision: state.decision,
    prompt: state.prompt,
    outcome: state.outcome,
    delays: room.client.value?.delays.value ?? [],
    behind: room.client.value?.behind.value ?? [],
    waited: room.client.value?.waited.value ?? null,
    isPaused: about.status === "paused",
    mode: /** @type {const} */ ("play"),
  };
  const playing = about.status === "playing" && !hasStandIn(about);
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
