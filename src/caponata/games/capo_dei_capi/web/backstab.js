/** The Backstab decision: what the other player is about to do, and whether to prevent it. */

import { html } from "htm/preact";
import { Decision, Face } from "/web/kit.js";
import { Sign } from "./drawings.js";
import { Effects } from "./effects.js";
import { percent } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * @param {{ scene: Scene, choose: (move: string) => Promise<import("/web/types.js").Choice>, children?: any }} props
 */
export function Backstab({ scene, choose, children }) {
  const { view, texts, table, moves } = scene;
  const { roll, next } = view;
  if (!roll || moves.length === 0) return null;
  const option = roll.options[0];
  const title = texts.phrase("board.backstab", { seat: String(table.names[view.turn]) });
  return html`<${Decision} when=${table.decision} title=${title} moves=${moves} texts=${texts} choose=${choose}>
    <div class="cdc cdc-backstab">
      <${Sign} name="knife" />
      <span class="plate white"><${Face} value=${roll.white} /></span><span class="plate black"><${Face} value=${roll.black} /></span>
      <div class="about">
        <strong>${view.declared ? texts.move(view.declared) : texts.term(`action-${roll.action}`)}</strong>
        ${option && html`<${Effects} scene=${scene} option=${option} />`}
      </div>
      ${next && html`<p>${texts.phrase("board.backstab-again", { chance: percent(next.bust, next.of, texts.language) })}</p>`}
    </div>
    ${children}
  <//>`;
}
