/** The pieces on the table: tokens, cubes and chips, with the attributes for their animation. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark } from "/web/kit.js";
import { ChipFace, CubeFace, TokenFace } from "./drawings.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * A token in its place; a button if it can be tapped.
 * @param {{ scene: Scene, piece: import("./piecetracker.js").Piece, at: string, label: string, tried?: string | null }} props  `tried`: the move
 *   sent by a tap when none is legal, to get the reason
 */
export function Token({ scene, piece, at, label, tried = null }) {
  const { targets, pieces, marked, act, hold, held, showPreview, texts } = scene;
  const move = targets.acts.get(at);
  const area = targets.holds.get(at);
  const isLit = move !== undefined || area !== undefined;
  const classes = `cdc-token${isLit ? " lit" : ""}${marked.has(at) ? " last" : ""}${area && area === held ? " held" : ""}`;
  const shown = { "data-piece": piece.id, "data-from": pieces.origins.get(piece.id) ?? undefined, "data-at": at };
  const face = html`<${TokenFace} kind=${piece.kind} />`;
  const tap = () => {
    if (move) act(move, at);
    else if (area) hold(held === area ? null : area);
    else if (tried) act(tried, at);
  };
  if (!isLit && !tried) return html`<span key=${piece.id} class=${classes} ...${shown} role="img" aria-label=${label}>${face}</span>`;
  const name = move ? `${label}. ${texts.move(move)}` : label;
  return html`<button
    key=${piece.id}
    type="button"
    class=${classes}
    ...${shown}
    aria-label=${name}
    aria-pressed=${area ? area === held : undefined}
    aria-disabled=${!isLit}
    ...${move ? previewHandlers(showPreview, move) : {}}
    onClick=${tap}
  >
    ${face}<${RefusalMark} scene=${scene} at=${at} />
  </button>`;
}

/**
 * The cubes of a zone.
 * @param {{ scene: Scene, zone: string, label: string }} props
 */
export function Cubes({ scene, zone, label }) {
  const { pieces, marked } = scene;
  const cubes = pieces.cubes.get(zone) ?? [];
  const isNew = marked.has(`cubes ${zone}`) || marked.has(zone.replace("-", " "));
  return html`<span class=${`cdc-cubes${cubes.length > 4 ? " many" : ""}${isNew ? " last" : ""}`} role="img" aria-label=${label}>
    ${cubes.map((id) => html`<span key=${id} class="cdc-cube" data-piece=${id} data-from=${pieces.origins.get(id)}><${CubeFace} /></span>`)}
  </span>`;
}

/**
 * The chips of a zone.
 * @param {{ scene: Scene, zone: string, label: string }} props
 */
export function Chips({ scene, zone, label }) {
  const { pieces } = scene;
  const chips = pieces.chips.get(zone) ?? [];
  return html`<span class="cdc-chips" role="img" aria-label=${label}>
    ${chips.map((id) => html`<span key=${id} class="cdc-chip" data-piece=${id} data-from=${pieces.origins.get(id)}><${ChipFace} /></span>`)}
  </span>`;
}
