/** A table: waiting room, game and end, at one address. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { keepSeats, seatKeys } from "../memory.js";
import { post, randomText, read } from "../net.js";
import { complain } from "../notices.js";
import { Handover } from "../parts/handover.js";
import { Wordmark } from "../parts/wordmark.js";
import { introduce, isKnown } from "../person.js";
import { Room } from "../room.js";
import { go, here } from "../route.js";
import { Game } from "./game.js";
import { Gone } from "./gone.js";
import { Waiting } from "./waiting.js";

const SEAT = "seat=";

/**
 * Take a seat that came here by a personal link.
 * @param {string} table
 * @param {string} token
 */
async function claim(table, token) {
  go(`/t/${table}`, { replace: true });
  await introduce();
  keepSeats(table, [await post(`/tables/${table}/claim`, { token })]);
}

/**
 * Find the key to a seat that this person has but this browser does not know, as after a rematch.
 * @param {string} table
 */
async function recover(table) {
  /** @type {import("../types.js").TableCard[]} */
  const mine = await read("/me/tables").catch(() => []);
  if (!mine.some((card) => card.table === table)) return;
  const given = await post(`/tables/${table}/sit`, { seat: null, entropy: randomText() });
  keepSeats(table, given.keys);
}

/**
 * Hold whatever seat is ours before the table opens.
 * @param {string} table
 */
async function takeSeat(table) {
  const { hash } = here.peek();
  if (hash.startsWith(SEAT)) await claim(table, hash.slice(SEAT.length));
  else if (seatKeys(table).length === 0 && isKnown()) await recover(table);
}

/**
 * Whatever there is to see of a table.
 * @param {{ table: string }} props
 */
export function TableScreen({ table }) {
  const [room, setRoom] = useState(/** @type {Room | null} */ (null));
  useEffect(() => {
    /** @type {Room | null} */
    let opened = null;
    let wanted = true;
    takeSeat(table)
      .catch(complain)
      .finally(() => {
        if (wanted) setRoom((opened = new Room(table)));
      });
    return () => {
      wanted = false;
      opened?.end();
    };
  }, [table]);
  if (room === null) return html`<main id="main" class="narrow" aria-busy="true"></main>`;
  return html`<${Inside} room=${room} />`;
}

/** @param {{ room: Room }} props */
function Inside({ room }) {
  const about = room.about.value;
  const title = room.texts.value?.title ?? "";
  const turn = room.yourTurn.value;
  useEffect(() => {
    document.title = turn ? say("title.turn", { game: title }) : title ? `${title} · caponata` : "caponata";
  }, [turn, title]);
  const seat = room.handover.value;
  const closed = room.closed.value;
  if (closed === "private" && room.card.value?.status === "waiting") return html`<${Plainly}><${Waiting} room=${room} /><//>`;
  if (closed !== null) return html`<${Plainly}><${Gone} what=${closed} /><//>`;
  if (about === null) return html`<${Plainly}><main id="main" class="narrow"><p class="empty">${say("table.finding")}</p></main><//>`;
  if (about.status === "waiting") return html`<${Plainly}><${Lost} room=${room} /><${Waiting} room=${room} /><//>`;
  if (seat !== null) return html`<${Handover} room=${room} seat=${seat} />`;
  return html`<${Lost} room=${room} /><${Game} room=${room} />`;
}

/** @param {{ children?: any }} props */
function Plainly({ children }) {
  return html`<header class="page-head"><${Wordmark} /></header>${children}`;
}

/** @param {{ room: Room }} props */
function Lost({ room }) {
  return room.lost.value ? html`<p class="lost" role="status">${say("table.lost")}</p>` : null;
}
