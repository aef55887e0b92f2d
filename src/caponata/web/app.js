/** The page: which screen is shown, and what stands around it. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "./language.js";
import { focusMain } from "./parts/focus.js";
import { Icon } from "./parts/icons.js";
import { KeysHelp } from "./parts/keyshelp.js";
import { Noticeboard } from "./parts/noticeboard.js";
import { SeatPatterns } from "./parts/seatmark.js";
import { Wordmark } from "./parts/wordmark.js";
import { here } from "./route.js";

/** @typedef {{ screen: () => Promise<any>, props: Record<string, string>, bare?: boolean }} Route */

/**
 * The screen of a path.
 * @param {string} path
 * @returns {Route}
 */
function route(path) {
  const [first = "", second = ""] = path.split("/").slice(1).map(decodeURIComponent);
  if (first === "") return { screen: () => import("./screens/shelf.js").then((module) => module.Shelf), props: {} };
  if (first === "settings") return { screen: () => import("./screens/settings.js").then((module) => module.SettingsScreen), props: {} };
  if (first === "new" && second) return { screen: () => import("./screens/setup.js").then((module) => module.Setup), props: { game: second } };
  if (first === "rules" && second) return { screen: () => import("./screens/rulebook.js").then((module) => module.RulebookScreen), props: { game: second } };
  if (first === "t" && second) return { screen: () => import("./screens/table.js").then((module) => module.TableScreen), props: { table: second }, bare: true };
  if (first === "r" && second) return { screen: () => import("./screens/replay.js").then((module) => module.Replay), props: { table: second }, bare: true };
  return { screen: () => import("./screens/gone.js").then((module) => module.Gone), props: { what: "page" } };
}

/** @param {KeyboardEvent} event */
export function isTyping(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input:not([type=radio]):not([type=checkbox]), textarea, select");
}

/** All that is on the page. */
export function App() {
  const { path } = here.value;
  const [shown, show] = useState(/** @type {{ path: string, Screen: any, props: object, bare: boolean } | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    let wanted = true;
    const { screen, props, bare = false } = route(path);
    setFailed(false);
    screen().then(
      (Screen) => wanted && show({ path, Screen, props, bare }),
      () => wanted && setFailed(true),
    );
    return () => void (wanted = false);
  }, [path]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      if (event.key === "?" && !isTyping(event)) setHelp(true);
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
  const arrived = useRef("");
  useEffect(() => {
    document.title = "caponata";
    if (arrived.current && shown) focusMain();
    arrived.current = shown?.path ?? "";
  }, [shown?.path]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>${say("skip")}</a>
    ${!(shown?.bare ?? false) && html`<${PageHead} help=${() => setHelp(true)} />`}
    ${failed && html`<main id="main" class="narrow"><p class="empty">${say("error.unreachable")}</p></main>`}
    ${!failed && shown && html`<${shown.Screen} key=${shown.path} ...${shown.props} />`}
    ${help && html`<${KeysHelp} close=${() => setHelp(false)} />`}
    <${Noticeboard} />
    <${SeatPatterns} />
  `;
}

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  focusMain();
}

/** @param {{ help: () => void }} props */
function PageHead({ help }) {
  return html`<header class="page-head">
    <${Wordmark} />
    <nav aria-label=${say("nav.label")}>
      <button type="button" class="quiet round keys-button" aria-label=${say("keys.title")} title=${say("keys.title")} onClick=${help}><${Icon} name="keys" /></button>
      <a class="quiet button" href="/settings"><${Icon} name="settings" />${say("settings.title")}</a>
    </nav>
  </header>`;
}
