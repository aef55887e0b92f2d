/** The six areas: two sides with circles, the places beside them, and the house in between. */

import { html } from "htm/preact";
import { ChangingNumber, Face, moveFocus, previewHandlers, RefusalMark, SeatMark } from "/web/kit.js";
import { Sign, TokenFace, CubeFace } from "./drawings.js";
import { dieOf, rangeText } from "./types.js";
import { Cubes, Token } from "./tokens.js";
import { atArea, atBeside, atCircle, likelyMove } from "./targets.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Area} AreaView */

const CIRCLES = [1, 2, 3, 4, 5];

/**
 * The three areas of a colour.
 * @param {{ scene: Scene, colour: string }} props
 */
export function Areas({ scene, colour }) {
  const areas = scene.view.areas.filter(({ name }) => dieOf(name).colour === colour);
  return html`<div class=${`cdc-areas ${colour}`} role="group" aria-label=${scene.texts.phrase("board.areas", { colour })} onKeyDown=${moveFocus}>
    ${areas.map((area) => html`<${Area} key=${area.name} scene=${scene} area=${area} />`)}
  </div>`;
}

/** @param {{ scene: Scene, area: AreaView }} props */
function Area({ scene, area }) {
  const { view, me } = scene;
  const isOver = view.phase === "over";
  const won = isOver && typeof area.leader === "number" ? ` won-${area.leader}` : "";
  const isAsked = view.room?.area === area.name ? " asked" : "";
  return html`<article class=${`cdc-area${won}${isAsked}`} data-area=${area.name}>
    <${Side} scene=${scene} area=${area} seat=${1 - me} isMine=${false} />
    <${House} scene=${scene} area=${area} />
    ${[1 - me, me].map((seat) => html`<${Total} key=${seat} scene=${scene} area=${area} seat=${seat} />`)}
    <${Side} scene=${scene} area=${area} seat=${me} isMine=${true} />
  </article>`;
}

/**
 * One player's side of an area.
 * @param {{ scene: Scene, area: AreaView, seat: number, isMine: boolean }} props
 */
function Side({ scene, area, seat, isMine }) {
  const { view, texts, pieces, table } = scene;
  const tokens = pieces.on.get(`${seat} ${area.name}`) ?? [];
  const beside = view.turn === seat ? pieces.beside.get(area.name) : undefined;
  const name = String(table.names[seat]);
  const label = texts.phrase(isMine && table.you !== null ? "board.side-yours" : "board.side", { seat: name, area: area.name, total: rangeText(area.totals[seat]) });
  return html`<div class=${`cdc-side seat-${seat}${isMine ? " mine" : ""}`} role="group" aria-label=${label}>
    <div class="circles">
      ${CIRCLES.map((circle) => {
        const piece = tokens[circle - 1];
        return html`<span key=${circle} class="circle">
          ${piece && html`<${Token} scene=${scene} piece=${piece} at=${atCircle(seat, area.name, circle)} label=${texts.name(piece.kind)} />`}
        </span>`;
      })}
    </div>
    <${Beside} scene=${scene} area=${area} seat=${seat} piece=${beside} />
  </div>`;
}

/**
 * The place beside an area: its token is not secured yet. The token of a previewed move is shown too.
 * @param {{ scene: Scene, area: AreaView, seat: number, piece: import("./piecetracker.js").Piece | undefined }} props
 */
function Beside({ scene, area, seat, piece }) {
  const { view, texts, held, previewed } = scene;
  const at = atBeside(area.name);
  const isTurn = view.turn === seat && view.phase !== "over";
  const coming = isTurn && !piece ? comingToken(scene, area.name) : null;
  const isMoving = held !== null && held === area.name && previewed?.startsWith("deceive");
  const tried = view.phase === "turn" && seat === view.seat && scene.moves.length > 0 ? `pocket ${area.name}` : null;
  return html`<span class=${`beside${isTurn ? " open" : ""}${isMoving ? " leaving" : ""}`}>
    ${piece && html`<${Token} scene=${scene} piece=${piece} at=${at} label=${texts.phrase("board.beside", { token: piece.kind, area: area.name })} tried=${tried} />`}
    ${coming && html`<span class=${`cdc-ghost${coming.isSure ? " sure" : ""}`} aria-hidden="true"><${TokenFace} kind=${coming.token} /></span>`}
  </span>`;
}

