/** The targets of an action, with what each would cost its family. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark, rovingFocus } from "/web/kit.js";
import { Crest, Sign } from "./drawings.js";
import { PlanHead } from "./plan.js";
import { Face } from "./people.js";
import { piecesOf, whereWords } from "./types.js";

/** @typedef {import("./types.js").Member} Member */
/** @typedef {import("./view.js").Leisure} Leisure */
/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Play} Play */

/** All targets of the planned action. @param {{ scene: Scene, plan: Play }} props */
export function Targets({ scene, plan }) {
  const { view, texts, moves } = scene;
  return html`<section class="cpn-panel" aria-label=${texts.term("plan")}>
    <${PlanHead} scene=${scene} plan=${plan} />
    <div class=${`cpn-options ${view.phase}`} role="group" aria-label=${texts.phrase("board.targets")} ...${rovingFocus}>
      ${moves.map((move) => html`<${Target} key=${move} scene=${scene} move=${move} />`)}
    </div>
  </section>`;
}

/** @param {{ scene: Scene, move: string }} props */
function Target({ scene, move }) {
  const { view, texts, table, act, showPreview } = scene;
  const [verb = "", first = "", member = ""] = move.split(" ");
  const victim = victimOf(scene, move);
  const description = () => {
    if (verb === "seize") return html`<${Face} scene=${scene} seat=${victim} member=${member} /><span><strong>${texts.name(member)}</strong> ${table.names[victim]}, ${whereWords(scene, victim, /** @type {Member} */ (member))}</span>`;
    if (verb === "squeeze") return html`<span><strong>${table.names[victim]}</strong> ${texts.phrase("board.would-pay", { money: view.protection[victim] })}</span>`;
    const site = view.sites.find((candidate) => candidate.site === first);
    const pieces = site ? piecesOf(site.members, site.guards) : [String(view.leisure[/** @type {Leisure} */ (first)]?.member)];
    return html`<span><strong>${texts.name(first)}</strong> ${texts.phrase("board.would-die", { seat: String(table.names[victim]), pieces })}</span>`;
  };
  return html`<button type="button" class=${`cpn-option fam-${victim}`} data-move=${move} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}>
    ${verb === "strike" && html`<${Sign} name=${first.replace(/-\d$/, "")} />`}
    <${Crest} seat=${victim} family=${String(view.families[victim])} />${description()}
    <${RefusalMark} scene=${scene} at=${move} />
  </button>`;
}

/**
 * The seat that a move targets.
 * @param {Scene} scene
 * @param {string} move
 */
function victimOf({ view }, move) {
  const [verb, first = ""] = move.split(" ");
  if (verb !== "strike") return Number(first) - 1;
  return view.sites.find((site) => site.site === first)?.owner ?? view.leisure[/** @type {Leisure} */ (first)]?.seat ?? 0;
}
