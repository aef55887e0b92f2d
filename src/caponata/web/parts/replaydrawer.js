/** The drawer of a replay: moves, analysis, fairness check and rules. On a phone it is a sheet. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { AnalysisPage } from "./analysis.js";
import { moveFocus } from "./arrowkeys.js";
import { Fairness } from "./fairness.js";
import { ReplayLog } from "./replaylog.js";
import { Icon } from "./icons.js";
import { Rulebook } from "./rulebook.js";

/** @typedef {"moves" | "luck" | "fair" | "rules"} Page */
/** @typedef {{ page: Page | null, rule: string | null, opened: number }} DrawerState */

/** @type {[Page, string][]} */
const PAGES = [["moves", "log"], ["luck", "star"], ["fair", "check"], ["rules", "rules"]];

/** Return whether the drawer fits beside the table. */
export const isWide = () => matchMedia("(min-width: 900px)").matches;

/**
 * The tabs and the open page. On a phone, all pages can be closed.
 * @param {{ replay: import("../replay.js").Replay, texts: import("../types.js").Texts, names: string[], step: number, seek: (step: number) => void, state: DrawerState, open: (page: Page | null) => void }} props
 */
export function ReplayDrawer({ replay, texts, names, step, seek, state, open }) {
  const { page, rule, opened } = state;
  return html`<aside class="drawer" data-open=${page !== null} aria-label=${say("replay.pages")}>
    <div class="tabs">
      <div role="tablist" aria-label=${say("replay.pages")} onKeyDown=${moveFocus}>
      ${PAGES.filter(([name]) => name !== "luck" || replay.game.outcome).map(
        ([name, icon]) => html`<button
          key=${name}
          type="button"
          role="tab"
          id=${`tab-${name}`}
          aria-selected=${page === name}
          aria-controls="drawer-page"
          onClick=${() => open(page === name && !isWide() ? null : name)}
        >
          <${Icon} name=${icon} /><span>${say(`replay.page-${name}`)}</span>
        </button>`,
      )}
      </div>
      <button type="button" class="tabs-close" aria-label=${say("drawer.close")} onClick=${() => open(null)}><${Icon} name="close" /></button>
    </div>
    <div id="drawer-page" class="drawer-page" role="tabpanel" tabindex="0" aria-labelledby=${`tab-${page ?? "moves"}`} hidden=${page === null}>
      ${page === "moves" && html`<${ReplayLog} replay=${replay} texts=${texts} names=${names} step=${step} seek=${seek} />`}
      ${page === "moves" && html`<p class="film-keys">${say("replay.keys")}</p>`}
      ${page === "luck" && html`<${AnalysisPage} replay=${replay} texts=${texts} names=${names} step=${step} seek=${seek} />`}
      ${page === "fair" && html`<${Fairness} replay=${replay} texts=${texts} seek=${seek} />`}
      ${page === "rules" && html`<${Rulebook} game=${replay.game.game} rule=${rule} opened=${opened} />`}
    </div>
  </aside>`;
}
