/** A planned placement: its site, pieces, value and consequences. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { previewHandlers, RefusalMark, rovingFocus } from "/web/kit.js";
import { dangerWords, siteWords } from "./city.js";
import { Crest, Sign, signOf, Subtitle } from "./drawings.js";
import { businessOf, share } from "./types.js";
import { MoveButton } from "./movebutton.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Play} Play */

/**
 * The sites on which the card can be used.
 * @param {{ scene: Scene, plan: Play }} props
 */
export function SiteChoice({ scene, plan }) {
  const { view, texts, can, act, showPreview } = scene;
  const sites = view.sites.filter((site) => can(`site ${site.site}`));
  return html`<section class="cpn-panel" aria-label=${texts.term("plan")}>
    <${PlanHead} scene=${scene} plan=${plan} />
    <div class="cpn-options" role="group" aria-label=${texts.term("site")} ...${rovingFocus}>
      ${sites.map((site) => {
        const move = `site ${site.site}`;
        return html`<button key=${site.site} type="button" class=${`cpn-option${site.owner === null ? "" : ` fam-${site.owner}`}`} data-move=${move} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}>
          ${site.owner === null ? html`<${Sign} name=${businessOf(site.site)} />` : html`<${Crest} seat=${site.owner} family=${String(view.families[site.owner])} />`}
          <span>${siteWords(scene, site)}</span>
          <${RefusalMark} scene=${scene} at=${move} />
        </button>`;
      })}
    </div>
  </section>`;
}

/**
 * The planned card and site, and a button to cancel.
 * @param {{ scene: Scene, plan: Play }} props
 */
export function PlanHead({ scene, plan }) {
  const { texts, steps } = scene;
  return html`<h2 class="cpn-planhead">
    <${Sign} name=${signOf(plan.card)} /><span>${plan.site && businessOf(plan.site) === plan.card ? "" : html`${texts.name(plan.card)} <${Subtitle} scene=${scene} card=${plan.card} />`} ${plan.site && html`<strong>${texts.name(plan.site)}</strong>`}</span>
    <small class="secret">${texts.phrase("board.secret")}</small>
    ${steps.canGoBack && html`<button type="button" class="cpn-way plain" data-move="back" onClick=${() => void steps.clear()}>${texts.phrase("board.put-back")}</button>`}
  </h2>`;
}

/**
 * The total compared with the required value, the earnings and the risk of the placement.
 * @param {{ scene: Scene, plan: Play }} props
 */
export function Gauge({ scene, plan }) {
  const { view, texts } = scene;
  const { value = 0, need = 0, mode = "freely", complete = false, earns = 0, site } = plan;
  const after = useConfirmed(scene, complete);
  const placed = after?.sites.find((other) => other.site === site) ?? null;
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

/** The confirm button, below the pieces within reach of the thumb. @param {{ scene: Scene }} props */
export function Confirm({ scene }) {
  if (scene.view.phase !== "pieces" || scene.moves.length === 0) return null;
  return html`<div class="cpn-confirm"><${MoveButton} scene=${scene} move="confirm" look="go big" /></div>`;
}

/**
 * The view after the placement is confirmed, once it is complete.
 * @param {Scene} scene
 * @param {boolean} complete
 */
function useConfirmed({ table, view }, complete) {
  const [after, setAfter] = useState(/** @type {import("./types.js").View | null} */ (null));
  useEffect(() => {
    let isCurrent = complete && table.mode === "play";
    setAfter(null);
    if (isCurrent) table.preview("confirm").then((next) => isCurrent && setAfter(next), () => undefined);
    return () => void (isCurrent = false);
  }, [view, complete]);
  return after;
}
