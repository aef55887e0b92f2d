/** A placement that is being put together: the site, the pieces, what they are worth, and what would come of it. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { rovingFocus } from "/web/parts/arrowkeys.js";
import { previewHandlers } from "/web/parts/preview.js";
import { dangerWords, siteWords } from "./city.js";
import { Crest, Sign, signOf } from "./drawings.js";
import { Refusal } from "./refusal.js";
import { businessOf, share } from "./shapes.js";
import { Way } from "./ways.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").Play} Play */

/**
 * The sites that the card could be used on.
 * @param {{ scene: Scene, plan: Play }} props
 */
export function SiteChoice({ scene, plan }) {
  const { view, texts, can, act, showPreview, me } = scene;
  const isTakeover = plan.card === "uebernahme";
  const sites = view.sites.filter((site) => (isTakeover ? site.owner !== null && site.owner !== me : businessOf(site.site) === plan.card));
  return html`<section class="cpn-panel" aria-label=${texts.term("plan")}>
    <${PlanHead} scene=${scene} plan=${plan} />
    <div class="cpn-options" role="group" aria-label=${texts.term("site")} ...${rovingFocus}>
      ${sites.map((site) => {
        const move = `site ${site.site}`;
        return html`<button key=${site.site} type="button" class=${`cpn-option${site.owner === null ? "" : ` fam-${site.owner}`}`} data-move=${move} aria-disabled=${!can(move)} ...${can(move) ? previewHandlers(showPreview, move) : {}} onClick=${() => act(move, move)}>
          ${site.owner === null ? html`<${Sign} name=${businessOf(site.site)} />` : html`<${Crest} seat=${site.owner} family=${String(view.families[site.owner])} />`}
          <span>${siteWords(scene, site)}</span>
          <${Refusal} scene=${scene} at=${move} />
        </button>`;
      })}
    </div>
  </section>`;
}

/**
 * What is being played, and the way back.
 * @param {{ scene: Scene, plan: Play }} props
 */
export function PlanHead({ scene, plan }) {
  const { texts, steps } = scene;
  return html`<h2 class="cpn-planhead">
    <${Sign} name=${signOf(plan.card)} /><span>${plan.site && businessOf(plan.site) === plan.card ? "" : texts.name(plan.card)} ${plan.site && html`<strong>${texts.name(plan.site)}</strong>`}</span>
    <small class="secret">${texts.phrase("board.secret")}</small>
    ${steps.canGoBack && html`<button type="button" class="cpn-way plain" data-move="back" onClick=${() => void steps.clear()}>${texts.phrase("board.put-back")}</button>`}
  </h2>`;
}

/**
 * The total against what is needed, and what the placement would earn and fear.
 * @param {{ scene: Scene, plan: Play }} props
 */
export function Gauge({ scene, plan }) {
  const { view, texts } = scene;
  const { value = 0, need = 0, mode = "freely", complete = false, earns = 0, site } = plan;
  const after = useConfirmed(scene, complete);
  const placed = after?.sites.find((each) => each.site === site) ?? null;
  const held = view.held[plan.card];
  const filled = need > 0 ? Math.min(100, Math.round((100 * value) / need)) : 100;
  return html`<section class="cpn-panel cpn-plan" aria-label=${texts.term("plan")}>
    <${PlanHead} scene=${scene} plan=${plan} />
    <div class=${`gauge${complete ? " complete" : ""}`}>
      <span class="bar" aria-hidden="true"><i style=${`width: ${filled}%`}></i></span>
      <p aria-live="polite"><b>${value}</b> ${texts.phrase(`board.needs-${mode}`, { need })} <span class="earns">${texts.phrase("board.would-earn", { money: earns })}</span></p>
    </div>
    ${placed && html`<p class="fears">${dangerWords(scene, placed)}${placed.beaten_by.length > 0 && held !== undefined ? ` ${texts.phrase("board.held", { chance: share(held, texts.language) })}` : ""}</p>`}
  </section>`;
}

/** The last word: below the pieces, where the thumb is. @param {{ scene: Scene }} props */
export function Confirm({ scene }) {
  if (scene.view.phase !== "pieces" || scene.moves.length === 0) return null;
  return html`<div class="cpn-confirm"><${Way} scene=${scene} move="confirm" look="go big" /></div>`;
}

/**
 * The view after the placement is confirmed, as soon as it can be.
 * @param {Scene} scene
 * @param {boolean} complete
 */
function useConfirmed({ table, view }, complete) {
  const [after, setAfter] = useState(/** @type {import("./shapes.js").View | null} */ (null));
  useEffect(() => {
    let isWanted = complete && table.mode === "play";
    setAfter(null);
    if (isWanted) table.preview("confirm").then((seen) => isWanted && setAfter(/** @type {any} */ (seen)), () => undefined);
    return () => void (isWanted = false);
  }, [view, complete]);
  return after;
}
