/** The goal cards: what each field requires, and the dice on it. */

import { html } from "htm/preact";
import { Die, Face } from "./die.js";
import { Place } from "./place.js";
import { signed } from "./types.js";
import { useColourWords } from "./colourwords.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Goal} Goal */
/** @typedef {import("./types.js").Laid} Laid */
/** @typedef {{ scene: Scene, goal: Goal, laid: Laid }} CardProps */
/** @typedef {CardProps & { number: number, mark: number | undefined }} FieldProps */

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI"];

/**
 * A large card. Its fields can be tapped while a die is in hand.
 * @param {{ scene: Scene, slot: number }} props
 */
export function Card({ scene, slot }) {
  const { view, texts, shown, lesson } = scene;
  const goal = view.goals[shown]?.[slot];
  const laid = view.laid[shown]?.[slot];
  if (!goal || !laid) return null;
  const { kind } = goal;
  const reckoned = view.reckoning?.[shown]?.cards[slot];
  const beside = `${kind} beside`;
  return html`<article class=${`cio-card ${kind}${lesson === kind ? " taught" : ""}`} style=${`--slot: ${slot}`} data-slot=${slot} aria-label=${texts.name(kind)}>
    <header>
      <${Title} scene=${scene} goal=${goal} laid=${laid} />
      ${kind === "towers" && !view.reckoning && scene.moves.size > 0 && html`<${Park} scene=${scene} />`}
      ${reckoned && html`<strong class=${`cio-points${reckoned.points < 0 ? " minus" : ""}`}>${signed(reckoned.points)}${reckoned.full ? " ★" : ""}</strong>`}
      <${Place} scene=${scene} where=${beside} classes=${`cio-beside${reckoned && laid.beside.length > 0 ? " costs" : ""}`} label=${withMark(`${texts.name(kind)}: ${[texts.term("beside"), ...laid.beside.map((die) => texts.name(die))].join(", ")}`, scene, reckoned && laid.beside.length > 0 ? -1 : 0)}>
        ${pile([...laid.beside, ...pendingDice(scene, beside)]).map(({ die, id }) => html`<${Lying} key=${id} scene=${scene} die=${die} id=${`${beside} ${id}`} />`)}
        ${laid.beside.length === 0 && html`<span class="cio-hint">${texts.term("beside")}</span>`}
      <//>
    </header>
    ${kind === "target" ? html`<${Target} scene=${scene} goal=${goal} laid=${laid} marks=${reckoned?.marks} />` : html`<${Fields} scene=${scene} goal=${goal} laid=${laid} marks=${reckoned?.marks} parked=${reckoned?.parked} />`}
  </article>`;
}

/** A die on a card; its animation starts at the hand. @param {{ scene: Scene, die: string, id: string, mark?: number | undefined }} props */
function Lying({ scene, die, id, mark }) {
  return html`<span class=${`cio-lies${marked(mark)}`} data-piece=${`on ${scene.shown} ${id}`} data-from=${`hand ${scene.shown}`}><${Die} die=${die} /></span>`;
}

/**
 * Dice that this player has placed somewhere but the server has not confirmed yet.
 * @param {Scene} scene
 * @param {string} where
 */
function pendingDice({ steps, shown, me }, where) {
  return steps.flatMap((step) => (shown === me && step.verb === "place" && step.where === where ? [step.die] : []));
}

/** The unconfirmed die at a place for one die, or null. @param {Scene} scene @param {string} where */
const pendingDie = (scene, where) => pendingDice(scene, where)[0] ?? null;

/**
 * Dice of a pile with ids; equal dice are numbered.
 * @param {(string | null)[]} dice
 */
function pile(dice) {
  /** @type {Record<string, number>} */
  const counts = {};
  return dice.flatMap((die) => (die === null ? [] : [{ die, id: `${die}.${(counts[die] = (counts[die] ?? 0) + 1)}` }]));
}

/** @param {CardProps} props */
function Title({ scene, goal, laid }) {
  const { texts, view, shown } = scene;
  const roll = view.rolls[shown];
  const name = texts.name(goal.kind);
  if (goal.kind === "target") return html`<h3>${name}<small>${texts.term("sum")} <b>${laid.sum}</b>/${goal.number}</small></h3>`;
  if (goal.kind !== "confusion" || !roll) return html`<h3>${name}</h3>`;
  return html`<h3>${name}<small class="cio-roll"><b>${roll}</b> ${texts.term(roll % 2 ? "word-counts" : "print-counts")}</small></h3>`;
}

