/** Log, chat, rules and history: a column beside the table, or a sheet on a phone. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { moveFocus } from "./arrowkeys.js";
import { Chat } from "./chat.js";
import { Icon } from "./icons.js";
import { LogList } from "./loglist.js";
import { Rulebook } from "./rulebook.js";

/** @typedef {"log" | "chat" | "rules" | "history"} Tab */
/** @typedef {{ tab: Tab | null, rule: string | null, opened: number }} DrawerState */

/** @type {Tab[]} */
export const TABS = ["log", "chat", "rules", "history"];

/**
 * The drawer of a table.
 * @param {{ room: import("../room.js").Room, state: DrawerState, open: (tab: Tab | null) => void, recap: () => void, unread: number }} props
 */
export function Drawer({ room, state, open, recap, unread }) {
  const { tab, rule, opened } = state;
  const game = room.about.value?.game ?? null;
  return html`<aside class="drawer" data-open=${tab !== null} aria-label=${say("drawer.label")}>
    <div class="tabs">
      <div role="tablist" aria-label=${say("drawer.label")} onKeyDown=${moveFocus}>
      ${TABS.map(
        (name) => html`<button
          key=${name}
          type="button"
          role="tab"
          id=${`tab-${name}`}
          aria-selected=${tab === name}
          aria-controls="drawer-page"
          onClick=${() => open(tab === name && matchMedia("(max-width: 899px)").matches ? null : name)}
        >
          <${Icon} name=${name} /><span>${say(`drawer.${name}`)}</span>
          ${name === "chat" && unread > 0 && html`<span class="badge"><span class="unseen">${say("chat.unread")} </span>${unread}</span>`}
        </button>`,
      )}
      </div>
      <button type="button" class="tabs-close" aria-label=${say("drawer.close")} onClick=${() => open(null)}><${Icon} name="close" /></button>
    </div>
    <div id="drawer-page" class="drawer-page" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${tab ?? "log"}`} hidden=${tab === null}>
      ${tab === "log" && html`<${LogList} room=${room} />`}
      ${tab === "chat" && html`<${Chat} room=${room} />`}
      ${tab === "rules" && game && html`<${Rulebook} game=${game} rule=${rule} opened=${opened} />`}
      ${tab === "history" && html`<${History} room=${room} recap=${recap} />`}
    </div>
  </aside>`;
}

/** @param {{ room: import("../room.js").Room, recap: () => void }} props */
function History({ room, recap }) {
  const commitment = room.about.value?.commitment ?? null;
  return html`<div class="history">
    <p>${say("history.since-text")}</p>
    <button type="button" class="button" onClick=${recap}><${Icon} name="play" />${say("history.since")} <kbd>r</kbd></button>
    <p>${say("history.replay-text")}</p>
    <a class="button" href=${`/r/${room.table}`}><${Icon} name="history" />${say("history.replay")}</a>
    ${commitment &&
    html`<h3>${say("fair.title")}</h3>
      <p>${say("fair.promise")}</p>
      <p class="commitment"><code>${commitment}</code></p>`}
  </div>`;
}
