/** Notes beside the table: possible plays, unseen cards, the list of hands, exchanged cards. */

import { html } from "htm/preact";
import { pieceWords, RuleLink } from "/web/kit.js";
import { SmallCards } from "./cards.js";
import { nameOf, POLICE } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Lay} Lay */

const MAX_PLAYS = 60; // listed per group

/** @param {{ scene: Scene, take: (words: string[]) => void, children?: any }} props */
export function Notes({ scene, take, children }) {
  const { view } = scene;
  return html`<div class="cpo-notes">
    ${view.seat !== null && view.phase === "playing" && html`<${Plays} scene=${scene} take=${take} />`}
    <${Unseen} scene=${scene} />
    ${view.exchange && html`<${Gifts} scene=${scene} />`}
    ${view.hands.length > 0 && html`<${HandList} scene=${scene} />`}
    <p class="cpo-tools">${children}</p>
  </div>`;
}

/**
 * All legal plays and how they beat the last one. A tap picks their cards.
 * @param {{ scene: Scene, take: (words: string[]) => void }} props
 */
function Plays({ scene, take }) {
  const { view, texts, moves } = scene;
  const lays = view.lays ?? [];
  if (lays.length === 0 && (view.top === null || view.top.seat === view.seat)) return null;
  const groups = grouped(scene, lays);
  const canTake = moves.some((move) => move.startsWith("lay "));
  return html`<details class="cpo-note plays" open=${view.to_act.includes(Number(view.seat)) && matchMedia("(min-width: 900px)").matches}>
    <summary><b>${texts.phrase("board.can-lay")}</b> <span>${lays.length === 0 ? texts.phrase("board.nothing-to-lay") : groups.map(([name, plays]) => `${plays.length}\u00a0\u00d7\u00a0${name}`).join(", ")}</span></summary>
    <div class="list">
      ${groups.map(
        ([name, plays]) => html`<div key=${name} class="group">
          <h3>${name}</h3>
          <ul>
            ${plays.slice(0, MAX_PLAYS).map((play) => html`<li key=${play.move}>
              <button type="button" class=${`cpo-play ${play.by}`} disabled=${!canTake} onClick=${() => take(pieceWords(play.move))}>
                ${pieceWords(play.move).map((card, place) => html`<${Tag} key=${place} card=${card} texts=${texts} />`)}
                ${(play.by === "hit" || play.by === "battle") && html`<small>${texts.phrase("board.by", { by: play.by })}</small>`}
              </button>
            </li>`)}
          </ul>
        </div>`,
      )}
    </div>
  </details>`;
}

/**
 * A tiny card: sign of the family and rank.
 * @param {{ card: string, texts: import("./types.js").Texts }} props
 */
function Tag({ card, texts }) {
  const [family = "", rank = ""] = card.split("-");
  return html`<span class=${`cpo-tag ${family}`} role="img" aria-label=${texts.name(card)} title=${texts.name(card)}><svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><use href=${`#cpo-${family}`} /></svg>${rank && html`<b aria-hidden="true">${rank}</b>`}</span>`;
}

/**
 * Plays grouped by name: the best hands first, then pairs and single cards.
 * @param {Scene} scene
 * @param {Lay[]} lays
 * @returns {[string, Lay[]][]}
 */
function grouped({ texts, view }, lays) {
  const order = [...view.hands, "duo", "single"];
  const sorted = [...lays].sort((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
  /** @type {Map<string, Lay[]>} */
  const found = new Map();
  for (const lay of sorted) {
    const name = texts.name(lay.sort === "hand" ? lay.kind : lay.sort);
    found.set(name, [...(found.get(name) ?? []), lay]);
  }
  return [...found];
}

/**
 * Number of cards by rank whose location this viewer does not know.
 * @param {{ scene: Scene }} props
 */
function Unseen({ scene }) {
  const { view, texts } = scene;
  return html`<section class="cpo-note unseen-cards" aria-label=${texts.phrase("board.unseen")}>
    <h3 title=${texts.phrase("board.unseen-about")}>${texts.phrase("board.unseen")}</h3>
    <dl>
      ${Object.entries(view.unseen).map(([rank, left]) => html`<div key=${rank} class=${left === 0 ? "none" : ""}>
        <dt>${rank === POLICE ? html`<svg viewBox="0 0 24 24" aria-hidden="true" focusable="false"><use href="#cpo-police" /></svg><span class="unseen">${texts.name(rank)}</span>` : rank}</dt>
        <dd>${left}</dd>
      </div>`)}
    </dl>
  </section>`;
}

/**
 * The exchange of this round, as far as this seat knows it.
 * @param {{ scene: Scene }} props
 */
function Gifts({ scene }) {
  const { view, texts } = scene;
  const { exchange } = view;
  if (!exchange) return null;
  const left = exchange.known.length;
  return html`<section class="cpo-note gifts" aria-label=${texts.phrase("board.exchange")}>
    <h3>${texts.phrase("board.exchanged-with", { seat: nameOf(scene, exchange.with) })}</h3>
    <p><span>${texts.phrase("board.gave")}</span><${SmallCards} scene=${scene} cards=${exchange.gave} label=${texts.phrase("board.gave")} /></p>
    <p><span>${texts.phrase("board.received")}</span><${SmallCards} scene=${scene} cards=${exchange.received} label=${texts.phrase("board.received")} /></p>
    ${left > 0 && html`<p class="known"><span>${texts.phrase("board.still-there")}</span><${SmallCards} scene=${scene} cards=${exchange.known} label=${texts.phrase("board.still-there")} /></p>`}
  </section>`;
}

/**
 * The hands of this table, the best first.
 * @param {{ scene: Scene }} props
 */
function HandList({ scene }) {
  const { view, texts } = scene;
  const { variant } = view.options;
  const kinds = new Set((view.lays ?? []).map((lay) => lay.kind));
  return html`<details class="cpo-note hands">
    <summary><b>${texts.phrase("board.hands-help")}</b></summary>
    <ol>
      ${view.hands.map((kind) => html`<li key=${kind} class=${`${view.top?.kind === kind ? "top" : ""}${kinds.has(kind) ? " mine" : ""}`}><b>${texts.name(kind)}</b> <span>${texts.phrase(`hands.${variant}.${kind}`)}</span></li>`)}
    </ol>
    <${RuleLink} rule=${variant === "classic" ? "CAPO-2.3" : variant === "cadrie" ? "CAPO-9.2" : "CAPO-9.3"} />
  </details>`;
}