/** On small screens, a button that parks the next die for a tower. @param {{ scene: Scene }} props */
function Park({ scene }) {
  const { isParking, park, texts } = scene;
  return html`<button type="button" class="cio-park" aria-pressed=${isParking} onClick=${() => park(!isParking)}>${texts.phrase("board.park")}</button>`;
}

/** @param {CardProps & { marks: number[] | undefined }} props */
function Target({ scene, goal, laid, marks }) {
  const dice = laid.fields.map((die, number) => (die ? withMark(scene.texts.name(die), scene, marks?.[number]) : ""));
  const label = `${scene.texts.name("target")} ${goal.number}`;
  return html`<${Place} scene=${scene} where="target 1" classes="cio-target" label=${[label, ...dice].join("; ")}>
    <span class="cio-number">${goal.number}</span>
    <span class="cio-heap">${pile([...laid.fields, ...pendingDice(scene, "target 1")]).map(({ die, id }, number) => html`<${Lying} key=${id} scene=${scene} die=${die} id=${`target ${id}`} mark=${marks?.[number]} />`)}<${Overlooked} scene=${scene} where="target 1" /></span>
  <//>`;
}

/** @param {CardProps & { marks: number[] | undefined, parked: number | undefined }} props */
function Fields({ scene, goal, laid, marks, parked }) {
  const Part = goal.kind === "towers" ? Tower : Field;
  return html`<div class="cio-fields">
    ${laid.fields.map((_, number) => html`<${Part} key=${number} scene=${scene} goal=${goal} laid=${laid} number=${number} mark=${laid.parked?.field === number + 1 ? parked : marks?.[number]} />`)}
  </div>`;
}

/** @param {number | undefined} mark */
const marked = (mark) => (mark === 1 ? " scores" : mark === -1 ? " costs" : "");

/**
 * Label of a place, with the word for a gain or loss.
 * @param {string} label
 * @param {Scene} scene
 * @param {number | undefined} mark
 */
const withMark = (label, { texts }, mark) => (mark ? `${label}: ${texts.phrase(mark > 0 ? "board.scores" : "board.costs")}` : label);

/** @param {FieldProps} props */
function Field({ scene, goal, laid, number, mark }) {
  const words = useColourWords(scene, goal);
  const where = `${goal.kind} ${number + 1}`;
  const die = laid.fields[number] ?? pendingDie(scene, where);
  const label = `${scene.texts.name(goal.kind)} ${number + 1}: ${requirementText(scene, goal, number, words)}`;
  return html`<${Place} scene=${scene} where=${where} classes=${`cio-field${marked(mark)}`} label=${die ? withMark(`${label}; ${scene.texts.name(die)}`, scene, mark) : label}>
    ${die ? html`<${Lying} scene=${scene} die=${die} id=${where} />` : html`<${Requirement} scene=${scene} goal=${goal} number=${number} words=${words} /><${Overlooked} scene=${scene} where=${where} />`}
  <//>`;
}

/**
 * A tower with its base and its top, where a die can be parked. On small screens both are one place.
 * @param {FieldProps} props
 */
