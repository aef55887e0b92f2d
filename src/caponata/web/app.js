/** The page: chooses the screen for the current address and draws the frame around it. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "./language.js";
import { focusMain } from "./parts/focus.js";
import { Icon } from "./parts/icons.js";
import { KeysHelp } from "./parts/keyshelp.js";
import { Noticeboard } from "./parts/noticeboard.js";
import { SeatPatterns } from "./parts/seatmark.js";
import { Wordmark } from "./parts/wordmark.js";
import { currentAddress } from "./route.js";

/** @typedef {{ screen: () => Promise<any>, props: Record<string, string>, bare?: boolean }} Route */

/**
 * The screen of a path.
 * @param {string} path
 * @returns {Route}
 */
function route(path) {
  const [first = "", second = ""] = path.split("/").slice(1).map(decodeURIComponent);
  if (first === "") return { screen: () => import("./screens/home.js").then((module) => module.Home), props: {} };
  if (first === "settings") return { screen: () => import("./screens/settings.js").then((module) => module.SettingsScreen), props: {} };
  if (first === "new" && second) return { screen: () => import("./screens/setup.js").then((module) => module.Setup), props: { game: second } };
  if (first === "rules" && second) return { screen: () => import("./screens/rulebook.js").then((module) => module.RulebookScreen), props: { game: second } };
  if (first === "t" && second) return { screen: () => import("./screens/table.js").then((module) => module.TableScreen), props: { table: second }, bare: true };
  if (first === "r" && second) return { screen: () => import("./screens/replay.js").then((module) => module.ReplayScreen), props: { table: second }, bare: true };
  return { screen: () => import("./screens/unavailable.js").then((module) => module.Unavailable), props: { what: "page" } };
}

/**
 * Return whether a key press belongs to a form field or to a browser shortcut.
 * @param {KeyboardEvent} event
 */
export function isTyping(event) {
  const target = /** @type {HTMLElement} */ (event.target);
  return event.ctrlKey || event.metaKey || event.altKey || target.matches?.("input:not([type=radio]):not([type=checkbox]), textarea, select");
}

/** The whole page. */
export function App() {
  const { path } = currentAddress.value;
  const [current, setCurrent] = useState(/** @type {{ path: string, Screen: any, props: object, bare: boolean } | null} */ (null));
  const [failed, setFailed] = useState(false);
  const [help, setHelp] = useState(false);
  useEffect(() => {
    let isCurrent = true;
    const { screen, props, bare = false } = route(path);
    setFailed(false);
    screen().then(
      (Screen) => isCurrent && setCurrent({ path, Screen, props, bare }),
      () => isCurrent && setFailed(true),
    );
    return () => void (isCurrent = false);
  }, [path]);
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      if (event.key === "?" && !isTyping(event)) setHelp(true);
    };
    addEventListener("keydown", onKeyDown);
    return () => removeEventListener("keydown", onKeyDown);
  }, []);
  const previousPath = useRef("");
  useEffect(() => {
    document.title = "caponata";
    if (previousPath.current && current) focusMain();
    previousPath.current = current?.path ?? "";
  }, [current?.path]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>${say("skip")}</a>
    ${!(current?.bare ?? false) && html`<${PageHead} help=${() => setHelp(true)} />`}
    ${failed && html`<main id="main" class="narrow"><p class="empty">${say("error.unreachable")}</p></main>`}
    ${!failed && current && html`<${current.Screen} key=${current.path} ...${current.props} />`}
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
