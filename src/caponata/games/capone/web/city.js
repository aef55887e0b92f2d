/** The city: ten rackets with two sites each, and the rest of the town. */

import { html } from "htm/preact";
import { ChangingNumber, previewHandlers, RefusalMark, rovingFocus } from "/web/kit.js";
import { Crest, Sign, Skyline } from "./drawings.js";
import { UnseenCount } from "./unseencards.js";
import { Crew } from "./people.js";
import { businessOf, playerNames, numberOf, piecesOf } from "./types.js";
import { Town } from "./town.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Site} SiteView */

/** @param {{ scene: Scene }} props */
export function City({ scene }) {
  const { view, texts } = scene;
  const businesses = [...new Set(view.sites.map(({ site }) => businessOf(site)))];
  return html`<section class="cpn-city" aria-label=${texts.phrase("board.city")}>
    <div class="cpn-sky"><${Skyline} /><h2>${texts.term("year")} <b>${view.year}</b></h2></div>
    <div class="cpn-blocks" role="group" aria-label=${texts.phrase("board.city")} ...${rovingFocus}>
      ${businesses.map((business) => html`<${Block} key=${business} scene=${scene} business=${business} />`)}
    </div>
    <${Town} scene=${scene} />
  </section>`;
}

/**
 * A business: its sign, its minimum, the number of its unseen cards, and its two sites.
 * @param {{ scene: Scene, business: string }} props
 */
function Block({ scene, business }) {
  const { view, texts } = scene;
  const sites = view.sites.filter(({ site }) => businessOf(site) === business);
  const { colour = "", minimum = 0 } = sites[0] ?? {};
  const isSelected = view.plan?.card === business || (scene.about && "card" in scene.about && view.hand?.[scene.about.card] === business);
  return html`<article class=${`cpn-block ${colour}${isSelected ? " meant" : ""}`}>
    <header>
      <span class="plate" title=${`${texts.term("minimum")} ${minimum}, ${texts.term(`colour-${colour}`)}`}>${minimum}</span>
      <${Sign} name=${business} />
      <h3>${texts.name(business)}</h3>
      <${UnseenCount} scene=${scene} card=${business} />
    </header>
    <div class="sites">${sites.map((site) => html`<${Site} key=${site.site} scene=${scene} site=${site} />`)}</div>
  </article>`;
}

/**
 * Description of a site.
 * @param {Scene} scene
 * @param {SiteView} site
 */
export function siteWords(scene, site) {
  const { texts, table, me } = scene;
  const { owner, members, guards, value, takes, earns } = site;
  if (owner === null) return texts.phrase("board.site-free", { site: site.site, takes });
  const facts = { site: site.site, pieces: piecesOf(members, guards), value, takes, earns };
  if (owner === me) return texts.phrase("board.site-own", facts);
  return texts.phrase("board.site-held", { ...facts, seat: String(table.names[owner]) });
}

/**
 * Description of the seats that could take over a site.
 * @param {Scene} scene
 * @param {SiteView} site
 */
export function dangerWords(scene, site) {
  const { texts, me } = scene;
  if (site.owner === null) return "";
  const whose = site.owner === me ? "own" : "other";
  if (site.beaten_by.length === 0) return texts.phrase(`board.safe-${whose}`);
  return texts.phrase(`board.beaten-${whose}`, { seats: playerNames(scene, site.beaten_by) });
}

/**
 * The move that a tap on a site means; it may be illegal.
 * @param {Scene} scene
 * @param {string} site
 */
function moveAt({ view, can }, site) {
  if (view.phase === "site") return `site ${site}`;
  if (view.phase === "aim-place") return `strike ${site}`;
  return can(`site ${site}`) ? `site ${site}` : null;
}

/** @param {{ scene: Scene, site: SiteView }} props */
function Site({ scene, site }) {
  const { view, preview, can, act, showPreview, marked, me, steps, inspect, about, moves } = scene;
  const name = site.site;
  const next = preview?.sites.find((other) => other.site === name) ?? site;
  const move = moves.length > 0 ? moveAt(scene, name) : null;
  const isLit = move !== null && can(move);
  const isPlan = view.plan?.site === name;
  const isSwap = view.phase === "pieces" && !isPlan && steps.canGoBack && (view.places?.[view.plan?.card ?? ""] ?? []).includes(name);
  const tap = () => {
    if (move) return void act(name, move);
    if (isSwap) return void steps.rewind(`site ${view.plan?.site}`, `site ${name}`);
    inspect(about && "site" in about && about.site === name ? null : { site: name });
  };
  const owner = site.owner === null ? "" : ` owned fam-${site.owner}`;
  const states = `${isLit ? " lit" : ""}${isPlan ? " planned" : ""}${marked.has(name) ? " last" : ""}${site.owner === me && me !== null ? " mine" : ""}${about && "site" in about && about.site === name ? " looked" : ""}`;
  return html`<div class=${`cpn-site${owner}${states}`} data-site=${name} data-place=${name} data-drop=${name}>
    <button type="button" class="spot" aria-disabled=${move !== null && !isLit} ...${isLit && move ? previewHandlers(showPreview, move) : {}} onClick=${tap}>
      <span class="unseen">${siteWords(scene, site)}</span>
      <span class="top" aria-hidden="true">
        <span class="number">${numberOf(name)}</span>
        ${site.owner !== null && html`<${Crest} seat=${site.owner} family=${String(view.families[site.owner])} />`}
        ${site.owner !== null && html`<${ChangingNumber} class=${next.owner === site.owner ? "value" : "value changing"} now=${site.value} next=${next.value} />`}
        <span class="takes"><${Sign} name="door" />${site.takes}</span>
        ${site.owner === me && me !== null && site.beaten_by.length > 0 && html`<span class="dangers"><${Sign} name="danger" /><b>${site.beaten_by.length}</b>${site.beaten_by.map((seat) => html`<${Crest} key=${seat} seat=${seat} family=${String(view.families[seat])} />`)}</span>`}
      </span>
    </button>
    ${site.owner !== null && html`<${Crew} scene=${scene} seat=${site.owner} members=${site.members} guards=${site.guards} place=${name} />`}
    ${isPlan && view.plan?.card && html`<${Planned} scene=${scene} plan=${view.plan} />`}
    <${RefusalMark} scene=${scene} at=${name} />
  </div>`;
}

/**
 * The pieces planned for the site, visible only to their owner.
 * @param {{ scene: Scene, plan: import("./types.js").Play }} props
 */
function Planned({ scene, plan }) {
  const { members = [], guards = 0 } = plan;
  if (members.length === 0 && guards === 0) return html`<span class="cpn-crew coming" aria-hidden="true"><span class="gap"></span></span>`;
  return html`<span class="cpn-crew coming" aria-hidden="true">
    ${members.map((member) => html`<span key=${member} class=${`cpn-face fam-${scene.me}`}><${Sign} name=${member} /><b>${scene.view.worth[member]}</b></span>`)}
    ${guards > 0 && html`<span class=${`cpn-face guard fam-${scene.me}`}><${Sign} name="guard" /><b>×${guards}</b></span>`}
  </span>`;
}
