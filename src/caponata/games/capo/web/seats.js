/** The other seats in order of play, and the direction of play. */

import { html } from "htm/preact";
import { ChangingNumber, previewHandlers, RefusalMark, SeatMark } from "/web/kit.js";
import { CityFace } from "./cards.js";
import { Sign } from "./drawings.js";
import { nameOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {{ scene: Scene }} props */
export function Others({ scene }) {
  const { view, texts } = scene;
  const first = view.seat === null ? 0 : view.seat + 1;
  const count = view.seat === null ? view.seats : view.seats - 1;
  const seats = Array.from({ length: count }, (_, place) => (first + place) % view.seats);
  const hasDirection = view.seats > 2;
  return html`<section class=${`cpo-others of-${count + (hasDirection ? 1 : 0)}`} aria-label=${texts.phrase("board.others")}>
    ${seats.map((seat) => html`<${Other} key=${seat} scene=${scene} seat=${seat} />`)}
    ${hasDirection && html`<${Direction} scene=${scene} />`}
  </section>`;
}

/**
 * The direction of play, after the previewed move if there is one.
 * @param {{ scene: Scene }} props
 */
function Direction({ scene }) {
  const { view, preview, texts } = scene;
  const direction = preview?.direction ?? view.direction;
  const word = texts.phrase("board.direction", { way: direction > 0 ? "left" : "right" });
  return html`<p class=${`cpo-way${direction === view.direction ? "" : " ghost"}`}><${Sign} name="way" class=${direction > 0 ? "on" : ""} /><span>${word}</span></p>`;
}

/**
 * Another seat: its cards, city cards, title and status. After laying a 9, it is a button that challenges this seat.
 * @param {{ scene: Scene, seat: number }} props
 */
function Other({ scene, seat }) {
  const { view, texts, moves, act, marked } = scene;
  const move = `challenge ${seat + 1}`;
  const isLit = moves.includes(move);
  const isChallenge = moves.includes("refrain");
  const name = nameOf(scene, seat);
  const acts = view.to_act.includes(seat);
  const state = `${acts ? " acts" : ""}${isLit ? " lit" : ""}${marked.has(`seat ${seat}`) ? " marked" : ""}${isRound(view.phase) && view.cards[seat] === 0 ? " spent" : ""}`;
  const inside = html`<span class="who"><${SeatMark} seat=${seat} /><b class="name" title=${name}>${name}</b></span>
    <span class="belongings">
      <${Held} scene=${scene} seat=${seat} />
      <${CityBadges} scene=${scene} seat=${seat} />
    </span>
    <${Standing} scene=${scene} seat=${seat} /><${RefusalMark} scene=${scene} at=${move} />`;
  if (!isChallenge) return html`<article class=${`cpo-other${state}`} aria-label=${name} data-place=${`seat-${seat}`}>${inside}</article>`;
  return html`<button type="button" class=${`cpo-other${state}`} tabindex="-1" aria-disabled=${!isLit} data-place=${`seat-${seat}`} data-move=${move} ...${isLit ? previewHandlers(scene.showPreview, move) : {}} onClick=${() => act(move, move)}><span class="unseen">${texts.phrase("board.challenge", { seat: name })}</span>${inside}</button>`;
}

/**
 * Number of cards a seat holds, after the previewed move if there is one.
 * @param {{ scene: Scene, seat: number }} props
 */
function Held({ scene, seat }) {
  const { view, preview, texts } = scene;
  const now = view.cards[seat] ?? 0;
  return html`<span class="held" role="img" aria-label=${texts.phrase("board.in-hand", { cards: now })} title=${texts.phrase("board.in-hand", { cards: now })}>
    <${Sign} name="cards" /><${ChangingNumber} now=${now} next=${preview?.cards[seat]} />
  </span>`;
}

/**
 * City cards of another seat: their number, and the known ones.
 * @param {{ scene: Scene, seat: number }} props
 */
function CityBadges({ scene, seat }) {
  const { view, texts } = scene;
  const city = view.cities[seat];
  if (!city) return null;
  const known = city.known.map((colour) => texts.phrase("board.known-city", { colour }));
  const label = [texts.phrase("board.city-count", { cards: city.count }), ...known, ...(city.staked ? [texts.phrase("board.staked")] : [])].join(", ");
  return html`<span class="count" role="img" aria-label=${label} title=${label}><${CityFace} colour=${null} count=${city.count} />${city.staked && html`<b class="staked">+1</b>`}</span>
    ${city.known.length > 0 && html`<span class="badges" aria-hidden="true">${[...new Set(city.known)].map((colour) => {
      const copies = city.known.filter((each) => each === colour).length;
      return html`<span key=${colour} class="known"><${CityFace} colour=${colour} />${copies > 1 && html`<b aria-hidden="true">${copies}</b>`}</span>`;
    })}</span>`}`;
}

/**
 * Status of a seat in this trick and round (to act, passed, out), and its title from the last round.
 * @param {{ scene: Scene, seat: number }} props
 */
export function Standing({ scene, seat }) {
  const { view, texts, table } = scene;
  const title = view.titles[seat];
  const place = view.outs.findIndex((out) => out.seat === seat);
  const out = view.outs[place];
  const words = [];
  if (table.outcome?.places[seat] === 0) words.push(["winner", "crown", texts.phrase("board.winner")]);
  if (out && isRound(view.phase)) words.push(["out", "out", out.penalty === "none" ? texts.phrase("board.out", { number: place + 1 }) : texts.phrase(`board.${out.penalty}`)]);
  else if (view.locked.includes(seat)) words.push(["locked", "cross", texts.phrase("board.locked")]);
  else if (view.passed.includes(seat)) words.push(["passed", "cross", texts.phrase("board.passed")]);
  else if (seat !== view.seat && view.to_act.includes(seat) && view.phase !== "over") words.push(["turn", "next", texts.phrase(isSecret(view.phase) ? "board.choosing" : "board.turn")]);
  return html`<span class="standing">
    ${title && html`<span class=${`title ${title}`} title=${texts.term(`title-${title}`)}><${Sign} name=${title} /><span>${texts.term(`title-${title}`)}</span></span>`}
    ${words.map(([kind, sign, word]) => html`<span key=${kind} class=${`state ${kind}`}><${Sign} name=${String(sign)} /><span>${word}</span></span>`)}
  </span>`;
}

/** Return whether a round is being played: a seat without cards is out. @param {string} phase */
export const isRound = (phase) => !["cities", "starting", "awarding", "staking", "dealing", "drafting", "over"].includes(phase);

/** Return whether the seats choose in secret. @param {string} phase */
export const isSecret = (phase) => ["staking", "exchange", "fighting"].includes(phase);
