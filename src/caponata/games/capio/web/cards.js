/** Goal cards: what each field asks for, and what lies there. */

import { html } from "htm/preact";
import { Die, Face } from "./die.js";
import { split } from "./shapes.js";
import { useWords } from "./words.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./shapes.js").Goal} Goal */
/** @typedef {import("./shapes.js").Laid} Laid */

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI"];

/**
 * A card of mine: its fields can be used while a die is in my hand.
 * @param {{ scene: Scene, slot: number }} props
 */
export function Card({ scene, slot }) {
  const { view, texts, me } = scene;
  const goal = view.goals[me]?.[slot];
  const laid = view.laid[me]?.[slot];
  if (!goal || !laid) return null;
  const { kind } = goal;
  const reckoned = view.reckoning?.[me]?.cards[slot];
  return html`<article class=${`cio-card ${kind}`} aria-label=${texts.name(kind)}>
    <h3><${Title} scene=${scene} goal=${goal} laid=${laid} />${reckoned && html`<strong class="cio-points">${signed(reckoned.points)}</strong>`}</h3>
    ${kind === "target" ? html`<${Target} scene=${scene} goal=${goal} laid=${laid} />` : html`<${Fields} scene=${scene} goal=${goal} laid=${laid} marks=${reckoned?.marks} />`}
    <${Place} scene=${scene} where=${`${kind} beside`} classes="cio-beside" label=${texts.name("beside")}>
      ${laid.beside.map((die, number) => html`<${Die} key=${number} die=${die} />`)}
      ${laid.beside.length === 0 && html`<span class="cio-hint">${texts.term("beside")}</span>`}
    <//>
  </article>`;
}

/** @param {number} points */
export const signed = (points) => (points > 0 ? `+${points}` : String(points).replace("-", "−"));

/** @param {{ scene: Scene, goal: Goal, laid: Laid }} props */
function Title({ scene, goal, laid }) {
  const { texts, view, me } = scene;
  const roll = view.rolls[me];
  if (goal.kind === "target") return html`<span>${texts.name("target")} <b>${goal.number}</b></span><span class="cio-sum">${texts.term("sum")} ${laid.sum}</span>`;
  if (goal.kind !== "confusion" || !roll) return html`<span>${texts.name(goal.kind)}</span>`;
  return html`<span>${texts.name("confusion")}</span><span class="cio-roll"><b>${roll}</b> ${texts.term(roll % 2 ? "word-counts" : "print-counts")}</span>`;
}

/** @param {{ scene: Scene, goal: Goal, laid: Laid }} props */
function Target({ scene, goal, laid }) {
  return html`<${Place} scene=${scene} where="target 1" classes="cio-target" label=${scene.texts.name("target")}>
    <span class="cio-number">${goal.number}</span>
    <span class="cio-heap">${laid.fields.map((die, number) => die && html`<${Die} key=${number} die=${die} />`)}</span>
  <//>`;
}

