/** What lies beside a replay: the moves, luck and skill, the fairness check and the rules; a sheet on a phone. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { AnalysisPage } from "./analysis.js";
import { arrows } from "./arrows.js";
import { Fairness } from "./fairness.js";
import { FilmLog } from "./filmlog.js";
import { Icon } from "./icons.js";
import { Rulebook } from "./rulebook.js";

/** @typedef {"moves" | "luck" | "fair" | "rules"} Page */
/** @typedef {{ page: Page | null, rule: string | null, asked: number }} Opened */

/** @type {[Page, string][]} */
const PAGES = [["moves", "log"], ["luck", "star"], ["fair", "check"], ["rules", "rules"]];

/** Wide enough for the pages to stand beside the table. */
export const isWide = () => matchMedia("(min-width: 900px)").matches;

/**
 * The pages, of which one is open, or none on a phone.
 * @param {{ film: import("../film.js").Film, texts: import("../types.js").Texts, names: string[], step: number, seek: (step: number) => void, opened: Opened, open: (page: Page | null) => void }} props
 */
export function FilmPages({ film, texts, names, step, seek, opened, open }) {
  const { page, rule, asked } = opened;
  return html`<aside class="drawer" data-open=${page !== null} aria-label=${say("replay.pages")}>
    <div class="tabs">
      <div role="tablist" aria-label=${say("replay.pages")} onKeyDown=${arrows}>
      ${PAGES.filter(([name]) => name !== "luck" || film.played.outcome).map(
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
      ${page === "moves" && html`<${FilmLog} film=${film} texts=${texts} names=${names} step=${step} seek=${seek} />`}
      ${page === "moves" && html`<p class="film-keys">${say("replay.keys")}</p>`}
      ${page === "luck" && html`<${AnalysisPage} film=${film} texts=${texts} names=${names} step=${step} seek=${seek} />`}
      ${page === "fair" && html`<${Fairness} film=${film} texts=${texts} seek=${seek} />`}
      ${page === "rules" && html`<${Rulebook} game=${film.played.game} rule=${rule} asked=${asked} />`}
    </div>
  </aside>`;
}
