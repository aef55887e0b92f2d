/** A generic board for games without one of their own. It recognizes seats, numbers and cards by the form of the view's fields. */

import { html } from "htm/preact";
import { useRef } from "preact/hooks";
import { withMinusSign } from "../forms.js";
import { moveTexts, pieceWords } from "../picking.js";
import { moveFocus } from "./arrowkeys.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../types.js").BoardProps} BoardProps */
/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {Record<string, any>} Fields */
/** @typedef {{ texts: Texts, names: string[], moves: Map<string, string>, choose: BoardProps["choose"] }} Scene  `moves`: by their only piece */

/** Fields that are shown elsewhere or do not change. */
const HIDDEN_FIELDS = ["game", "rules_version", "options", "seats", "seat", "to_act"];
/** Fields whose number is a seat. */
const SEAT_FIELDS = ["turn", "dealer", "leader", "starter"];

/** @param {BoardProps} props */
export function PlainBoard({ view, moves, choose, table, prompt }) {
  const { texts, names, you } = table;
  const base = useBase(view, table.decision);
  const isTurnMarked = table.acting.length === 1 && table.acting[0] === view["turn"];
  const hidden = isTurnMarked ? [...HIDDEN_FIELDS, "turn"] : HIDDEN_FIELDS;
  const fields = Object.entries(/** @type {Fields} */ (view)).filter(([name]) => !hidden.includes(name));
  const bySeat = fields.filter(([name, value]) => isBySeat(name, value, names.length));
  const own = fields.filter(([name]) => isOwn(name));
  const shared = fields.filter((field) => !bySeat.includes(field) && !own.includes(field) && isShown(field[1]));
  /** @type {Scene} */
  const scene = { texts, names, moves: movesByPiece(moves), choose };
  /** @param {string} name @param {unknown} value @param {any} before */
  const field = (name, value, before) => html`<${Field} key=${name} scene=${scene} name=${name} value=${value} isChanged=${before !== undefined && !isEqual(before, value)} />`;
  return html`<div class="plainboard">
    <ol class="plain-seats">
      ${names.map(
        (name, seat) => html`<li key=${seat} class="plain-seat" data-turn=${table.acting.includes(seat)} data-you=${seat === you}>
          <h2><${SeatMark} seat=${seat} /><span title=${name}>${name}</span></h2>
          ${bySeat.length > 0 && html`<dl>${bySeat.map(([key, value]) => field(key, value[seat], base?.[key]?.[seat]))}</dl>`}
        </li>`,
      )}
    </ol>
    ${shared.length > 0 && html`<dl class="plain-shared">${shared.map(([name, value]) => field(name, value, base?.[name]))}</dl>`}
    <div class="plain-mine">
      ${prompt}
      ${own.length > 0 && html`<dl onKeyDown=${moveFocus}>${own.map(([name, value]) => field(name, value, base?.[name]))}</dl>`}
    </div>
  </div>`;
}

/**
 * The view that changes are marked against: the one in which the viewer made the last choice, otherwise the previous one.
 * @param {Fields} view
 * @param {number | null} decision
 * @returns {Fields | null}
 */
function useBase(view, decision) {
  const last = useRef({ view, decision, base: /** @type {Fields | null} */ (null), hasChosen: false });
  const now = last.current;
  if (now.view !== view) {
    const isChoice = now.decision !== null && now.decision !== decision;
    if (isChoice || !now.hasChosen) now.base = now.view;
    now.hasChosen ||= isChoice;
    now.view = view;
    now.decision = decision;
  }
  return now.base;
}

/**
 * Moves by the piece they consist of, as far as that determines them.
 * @param {BoardProps["moves"]} moves
 */
function movesByPiece(moves) {
  /** @type {Map<string, string[]>} */
  const found = new Map();
  for (const move of moveTexts(moves, Object.keys(moves))) {
    const [word, ...others] = pieceWords(move);
    if (word !== undefined && others.length === 0) found.set(word, [...(found.get(word) ?? []), move]);
  }
  return new Map([...found].flatMap(([word, all]) => (all.length === 1 ? [[word, String(all[0])]] : [])));
}

/** Return whether a field belongs to the viewer alone. @param {string} name */
const isOwn = (name) => name === "hand" || name.startsWith("my_");

