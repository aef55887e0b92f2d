/** The desk: the panel of the current decision, or details of the selected card or site. */

import { html } from "htm/preact";
import { Targets } from "./targets.js";
import { dangerWords, siteWords } from "./city.js";
import { CardPanel } from "./hand.js";
import { Gauge, SiteChoice } from "./plan.js";
import { YearSummary } from "./yearsummary.js";
import { MEMBERS } from "./types.js";
import { MoveButton } from "./movebutton.js";
import { Books, Prisoners } from "./yearend.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {{ scene: Scene, isSummaryOpen: boolean, closeSummary: () => void }} props */
export function Desk({ scene, isSummaryOpen, closeSummary }) {
  const { view } = scene;
  const isEnd = view.phase === "year-end" || view.phase === "over";
  return html`<div class="cpn-desk">
    ${(isSummaryOpen || isEnd) && html`<${YearSummary} scene=${scene} close=${isEnd ? null : closeSummary} />`}
    ${!(isSummaryOpen && !isEnd) && html`<${CurrentPanel} scene=${scene} />`}
  </div>`;
}

/** @param {{ scene: Scene }} props */
function CurrentPanel({ scene }) {
  const { view, moves, about, me } = scene;
  const { plan = null } = view;
  if (plan?.card && moves.length > 0) {
    if (view.phase === "site") return html`<${SiteChoice} scene=${scene} plan=${plan} />`;
    if (view.phase === "pieces") return html`<${Gauge} scene=${scene} plan=${plan} />`;
    return html`<${Targets} scene=${scene} plan=${plan} />`;
  }
  if (view.phase === "exchange" && moves.length > 0) return html`<${Exchange} scene=${scene} />`;
  if (view.phase === "year-end" && moves.length > 0) return html`<${Books} scene=${scene} />`;
  const card = about && "card" in about ? view.hand?.[about.card] : undefined;
  const prisoners = me === null || moves.length === 0 ? [] : MEMBERS.filter((member) => view.people[me]?.cells.some((cell) => cell.includes(member)));
  return html`${card && html`<${CardPanel} scene=${scene} card=${card} />`}
    ${about && "site" in about && html`<${SitePanel} scene=${scene} name=${about.site} />`}
    ${prisoners.length > 0 && me !== null && html`<${Prisoners} scene=${scene} me=${me} prisoners=${prisoners} />`}`;
}

/** The button that returns the cards laid aside. @param {{ scene: Scene }} props */
function Exchange({ scene }) {
  const { view, texts } = scene;
  const n = view.plan?.aside?.length ?? 0;
  return html`<div class="cpn-panel cpn-exchange">
    <p>${texts.phrase("board.exchange-hint")}</p>
    <div class="ways"><${MoveButton} scene=${scene} move="exchange" look="go big" label=${texts.phrase("board.exchange", { n })} /></div>
  </div>`;
}

/** Details of a site. @param {{ scene: Scene, name: string }} props */
function SitePanel({ scene, name }) {
  const { view, texts, inspect } = scene;
  const site = view.sites.find((other) => other.site === name);
  if (!site) return null;
  return html`<section class="cpn-panel" aria-label=${texts.name(name)}>
    <p aria-live="polite">${siteWords(scene, site)} ${dangerWords(scene, site)}</p>
    <div class="ways"><button type="button" class="cpn-way plain" onClick=${() => inspect(null)}>${texts.phrase("board.close")}</button></div>
  </section>`;
}