/**
 * Token that would be placed beside an area, and whether that is certain.
 * @param {Scene} scene
 * @param {string} area
 */
function comingToken({ view, previewed, pieces, targets }, area) {
  const found = view.roll?.options.find((option) => option.area === area && option.token);
  if (found?.token) return { token: found.token, isSure: view.declared !== null || previewed === found.move };
  const move = targets.acts.get(atArea(area));
  if (!move?.startsWith("deceive") || previewed !== move) return null;
  const moved = pieces.beside.get(String(move.split(" ")[1]));
  return moved ? { token: moved.kind, isSure: true } : null;
}

/**
 * The house of an area; a tap on it chooses the area.
 * @param {{ scene: Scene, area: AreaView }} props
 */
function House({ scene, area }) {
  const { view, texts, targets, moves, held, act, hold, showPreview, me, table, previewed } = scene;
  const at = atArea(area.name);
  const move = targets.acts.get(at);
  const from = targets.holds.get(at);
  const isLit = move !== undefined || from !== undefined;
  const isAsked = moves.length > 0 && (view.phase === "declaring" || held !== null);
  const { colour, value } = dieOf(area.name);
  const option = view.roll?.options.find((use) => use.area === area.name && use.cube && (view.declared !== null || use.move === previewed));
  const tap = () => {
    if (move) return act(move, at);
    if (from) return hold(held === from ? null : from);
    const tried = isAsked ? likelyMove(moves, area.name, held) : null;
    if (tried) act(tried, at);
  };
  const name = texts.name(area.name);
  const totals = [1 - me, me].map((seat) => texts.phrase("board.total", { seat: String(table.names[seat]), total: rangeText(area.totals[seat]) }));
  const label = [`${name}, ${texts.phrase("board.die", { colour, value })}`, texts.phrase("board.cubes", { cubes: area.cubes }), ...totals].join(". ");
  const inside = html`
    <span class=${`plate ${colour}`}><${Face} value=${value} /></span>
    <${Sign} name=${area.name} />
    <span class="name">${name}</span>
    <${Cubes} scene=${scene} zone=${area.name} label=${texts.phrase("board.cubes", { cubes: area.cubes })} />
    ${option && html`<span class=${`cdc-ghostcube${option.from ? "" : " sure"}`} aria-hidden="true"><${CubeFace} /></span>`}
    <${RefusalMark} scene=${scene} at=${at} />`;
  return html`<button
    type="button"
    class=${`cdc-house${isLit ? " lit" : ""}${held === area.name ? " held" : ""}`}
    data-at=${at}
    aria-label=${move ? `${texts.move(move)}. ${label}` : label}
    aria-disabled=${!isLit}
    aria-pressed=${from ? held === from : undefined}
    ...${move ? previewHandlers(showPreview, move) : {}}
    onClick=${tap}
  >
    ${inside}
  </button>`;
}

/**
 * Total of one side, highlighted for the leader, after the previewed move if there is one.
 * @param {{ scene: Scene, area: AreaView, seat: number }} props
 */
function Total({ scene, area, seat }) {
  const shown = scene.preview?.areas.find(({ name }) => name === area.name) ?? area;
  const before = rangeText(area.totals[seat]);
  const after = rangeText(shown.totals[seat]);
  const state = shown.leader === seat ? " leads" : shown.leader === "tied" ? " tied" : "";
  return html`<span class=${`cdc-total seat-${seat}${seat === scene.me ? " mine" : ""}${state}`} aria-hidden="true">
    <${SeatMark} seat=${seat} /><${ChangingNumber} now=${before} next=${after} />
  </span>`;
}
