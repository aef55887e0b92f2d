/** The dice, the action of the roll, and the end of a turn. */

import { html } from "htm/preact";
import { Dice } from "/web/kit.js";
import { ChipFace, CubeFace, TokenFace } from "./drawings.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").GameEvent} GameEvent */
/** @typedef {import("./recent.js").TurnEnd} TurnEnd */

/**
 * @param {{ scene: Scene, roll: GameEvent | null, end: TurnEnd | null }} props
 */
export function Tray({ scene, roll, end }) {
  const { view, texts, table } = scene;
  const [white = 0, black = 0] = view.dice ?? [];
  const isQuiet = view.phase === "turn" && view.rolls === 0;
  const dice = [
    { value: white, name: texts.name("white"), look: "", isQuiet },
    { value: black, name: texts.name("black"), look: "dark", isQuiet },
  ];
  return html`<div class=${`cdc-tray${end ? ` ended ${end.kind}` : ""}`}>
    <${Dice} dice=${dice} roll=${roll?.n ?? 0} motion=${table.motion} />
    ${end && html`<span key=${end.cause.n} class=${`cdc-stamp ${end.kind}`} aria-hidden="true">${texts.phrase(`board.stamp-${end.kind}`)}</span>`}
  </div>`;
}

/**
 * Explanation of the roll, or the end of the turn.
 * @param {{ scene: Scene, roll: GameEvent | null, end: TurnEnd | null }} props
 */
export function Meaning({ scene, roll, end }) {
  const { view, texts } = scene;
  if (end) return html`<${TurnResult} scene=${scene} end=${end} />`;
  const action = view.roll?.action ?? (roll ? String(roll["action"]) : null);
  if (!action) return html`<div class="cdc-meaning"></div>`;
  const cause = view.roll?.bust;
  return html`<div class=${`cdc-meaning${cause ? " bust" : ""}${view.roll ? "" : " done"}`}>
    <h2>${texts.term(`action-${action}`)}</h2>
    <p>${cause ? texts.phrase("board.busts-by", { cause: texts.term(`bust-${cause}`) }) : texts.term(`means-${action}`)}</p>
  </div>`;
}

/**
 * End of the last turn: what was lost or gained.
 * @param {{ scene: Scene, end: TurnEnd }} props
 */
function TurnResult({ scene, end }) {
  const { texts, table } = scene;
  const { text } = texts.event(end.cause, table.names, table.you);
  const things = end.events.flatMap((event) => {
    if (event["token"]) return [html`<${TokenFace} key=${event.n} kind=${String(event["token"])} />`];
    const count = Number(event["count"] ?? event["cubes"] ?? 0);
    const face = event.event === "chips" ? html`<${ChipFace} />` : html`<${CubeFace} />`;
    return Array.from({ length: count }, (_, number) => html`<span key=${`${event.n}.${number}`}>${face}</span>`);
  });
  return html`<div class=${`cdc-meaning ended ${end.kind}`}>
    <h2>${text}</h2>
    <p class="things" aria-hidden="true"><span>${texts.phrase(end.kind === "bust" ? "board.lost" : "board.kept")}</span>${things.length > 0 ? things : html`<span>\u2013</span>`}</p>
  </div>`;
}