function Tower({ scene, goal, laid, number, mark }) {
  const { texts } = scene;
  const field = goal.kind === "towers" ? goal.fields[number] : undefined;
  if (!field) return null;
  const where = `towers ${number + 1}`;
  const waiting = `towers park-${number + 1}`;
  const sent = pendingDie(scene, where);
  const base = laid.fields[number] ?? sent;
  const parked = laid.parked?.field === number + 1 ? laid.parked.die : pendingDie(scene, waiting);
  const top = laid.tops?.[number] ?? (laid.fields[number] ? sent : base ? parked : null);
  const upper = top ?? parked;
  const isParked = !top && parked !== null;
  const topName = `${texts.name("towers")} ${number + 1}, ${texts.term("top")}: ${texts.name(`${field.top}-${field.face}`)}`;
  const baseName = `${texts.name("towers")} ${number + 1}, ${texts.term("base")}: ${texts.name(field.base)}`;
  const lower = base ? html`<${Lying} scene=${scene} die=${base} id=${`${where} base`} />` : html`<${Face} colour=${field.base} quiet />`;
  const above = upper ? html`<${Lying} scene=${scene} die=${upper} id=${`${where} top`} />` : html`<${Face} colour=${field.top} face=${field.face} quiet />`;
  return html`<div class=${`cio-tower${marked(mark)}`}>
    <${Place} scene=${scene} where=${base ? where : waiting} classes=${`cio-top${isParked ? " parked" : ""}`} label=${upper ? withMark(`${topName}; ${texts.name(upper)}`, scene, mark) : topName}>${above}<//>
    <${Place} scene=${scene} where=${base ? null : where} classes="cio-base" label=${base ? withMark(`${baseName}; ${texts.name(base)}`, scene, mark) : baseName}>${lower}<//>
    <${Place} scene=${scene} where=${scene.isParking && !base ? waiting : where} classes=${`cio-both${isParked ? " parked" : ""}`} label=${withMark(`${topName}; ${baseName}${upper ? `; ${texts.name(upper)}` : ""}${base ? `; ${texts.name(base)}` : ""}`, scene, mark)}>
      <span class="upper">${above}</span><span class="lower">${lower}</span>
    <//>
    <${Overlooked} scene=${scene} where=${where} />
  </div>`;
}

/** The dice that the caller could have placed here. @param {{ scene: Scene, where: string }} props */
function Overlooked({ scene, where }) {
  const { view, shown, texts } = scene;
  const missed = (view.reckoning?.[shown]?.missed ?? []).filter((die) => `${die.card} ${die.where}` === where);
  if (missed.length === 0) return null;
  return html`<span class="cio-overlooked">${missed.map(({ die }, number) => html`<span key=${number} role="img" aria-label=${`${texts.term("missed")}: ${texts.name(die)}`}><${Die} die=${die} /></span>`)}</span>`;
}

/** The requirement of an empty field. @param {{ scene: Scene, goal: Goal, number: number, words: (colour: string) => string }} props */
function Requirement({ scene, goal, number, words }) {
  if (goal.kind === "sets") {
    const row = goal.rows?.[Math.floor(number / 3)];
    if (!row) return null;
    const colour = [row.left, null, row.right][number % 3] ?? null;
    if (row.form === "dots") return html`<${Face} colour=${colour} face=${row.face} quiet />`;
    return html`<${Face} colour=${colour} figure=${figure(row)} quiet />`;
  }
  if (goal.kind === "confusion") {
    const field = goal.fields[number];
    if (!field) return null;
    const pips = scene.view.options.confusion_pips ? field.face : "";
    return html`<span class=${`cio-word ${field.print}`}>${words(field.word)}</span>${" "}<span class="cio-figure"><${Face} colour=${field.print} bare />${pips}</span>`;
  }
  const field = goal.kind === "lines" || goal.kind === "chain" ? goal.fields[number] : undefined;
  if (!field) return null;
  if (field.faces.length === 1) return html`<${Face} colour=${field.colour} face=${field.faces[0]} quiet />`;
  return html`<${Face} colour=${field.colour} figure=${field.faces.join("·")} quiet />`;
}

/** Number of a row, in its own notation. @param {import("./types.js").SetRow} row */
const figure = ({ form, face }) => (form === "roman" ? String(ROMAN[face]) : String(face));

/**
 * The requirement of a field in words: as printed, and its meaning.
 * @param {Scene} scene
 * @param {Goal} goal
 * @param {number} number
 * @param {(colour: string) => string} words
 */
function requirementText({ texts }, goal, number, words) {
  const name = (/** @type {string | null} */ colour) => (colour === null ? texts.term("joker") : texts.name(colour));
  if (goal.kind === "sets") {
    const row = goal.rows?.[Math.floor(number / 3)];
    return row ? `${name([row.left, null, row.right][number % 3] ?? null)} ${figure(row)}${row.form === "roman" ? ` (${row.face})` : ""}` : "";
  }
  if (goal.kind === "confusion") {
    const field = goal.fields[number];
    return !field ? "" : `${words(field.word)} ${field.face}; ${texts.name("word")} ${texts.name(field.word)}, ${texts.name("print")} ${texts.name(field.print)}`;
  }
  const field = goal.kind === "lines" || goal.kind === "chain" ? goal.fields[number] : undefined;
  return field ? `${name(field.colour)} ${field.faces.join("·")}` : "";
}
