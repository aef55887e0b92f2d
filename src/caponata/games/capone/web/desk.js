/** What is on the desk: whatever this moment asks for, or what is looked at closely. */

import { html } from "htm/preact";
import { Aims } from "./aims.js";
import { dangerWords, siteWords } from "./city.js";
import { CardPanel } from "./hand.js";
import { Gauge, SiteChoice } from "./plan.js";
import { Tale } from "./tale.js";
import { MEMBERS } from "./shapes.js";
import { Way } from "./ways.js";
import { Books, Prisoners } from "./yearend.js";

/** @typedef {import("./shapes.js").Scene} Scene */

/** @param {{ scene: Scene, isTelling: boolean, closeTale: () => void }} props */
export function Desk({ scene, isTelling, closeTale }) {
  const { view } = scene;
  const isEnd = view.phase === "year-end" || view.phase === "over";
  return html`<div class="cpn-desk">
    ${(isTelling || isEnd) && html`<${Tale} scene=${scene} close=${isEnd ? null : closeTale} />`}
    ${!(isTelling && !isEnd) && html`<${Asked} scene=${scene} />`}
  </div>`;
}

/** @param {{ scene: Scene }} props */
function Asked({ scene }) {
  const { view, moves, about, me } = scene;
  const { plan = null } = view;
  if (plan?.card && moves.length > 0) {
    if (view.phase === "site") return html`<${SiteChoice} scene=${scene} plan=${plan} />`;
    if (view.phase === "pieces") return html`<${Gauge} scene=${scene} plan=${plan} />`;
    return html`<${Aims} scene=${scene} plan=${plan} />`;
  }
  if (view.phase === "exchange" && moves.length > 0) return html`<${Exchange} scene=${scene} />`;
  if (view.phase === "year-end" && moves.length > 0) return html`<${Books} scene=${scene} />`;
  const card = about && "card" in about ? view.hand?.[about.card] : undefined;
  const prisoners = me === null || moves.length === 0 ? [] : MEMBERS.filter((member) => view.people[me]?.cells.some((cell) => cell.includes(member)));
  return html`${card && html`<${CardPanel} scene=${scene} card=${card} />`}
    ${about && "site" in about && html`<${SitePanel} scene=${scene} name=${about.site} />`}
    ${prisoners.length > 0 && me !== null && html`<${Prisoners} scene=${scene} me=${me} prisoners=${prisoners} />`}`;
}

/** How many cards are given back, and that it is so. @param {{ scene: Scene }} props */
function Exchange({ scene }) {
  const { view, texts } = scene;
  const n = view.plan?.aside?.length ?? 0;
  return html`<div class="cpn-panel cpn-exchange">
    <p>${texts.phrase("board.exchange-hint")}</p>
    <div class="ways"><${Way} scene=${scene} move="exchange" look="go big" label=${texts.phrase("board.exchange", { n })} /></div>
  </div>`;
}

/** All about a site. @param {{ scene: Scene, name: string }} props */
function SitePanel({ scene, name }) {
  const { view, texts, inspect } = scene;
  const site = view.sites.find((each) => each.site === name);
  if (!site) return null;
  return html`<section class="cpn-panel" aria-label=${texts.name(name)}>
    <p aria-live="polite">${siteWords(scene, site)} ${dangerWords(scene, site)}</p>
    <div class="ways"><button type="button" class="cpn-way plain" onClick=${() => inspect(null)}>${texts.phrase("board.close")}</button></div>
  </section>`;
}
