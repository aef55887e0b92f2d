/** The menu of a table: sharing, settings, pause, resignation. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { say } from "../language.js";
import { post } from "../api.js";
import { showError } from "../notices.js";
import { SettingsForm } from "../screens/settings.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { Share, ShareSeat } from "./share.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {"menu" | "share" | "device" | "settings" | "resign" | "end"} Page */

/**
 * The menu of a table.
 * @param {{ room: Room, close: () => void }} props
 */
export function TableMenu({ room, close }) {
  const [page, setPage] = useState(/** @type {Page} */ ("menu"));
  const [token, setToken] = useState("");
  const about = room.about.value;
  if (about === null) return null;
  const showDeviceLink = () => {
    const key = room.client.value?.key;
    post(`/tables/${room.table}/link`, { key }).then((given) => {
      setToken(given.token);
      setPage((now) => (now === "menu" ? "device" : now));
    }, showError);
  };
  /** @param {Record<string, unknown>} message */
  const ask = (message) => {
    void room.ask(message);
    close();
  };
  return html`<${Dialog} title=${say(`menu.${page}`)} close=${close}>
    ${page === "menu" && html`<${Entries} about=${about} setPage=${setPage} showDeviceLink=${showDeviceLink} ask=${ask} />`}
    ${page === "share" && html`<${Share} table=${room.table} code=${about.code} />`}
    ${page === "device" && html`<${ShareSeat} table=${room.table} token=${token} />`}
    ${page === "settings" && html`<${SettingsForm} />`}
    ${page === "resign" && html`<${Confirm} text=${say(about.seats.length > 2 ? "resign.many" : "resign.two")} act=${say("resign.do")} go=${() => ask({ t: "resign" })} close=${close} />`}
    ${page === "end" && html`<${Confirm} text=${say("end.vote-text")} act=${say("end.vote")} go=${() => ask({ t: "end" })} close=${close} />`}
  <//>`;
}

/** @param {{ about: import("../types.js").About, setPage: (page: Page) => void, showDeviceLink: () => void, ask: (message: Record<string, unknown>) => void }} props */
function Entries({ about, setPage, showDeviceLink, ask }) {
  const plays = about.you !== null && ["playing", "paused"].includes(about.status) && !about.seats[about.you]?.resigned;
  return html`<ul class="menu">
    <li><button type="button" onClick=${() => setPage("share")}><${Icon} name="link" />${say("menu.share")}</button></li>
    ${about.you !== null && html`<li><button type="button" onClick=${showDeviceLink}><${Icon} name="phone" />${say("menu.device")}</button></li>`}
    <li><button type="button" onClick=${() => setPage("settings")}><${Icon} name="settings" />${say("menu.settings")}</button></li>
    ${plays &&
    html`<li>
        <button type="button" onClick=${() => ask({ t: about.status === "paused" ? "resume" : "pause" })}>
          <${Icon} name=${about.status === "paused" ? "play" : "pause"} />${say(about.status === "paused" ? "menu.resume" : "menu.pause")}
        </button>
      </li>
      <li><button type="button" onClick=${() => setPage("end")}><${Icon} name="stop" />${say("menu.end")}</button></li>
      <li><button type="button" onClick=${() => setPage("resign")}><${Icon} name="flag" />${say("menu.resign")}</button></li>`}
    <li><a href="/"><${Icon} name="home" />${say(plays ? "menu.step-out" : "gone.shelf")}</a></li>
  </ul>`;
}

/** @param {{ text: string, act: string, go: () => void, close: () => void }} props */
function Confirm({ text, act, go, close }) {
  return html`<p>${text}</p>
    <div class="buttons">
      <button type="button" class="button danger" onClick=${go}>${act}</button>
      <button type="button" class="button" onClick=${close}>${say("resign.not")}</button>
    </div>`;
}
