/** A table: waiting room, game and end, at one address. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { complain } from "../notices.js";
import { useFocusOnMain } from "../parts/focus.js";
import { Handover } from "../parts/handover.js";
import { useSteadyHand } from "../parts/steady.js";
import { Wordmark } from "../parts/wordmark.js";
import { Room } from "../room.js";
import { here } from "../route.js";
import { isPersonal, takeSeats } from "../seating.js";
import { Game } from "./game.js";
import { Gone } from "./gone.js";
import { Waiting } from "./waiting.js";

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
    takeSeats(table)
      .catch(complain)
      .finally(() => {
        if (wanted) setRoom((opened = new Room(table)));
      });
    return () => {
      wanted = false;
      opened?.end();
    };
  }, [table]);
  const { path, hash } = here.value;
  useEffect(() => {
    if (room !== null && path === `/t/${table}` && isPersonal(hash)) room.claim().catch(complain);
  }, [room, path, hash]);
  if (room === null) return html`<main id="main" class="narrow" aria-busy="true"></main>`;
  return html`<${Inside} room=${room} />`;
}

/** @param {{ room: Room }} props */
function Inside({ room }) {
  useSteadyHand(room);
  const about = room.about.value;
  const title = room.texts.value?.title ?? "";
  const turn = room.yourTurn.value;
  useEffect(() => {
    document.title = turn ? say("title.turn", { game: title }) : title ? `${title} · caponata` : "caponata";
  }, [turn, title]);
  const seat = room.handover.value;
  const closed = room.closed.value;
  useFocusOnMain(closed ?? (about?.status === "waiting" || (seat ?? "playing")));
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
