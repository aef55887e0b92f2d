/** Buttons for the moves of the picked cards and for moves without cards, with their consequences. */

import { html } from "htm/preact";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { moveFocus, previewHandlers, SeatMark } from "/web/kit.js";
import { CityFace } from "./cards.js";
import { Sign } from "./drawings.js";
import { nameOf, pieces, playName } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

const PLAIN = ["pass", "hold", "refrain"];
const CITIES = /** @type {const} */ (["stake", "yield", "pick"]);
const CARDS = ["lay", "give", "fight", "discard"];

/**
 * The row of buttons below the prompt.
 * @param {{ scene: Scene }} props
 */
export function Choices({ scene }) {
  const { texts, moves, pick, act, showPreview } = scene;
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const offered = pick.options.join();
  const canGrow = pieces(scene.view.hand ?? []).some(({ id }) => pick.fits(id));
  useLayoutEffect(() => {
    if (scene.byKey && pick.options.length > 0 && !canGrow) first.current?.focus(); // no further card can be added
  }, [offered]);
  useEffect(() => {
    showPreview(pick.options[0] ?? null); // touch devices cannot hover: preview the complete move
  }, [offered]);
  const canPick = moves.some((move) => CARDS.includes(move.split(" ")[0] ?? ""));
  const plain = PLAIN.filter((move) => moves.includes(move));
  const cities = CITIES.find((verb) => moves.some((move) => move.startsWith(`${verb} `)));
  if (cities) return html`<${CityChoice} scene=${scene} verb=${cities} />`;
  if (moves.includes("turn")) return html`<${DirectionChoice} scene=${scene} /><${PreviewText} scene=${scene} />`;
  if (plain.length === 0 && !canPick) return html`<${PreviewText} scene=${scene} />`;
  const foes = moves.filter((move) => move.startsWith("challenge "));
  return html`<div class=${`cpo-ways${foes.length > 0 ? " full" : ""}`} role="group" aria-label=${texts.phrase("board.choices")} onKeyDown=${moveFocus}>
      ${plain.map((move) => html`<button key=${move} type="button" class=${`cpo-do ${move}`} data-move=${move} title=${texts.explain(move).text} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}>${texts.move(move)}</button>`)}
      ${foes.map((move) => html`<${Foe} key=${move} scene=${scene} move=${move} />`)}
      ${pick.options.map(
        (move) => html`<button key=${move} ref=${first} type="button" class="cpo-do go" data-move=${move} ...${previewHandlers((previewed) => showPreview(previewed ?? pick.options[0] ?? null), move)} onClick=${() => act(move, move)}><${Label} scene=${scene} move=${move} /></button>`,
      )}
      ${canPick && pick.picked.length === 0 && html`<p class="more">${texts.phrase("board.pick-first")}</p>`}
      ${pick.picked.length > 0 && pick.options.length === 0 && html`<p class="more" role="status">${texts.phrase("board.pick-more", { cards: pick.picked.length })}</p>`}
      ${pick.picked.length > 0 && html`<button type="button" class="cpo-do back" aria-label=${texts.phrase("board.put-back")} title=${texts.phrase("board.put-back")} onClick=${pick.clear}><${Sign} name="cross" /></button>`}
    </div>
    <${PreviewText} scene=${scene} />`;
}

/**
 * A seat that a 9 may challenge. The seat at the table is highlighted too.
 * @param {{ scene: Scene, move: string }} props
 */
function Foe({ scene, move }) {
  const { texts, act, showPreview, view } = scene;
  const seat = Number(move.split(" ")[1]) - 1;
  const cards = view.cities[seat]?.count ?? 0;
  return html`<button type="button" class="cpo-do foe" data-move=${move} title=${texts.explain(move).text} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}>
    <${SeatMark} seat=${seat} /><span class="unseen">${texts.phrase("board.challenge", { seat: nameOf(scene, seat) })}, ${texts.phrase("board.city-count", { cards })}</span><span class="name" aria-hidden="true">${nameOf(scene, seat)}</span><${CityFace} colour=${null} count=${cards} />
  </button>`;
}

/**
 * City cards to choose from: a button per colour, with the number one would then own.
 * @param {{ scene: Scene, verb: "stake" | "yield" | "pick" }} props
 */
