/** The table of all 36 rolls and their actions. */

import { html } from "htm/preact";
import { useState } from "preact/hooks";
import { Dialog, Face } from "/web/kit.js";
import { ChipFace, CubeFace, Sign, TokenFace } from "./drawings.js";
import { FACES, percent } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/** Signs for the effects of an action. @type {Record<string, string[]>} */
const PARTS = {
  influence: ["token"],
  extort: ["level", "chip"],
  bribe: ["bribe"],
  expose: ["eye", "level"],
  invest: ["cube"],
  "invest-mayor": ["cube", "level"],
  "invest-expose": ["cube", "eye"],
  "influence-doubles": ["token", "hat"],
  "extort-doubles": ["level", "hat"],
  "bribe-doubles": ["bribe", "hat"],
  "invest-doubles": ["cube", "hat"],
};

/** @param {{ name: string }} props */
function Part({ name }) {
  if (name === "token") return html`<${TokenFace} kind="influence-" />`;
  if (name === "bribe") return html`<${TokenFace} kind="hidden" />`;
  if (name === "eye") return html`<${TokenFace} kind="open-" />`;
  if (name === "cube") return html`<${CubeFace} />`;
  if (name === "chip") return html`<${ChipFace} />`;
  return html`<${Sign} name=${name} />`;
}

/**
 * The table with the current roll marked and the rolls that would bust crossed out.
 * @param {{ scene: Scene, close: () => void }} props
 */
export function DiceTable({ scene, close }) {
  const { view, texts } = scene;
  const [white = 1, black = 2] = view.dice ?? [];
  const [picked, pick] = useState({ white, black });
  const roll = (picked.white - 1) * FACES.length + picked.black - 1;
  const action = String(view.actions[roll]);
  return html`<${Dialog} title=${texts.phrase("board.table")} close=${close} wide>
    <div class="cdc cdc-dicetable">
      <table>
        <thead>
          <tr>
            <td></td>
            ${FACES.map((face) => html`<th key=${face} scope="col"><span class="plate white"><${Face} value=${face} /></span><span class="unseen">${texts.phrase("board.die", { colour: "white", value: face })}</span></th>`)}
          </tr>
        </thead>
        <tbody>
          ${FACES.map(
            (low) => html`<tr key=${low}>
              <th scope="row"><span class="plate black"><${Face} value=${low} /></span><span class="unseen">${texts.phrase("board.die", { colour: "black", value: low })}</span></th>
              ${FACES.map((high) => html`<${Cell} key=${high} scene=${scene} white=${high} black=${low} isPicked=${high === picked.white && low === picked.black} pick=${pick} />`)}
            </tr>`,
          )}
        </tbody>
      </table>
      <div class="about" aria-live="polite">
        <h3>
          <span class="plate white"><${Face} value=${picked.white} /></span><span class="plate black"><${Face} value=${picked.black} /></span>
          <span>${texts.term(`action-${action}`)}</span>
        </h3>
        <p>${texts.term(`means-${action}`)}</p>
        ${busts(scene, roll) > 0 && html`<p class="busts">${texts.phrase("board.would-bust", { chance: percent(busts(scene, roll), weightOfRoll(scene), texts.language) })}</p>`}
        <ul class="legend">
          <li><span class="swatch here"></span>${texts.phrase("board.legend-here")}</li>
          ${view.next && html`<li><span class="swatch bust"></span>${texts.phrase("board.legend-bust")}</li>`}
          <li><${Sign} name="hat" />${texts.phrase("board.legend-hat")}</li>
          <li><${TokenFace} kind="open-" />${texts.phrase("board.legend-eye")}</li>
        </ul>
      </div>
    </div>
  <//>`;
}

/** @param {Scene} scene @param {number} roll */
const busts = ({ view }, roll) => view.next?.busts[roll] ?? 0;

/** Weight of a single roll in the odds. @param {Scene} scene */
const weightOfRoll = ({ view }) => (view.next ? view.next.of / view.next.busts.length : 1);

/** @param {{ scene: Scene, white: number, black: number, isPicked: boolean, pick: (roll: { white: number, black: number }) => void }} props */
function Cell({ scene, white, black, isPicked, pick }) {
  const { view, texts } = scene;
  const roll = (white - 1) * FACES.length + black - 1;
  const action = String(view.actions[roll]);
  const ways = busts(scene, roll);
  const here = view.dice?.[0] === white && view.dice[1] === black;
  const label = texts.phrase(ways > 0 ? "board.cell-bust" : "board.cell", { white, black, action: texts.term(`action-${action}`) });
  return html`<td class=${`${action.split("-")[0]}${ways > 0 ? " bust" : ""}${here ? " here" : ""}`}>
    <button type="button" aria-label=${label} aria-pressed=${isPicked} onClick=${() => pick({ white, black })}>
      ${(PARTS[action] ?? []).map((name) => html`<${Part} key=${name} name=${name} />`)}
    </button>
  </td>`;
}
