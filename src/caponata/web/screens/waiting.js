/** The waiting room: link, code, seats and the host's buttons. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { say, sayLevel } from "../language.js";
import { DEFAULT_LEVEL } from "../newtable.js";
import { showError } from "../notices.js";
import { Emblem } from "../parts/emblem.js";
import { NameField } from "../parts/namefield.js";
import { SeatMark } from "../parts/seatmark.js";
import { Share } from "../parts/share.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../types.js").Seat} Seat */

/**
 * A table before the game starts.
 * @param {{ room: Room }} props
 */
export function Waiting({ room }) {
  const about = room.about.value;
  const card = about ?? room.card.value;
  const [busy, setBusy] = useState(false);
  if (card === null) return null;
  const you = room.you.value;
  const host = you !== null && you === about?.host;
  const free = card.seats.filter((seat) => seat.is === "open").length;
  const title = room.texts.value?.title ?? "";
  /** @param {number | null} seat */
  const sit = (seat) => {
    if (busy) return;
    setBusy(true);
    room.sit(seat).catch(showError).finally(() => setBusy(false));
  };
  const hostName = room.names.value[about?.host ?? -1] ?? "";
  return html`<main id="main" class="waiting" data-game=${card.game}>
    <header class="setup-head">
      <${Emblem} game=${card.game} />
      <div>
        <h1>${title}</h1>
        <p>${free > 0 ? say("waiting.free", { n: free }) : say(host ? "waiting.ready-host" : "waiting.ready", { host: hostName })}</p>
      </div>
    </header>
    ${you === null &&
    free > 0 &&
    html`<section class="sit">
      <h2>${say("waiting.invited")}</h2>
      <${NameField} />
      <button type="button" class="button act big" aria-busy=${busy} onClick=${() => sit(null)}>${say("waiting.sit")}</button>
    </section>`}
    ${you === null && free === 0 && html`<p class="empty">${say("waiting.full")}</p>`}
    <div class="waiting-both">
      <ol class="waiting-seats" aria-label=${say("seat.all")}>
        ${card.seats.map((seat, number) => html`<${WaitingSeat} key=${number} room=${room} seat=${seat} number=${number} host=${host} />`)}
      </ol>
      ${you !== null && html`<${Share} table=${room.table} code=${card.code} />`}
    </div>
    ${host &&
    html`<div class="setup-foot">
      <button type="button" class="button act big" disabled=${free > 0} onClick=${() => room.ask({ t: "start" })}>${say("waiting.start")}</button>
      <p>${say(free > 0 ? "waiting.start-later" : "waiting.start-hint")}</p>
    </div>`}
    ${!host && you !== null && html`<p class="empty">${say("waiting.host", { host: hostName })}</p>`}
    ${you !== null && html`<p><button type="button" class="quiet" onClick=${() => room.leave()}>${say("waiting.leave")}</button></p>`}
  </main>`;
}

/** @param {{ room: Room, seat: import("../types.js").CardSeat & Partial<Seat>, number: number, host: boolean }} props */
function WaitingSeat({ room, seat, number, host }) {
  const isYou = number === room.you.value;
  const statusKey = isYou ? "seat.you" : seat.is === "person" ? (seat.here ? "seat.here" : "seat.away") : seat.is === "bot" ? "seat.bot" : "waiting.empty";
  const addBot = () => room.ask({ t: "seat", seat: number, as: "bot", level: DEFAULT_LEVEL });
  const removePlayer = () => room.ask({ t: "seat", seat: number, as: "open" });
  const name = seat.is === "open" ? say("seat.free") : (seat.name ?? "");
  return html`<li class="waiting-seat" data-is=${seat.is} data-here=${seat.here || seat.is === "bot"}>
    <${SeatMark} seat=${number} />
    <span class="seat-words"><span class="seat-name">${name}</span><span class="seat-manner">${say(statusKey, { level: sayLevel(seat.level) })}</span></span>
    ${host &&
    !isYou &&
    html`<span class="buttons">
      ${seat.is === "person" && html`<button type="button" class="button small" onClick=${addBot}>${say("waiting.bot")}</button>`}
      <button key="turn" type="button" class="button small" onClick=${seat.is === "open" ? addBot : removePlayer}>
        ${seat.is === "open" ? say("waiting.bot") : say("waiting.remove", { name })}
      </button>
    </span>`}
  </li>`;
}