function CityChoice({ scene, verb }) {
  const { view, texts, moves, act, showPreview } = scene;
  const own = view.city ?? [];
  const pile = verb === "pick" ? view.shown : own;
  return html`<div class="cpo-ways full" role="group" aria-label=${texts.phrase("board.city-choice")} onKeyDown=${moveFocus}>
    ${moves.map((move) => {
      const colour = move.split(" ")[1] ?? "";
      const copies = pile.filter((other) => other === colour).length;
      const now = own.filter((other) => other === colour).length;
      return html`<button key=${move} type="button" class="cpo-do city" data-move=${move} title=${texts.explain(move).text} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}>
        <${CityFace} colour=${colour} />
        <span class="words"><span>${texts.move(move)}${copies > 1 ? ` (${copies})` : ""}</span><small>${texts.phrase("board.owned-becoming", { now, then: verb === "pick" ? now + 1 : now - 1 })}</small></span>
      </button>`;
    })}
  </div>`;
}

/**
 * The choice after a 7: keep the direction or reverse it.
 * @param {{ scene: Scene }} props
 */
function DirectionChoice({ scene }) {
  const { view, texts, act, showPreview } = scene;
  return html`<div class="cpo-ways" role="group" aria-label=${texts.phrase("board.both-ways")} onKeyDown=${moveFocus}>
    ${["keep", "turn"].map((move) => {
      const isTurned = (move === "turn") !== view.direction < 0;
      return html`<button key=${move} type="button" class="cpo-do wide" data-move=${move} title=${texts.explain(move).text} ...${previewHandlers(showPreview, move)} onClick=${() => act(move, move)}>
        <${Sign} name="way" class=${isTurned ? "" : "on"} /><span>${texts.move(move)}</span>
      </button>`;
    })}
  </div>`;
}

/**
 * The name of a play; its cards are raised in the fan.
 * @param {{ scene: Scene, move: string }} props
 */
function Label({ scene, move }) {
  const { view, texts } = scene;
  const play = view.lays?.find((lay) => lay.move === move);
  if (!play || play.sort === "single") return html`<strong>${texts.move(move)}</strong>`;
  return html`<strong>${texts.phrase("board.lay-play", { play: playName(scene, play) })}</strong>${play.sort === "hand" && html` <span class="ranks">${play.as.join("-")}</span>`}<span class="unseen">: ${texts.move(move)}</span>`;
}

/**
 * Consequences of the previewed move, as far as its seat can know them.
 * @param {{ scene: Scene }} props
 */
function PreviewText({ scene }) {
  const words = previewSentences(scene);
  if (scene.moves.length === 0) return null;
  return html`<p class="cpo-outlook" aria-live="polite">${words.join(" ")}</p>`;
}

/**
 * @param {Scene} scene
 * @returns {string[]}
 */
function previewSentences(scene) {
  const { view, preview, previewed, texts } = scene;
  if (!preview || !previewed || view.seat === null) return [];
  const play = view.lays?.find((lay) => lay.move === previewed);
  const number = preview.outs.findIndex((out) => out.seat === view.seat);
  const isOut = number >= 0 && !view.outs.some((out) => out.seat === view.seat);
  const penalty = preview.outs[number]?.penalty ?? "none";
  const words = [];
  if (play && play.by !== "lead") words.push(texts.phrase("board.then-by", { by: play.by, seat: nameOf(scene, view.top?.seat ?? 0) }));
  if (isOut) words.push(texts.phrase("board.then-out", { number: number + 1 }));
  else if (previewed.startsWith("lay ")) words.push(texts.phrase("board.then-left", { cards: preview.cards[view.seat] }));
  if (isOut && penalty !== "none") words.push(texts.phrase(`board.then-${penalty}`));
  if (preview.phase === "turning") words.push(texts.phrase("board.then-turn"));
  if (preview.phase === "challenging") words.push(texts.phrase("board.then-challenge"));
  if (preview.phase === "playing" && preview.turn !== view.turn) words.push(texts.phrase(preview.top ? "board.then-next" : "board.then-leads", { seat: nameOf(scene, preview.turn) }));
  return words;
}
