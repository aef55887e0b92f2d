/** A table at one address: waiting room, game and end. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { showError } from "../notices.js";
import { useFocusOnMain } from "../parts/focus.js";
import { Handover } from "../parts/handover.js";
import { useClickGuard } from "../parts/clickguard.js";
import { Wordmark } from "../parts/wordmark.js";
import { Room } from "../room.js";
import { currentAddress } from "../route.js";
import { isPersonalLink, claimOrRecoverSeats } from "../seating.js";
import { Game } from "./game.js";
import { Unavailable } from "./unavailable.js";
import { Waiting } from "./waiting.js";

/**
 * The screen of a table in any state.
 * @param {{ table: string }} props
 */
export function TableScreen({ table }) {
  const [room, setRoom] = useState(/** @type {Room | null} */ (null));
  useEffect(() => {
    /** @type {Room | null} */
    let opened = null;
    let isCurrent = true;
    claimOrRecoverSeats(table)
      .catch(showError)
      .finally(() => {
        if (isCurrent) setRoom((opened = new Room(table)));
      });
    return () => {
      isCurrent = false;
      opened?.end();
    };
  }, [table]);
  const { path, hash } = currentAddress.value;
  useEffect(() => {
    if (room !== null && path === `/t/${table}` && isPersonalLink(hash)) room.claim().catch(showError);
  }, [room, path, hash]);
  if (room === null) return html`<main id="main" class="narrow" aria-busy="true"></main>`;
  return html`<${OpenTable} room=${room} />`;
}

/** @param {{ room: Room }} props */
function OpenTable({ room }) {
  useClickGuard(room);
  const about = room.about.value;
  const title = room.texts.value?.title ?? "";
  const turn = room.yourTurn.value;
  useEffect(() => {
    document.title = turn ? say("title.turn", { game: title }) : title ? `${title} · caponata` : "caponata";
  }, [turn, title]);
  const seat = room.handover.value;
  const closed = room.closed.value;
  useFocusOnMain(closed ?? (about?.status === "waiting" || (seat ?? "playing")));
  if (closed === "private" && room.card.value?.status === "waiting") return html`<${WithHeader}><${Waiting} room=${room} /><//>`;
  if (closed !== null) return html`<${WithHeader}><${Unavailable} what=${closed} /><//>`;
  if (about === null) return html`<${WithHeader}><main id="main" class="narrow"><p class="empty">${say("table.finding")}</p></main><//>`;
  if (about.status === "waiting") return html`<${WithHeader}><${ConnectionLost} room=${room} /><${Waiting} room=${room} /><//>`;
  if (seat !== null) return html`<${Handover} room=${room} seat=${seat} />`;
  return html`<${ConnectionLost} room=${room} /><${Game} room=${room} />`;
}

/** @param {{ children?: any }} props */
function WithHeader({ children }) {
  return html`<header class="page-head"><${Wordmark} /></header>${children}`;
}

/** @param {{ room: Room }} props */
function ConnectionLost({ room }) {
  return room.isConnectionLost.value ? html`<p class="lost" role="status">${say("table.lost")}</p>` : null;
}