/** @param {{ scene: Scene, goal: Goal, laid: Laid, marks: number[] | undefined }} props */
function Fields({ scene, goal, laid, marks }) {
  return html`<div class="cio-fields">
    ${laid.fields.map((die, number) =>
      goal.kind === "towers"
        ? html`<${Tower} key=${number} scene=${scene} goal=${goal} laid=${laid} number=${number} mark=${marks?.[number]} />`
        : html`<${Place} key=${number} scene=${scene} where=${`${goal.kind} ${number + 1}`} classes=${`cio-field${marked(marks?.[number])}`} label=${asked(scene, goal, number)}>
            ${die ? html`<${Die} die=${die} />` : html`<${Asked} scene=${scene} goal=${goal} number=${number} />`}
          <//>`,
    )}
  </div>`;
}

/** @param {number | undefined} mark */
const marked = (mark) => (mark === 1 ? " scores" : mark === -1 ? " costs" : "");

/**
 * A tower: its base below, its top above, where a die may be parked too.
 * @param {{ scene: Scene, goal: Goal, laid: Laid, number: number, mark: number | undefined }} props
 */
function Tower({ scene, goal, laid, number, mark }) {
  const field = goal.fields?.[number];
  const base = laid.fields[number];
  const top = laid.tops?.[number];
  const parked = laid.parked?.field === number + 1 ? laid.parked.die : null;
  const { texts } = scene;
  const upper = base ? `towers ${number + 1}` : `towers park-${number + 1}`;
  const topName = `${texts.name(`${field.top}-${field.face}`)}, ${texts.term("top")} ${number + 1}`;
  return html`<div class=${`cio-tower${marked(mark)}`}>
    <${Place} scene=${scene} where=${upper} classes=${`cio-top${parked ? " parked" : ""}`} label=${topName}>
      ${top || parked ? html`<${Die} die=${top ?? parked} />` : html`<${Face} colour=${field.top} face=${field.face} quiet />`}
    <//>
    <${Place} scene=${scene} where=${base ? null : `towers ${number + 1}`} classes="cio-base" label=${`${texts.name(field.base)}, ${texts.term("base")} ${number + 1}`}>
      ${base ? html`<${Die} die=${base} />` : html`<${Face} colour=${field.base} quiet />`}
    <//>
  </div>`;
}

/** What an empty field asks for. @param {{ scene: Scene, goal: Goal, number: number }} props */
function Asked({ scene, goal, number }) {
  const words = useWords(scene, goal);
  if (goal.kind === "sets") {
    const row = goal.rows?.[Math.floor(number / 3)];
    if (!row) return null;
    const colour = [row.left, null, row.right][number % 3] ?? null;
    if (row.form === "dots") return html`<${Face} colour=${colour} face=${row.face} quiet />`;
    return html`<${Face} colour=${colour} quiet /><span class="cio-figure">${row.form === "roman" ? ROMAN[row.face] : row.face}</span>`;
  }
  const field = goal.fields?.[number];
  if (goal.kind === "confusion") {
    return html`<span class=${`cio-word ${field.print}`}>${words(field.word)}</span>${scene.view.options.confusion_pips && html`<span class="cio-figure small">${field.face}</span>`}`;
  }
  if (field.faces.length === 1) return html`<${Face} colour=${field.colour} face=${field.faces[0]} quiet />`;
  return html`<${Face} colour=${field.colour} quiet /><span class="cio-figure">${field.faces.join("|")}</span>`;
}

/**
 * What a field asks for, in words.
 * @param {Scene} scene
 * @param {Goal} goal
 * @param {number} number
 */
function asked({ texts }, goal, number) {
  const name = (/** @type {string | null} */ colour) => (colour === null ? texts.term("joker") : texts.name(colour));
  if (goal.kind === "sets") {
    const row = goal.rows?.[Math.floor(number / 3)];
    return row ? `${name([row.left, null, row.right][number % 3] ?? null)} ${row.face}` : "";
  }
  const field = goal.fields?.[number];
  if (goal.kind === "confusion") return `${texts.name("word")} ${texts.name(field.word)}, ${texts.name("print")} ${texts.name(field.print)}, ${field.face}`;
  return `${name(field.colour)} ${field.faces.join("|")}`;
}

/**
 * A place for the die in hand.
 * @param {{ scene: Scene, where: string | null, classes: string, label: string, children?: unknown }} props
 */
function Place({ scene, where, classes, label, children }) {
  const move = `place ${where}`;
  const isLit = where !== null && scene.held !== null && (scene.moves.has(move) || scene.reaching !== null);
  const all = `${classes}${isLit ? " lit" : ""}${scene.shaken === move ? " shaken" : ""}`;
  return html`<button
    type="button"
    class=${all}
    data-drop=${where}
    data-place=${where === null ? null : `mine ${where}`}
    aria-label=${label}
    aria-disabled=${!isLit}
    tabindex=${isLit ? 0 : -1}
    onClick=${() => isLit && scene.act(move, move)}
  >
    ${children}
  </button>`;
}

/**
 * A card of somebody else, small.
 * @param {{ scene: Scene, seat: number, slot: number }} props
 */
export function SmallCard({ scene, seat, slot }) {
  const { view, texts } = scene;
  const goal = view.goals[seat]?.[slot];
  const laid = view.laid[seat]?.[slot];
  if (!goal || !laid) return null;
  const dice = goal.kind === "towers" ? laid.fields.map((base, number) => laid.tops?.[number] ?? base) : laid.fields;
  const count = dice.filter(Boolean).length + laid.beside.length;
  return html`<span class=${`cio-small ${goal.kind}`} role="img" aria-label=${`${texts.name(goal.kind)}: ${count}`} data-place=${`card ${seat} ${goal.kind}`}>
    <b>${texts.name(goal.kind)}${goal.number ? ` ${goal.number}` : ""}</b>
    <span class="cio-dots">${dice.map((die, number) => html`<i key=${number} class=${die ? split(die)[0] : "empty"}></i>`)}</span>
  </span>`;
}
