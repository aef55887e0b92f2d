/** Buttons for moves that are not pieces: roll, stop, chips, and the ways to use a roll. */

import { html } from "htm/preact";
import { moveFocus, previewHandlers, RefusalMark } from "/web/kit.js";
import { ChipFace, Sign } from "./drawings.js";
import { Effects } from "./effects.js";

/** @typedef {import("./types.js").Scene} Scene */

const MAX_LISTED = 4; // with more ways to use a roll, they are only offered on the board

/** @param {{ scene: Scene }} props */
export function Actions({ scene }) {
  const { view, moves, texts } = scene;
  if (moves.length === 0 || view.phase === "backstabbing") return null;
  return html`<div class=${`cdc-actions ${view.phase}`} role="group" aria-label=${texts.phrase("board.choices")} onKeyDown=${moveFocus}>
    ${view.phase === "turn" && html`<${BetweenRolls} scene=${scene} />`}
    ${view.phase === "declaring" && html`<${Uses} scene=${scene} />`}
    ${view.phase === "busting" && ["reneg", "bust"].map((move) => html`<${Button} key=${move} scene=${scene} move=${move} look=${move === "bust" ? "quiet-way" : "go"} explain />`)}
    ${view.phase === "paying" && ["payoff", "hit-man"].map((move) => html`<${Button} key=${move} scene=${scene} move=${move} look="go" explain />`)}
    ${view.phase === "room" && html`<p class="hint">${texts.phrase(view.pocketing ? "board.room-pocket" : "board.room")}</p>`}
  </div>`;
}

/**
 * Roll, stop, or use chips.
 * @param {{ scene: Scene }} props
 */
function BetweenRolls({ scene }) {
  const { view, texts, held, hold, moves } = scene;
  if (held !== null) {
    const canMove = moves.some((move) => move.startsWith(`deceive ${held} `));
    return html`<${Button} scene=${scene} move=${`pocket ${held}`} look="go" explain />
      ${canMove && html`<p class="hint">${texts.phrase("board.or-move")}</p>`}
      <button type="button" class="cdc-way plain" onClick=${() => hold(null)}>${texts.phrase("board.put-back")}</button>`;
  }
  const hasToken = scene.targets.holds.size > 0;
  return html`<${Button} scene=${scene} move="roll" look="go big" />
    <${Button} scene=${scene} move="stop" look="keep big" />
    <span class="chipways">
      ${["scandal 1", "scandal 2"].map((move) => html`<${Button} key=${move} scene=${scene} move=${move} look="plain" />`)}
      ${hasToken && html`<span class="hint">${texts.phrase("board.tap-token")}</span>`}
    </span>
    ${view.rolls === 0 && view.promised && html`<p class="hint">${texts.phrase("board.promised")}</p>`}`;
}

/**
 * The ways to use a roll: buttons if there are few, and places on the board.
 * @param {{ scene: Scene }} props
 */
function Uses({ scene }) {
  const { view, texts, moves, previewed, held } = scene;
  const options = view.roll?.options ?? [];
  const isListed = options.length <= MAX_LISTED;
  const shownOption = isListed ? undefined : options.find((option) => option.move === previewed);
  const hint = options.some((option) => option.from) ? (held ? "board.shift-to" : "board.shift-from") : "board.on-board";
  return html`${isListed && options.map((option) => html`<${Button} key=${option.move} scene=${scene} move=${option.move} look="go"><${Effects} scene=${scene} option=${option} /><//>`)}
    ${!isListed && html`<div class="hint">${shownOption ? html`<strong>${texts.move(shownOption.move)}</strong> <${Effects} scene=${scene} option=${shownOption} />` : texts.phrase(hint)}</div>`}
    ${moves.includes("reneg") && html`<${Button} scene=${scene} move="reneg" look="plain" />`}`;
}

/**
 * A button for a move. An illegal move can be tried to get the reason.
 * @param {{ scene: Scene, move: string, look: string, explain?: boolean, children?: any }} props
 */
export function Button({ scene, move, look, explain = false, children }) {
  const { view, texts, moves, act } = scene;
  const isLit = moves.includes(move);
  const price = view.prices[move.split(" ")[0] ?? ""] ?? 0;
  const { text } = texts.explain(move);
  return html`<button type="button" class=${`cdc-way ${look}`} data-move=${move} aria-disabled=${!isLit} title=${explain ? undefined : text} ...${isLit ? previewHandlers(scene.showPreview, move) : {}} onClick=${() => act(move, move)}>
    <span class="label">
      ${move === "roll" && html`<${Sign} name="doubles" />`}
      <strong>${texts.move(move)}</strong>
      ${price > 0 && html`<span class="price">${Array.from({ length: price }, (_, chip) => html`<${ChipFace} key=${chip} />`)}<span class="unseen">${texts.phrase("board.price", { chips: price })}</span></span>`}
    </span>
    ${explain && html`<span class="explain">${text}</span>`}
    ${children}
    <${RefusalMark} scene=${scene} at=${move} />
  </button>`;
}