/** @param {string} name @param {unknown} value @param {number} seats */
const isBySeat = (name, value, seats) => Array.isArray(value) && value.length === seats && !isOwn(name);

/** Return whether a shared value is worth a place: not false, and not absent. @param {unknown} value */
const isShown = (value) => value !== null && value !== undefined && value !== false;

/** @param {unknown} one @param {unknown} other */
const isEqual = (one, other) => JSON.stringify(one) === JSON.stringify(other);

/**
 * A text of the game, or if it has none, the words of a key in the code.
 * @param {() => string} find
 * @param {string} key
 */
function textOr(find, key) {
  try {
    return find();
  } catch {
    return key.replaceAll("_", " ").replaceAll("-", " ");
  }
}

/**
 * A field: its name from the game's terms, and its value. A change is marked.
 * @param {{ scene: Scene, name: string, value: any, isChanged: boolean }} props
 */
function Field({ scene, name, value, isChanged }) {
  const term = name.replaceAll("_", "-");
  const seat = SEAT_FIELDS.includes(name) && typeof value === "number" ? value : null;
  return html`<div class="plain-field" data-changed=${isChanged ? "" : undefined}>
    <dt>${textOr(() => scene.texts.term(term), name)}</dt>
    <dd>${seat === null ? html`<${Value} scene=${scene} value=${value} isOwn=${isOwn(name)} />` : html`<span class="plain-name"><${SeatMark} seat=${seat} />${scene.names[seat]}</span>`}</dd>
  </div>`;
}

/**
 * A value: a number or word, cards, or the parts of an object.
 * @param {{ scene: Scene, value: any, isOwn?: boolean }} props
 */
function Value({ scene, value, isOwn = false }) {
  if (value === null || value === undefined || value === "") return html`<span class="plain-none">–</span>`;
  if (typeof value === "boolean") return html`<span class="plain-word">${value ? "✓" : "–"}</span>`;
  if (typeof value !== "object") return html`<b>${word(scene, value)}</b>`;
  if (Array.isArray(value)) {
    if (value.some((part) => part !== null && typeof part === "object")) return html`<ul class="plain-rows">${value.map((part, row) => html`<li key=${row}><${Value} scene=${scene} value=${part} /></li>`)}</ul>`;
    return html`<${Cards} scene=${scene} cards=${value.map((card) => [String(card ?? ""), 1])} isOwn=${isOwn} />`;
  }
  const parts = Object.entries(value);
  if (parts.every(([, part]) => typeof part === "number")) return html`<${Cards} scene=${scene} cards=${parts.filter(([, count]) => count !== 0)} isOwn=${isOwn} />`;
  return html`<dl class="plain-parts">${parts.filter(([, part]) => isShown(part)).map(([name, part]) => html`<${Field} key=${name} scene=${scene} name=${name} value=${part} isChanged=${false} />`)}</dl>`;
}

/** @param {Scene} scene @param {string | number} value */
function word({ texts }, value) {
  return typeof value === "number" ? withMinusSign(value) : textOr(() => texts.name(value), value);
}

/**
 * Cards with their number of copies. One of the viewer's own that a single move consists of is a button for it.
 * @param {{ scene: Scene, cards: [string, number][], isOwn: boolean }} props
 */
function Cards({ scene, cards, isOwn }) {
  if (cards.length === 0) return html`<span class="plain-none">–</span>`;
  return html`<ul class="plain-cards">
    ${cards.map(([card, count], place) => {
      const move = isOwn ? scene.moves.get(card) : undefined;
      const face = html`<span class="plain-face">${word(scene, card)}</span>${count !== 1 && html`<span class="plain-count">×${withMinusSign(count)}</span>`}`;
      return html`<li key=${`${card} ${place}`}>
        ${move
          ? html`<button type="button" class="plain-card lit" data-move=${move} title=${scene.texts.explain(move).text} onClick=${() => scene.choose(move)}><span class="unseen">${scene.texts.move(move)}</span><span class="plain-drawn" aria-hidden="true">${face}</span></button>`
          : html`<span class="plain-card">${face}</span>`}
      </li>`;
    })}
  </ul>`;
}
