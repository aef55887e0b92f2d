/** Animated dice: cubes while they roll, a flat face when they rest. */

import { html, render } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../language.js";

/** @typedef {1 | 2 | 3 | 4 | 5 | 6} Value */
/**
 * @typedef {object} DieState
 * @property {number} value  1 to 6; 0 for a die that has not been rolled
 * @property {string} [name]  name that distinguishes it from the others, such as "white"
 * @property {string} [look]  class for its colours: `--die`, `--die-pip` and `--die-line`
 * @property {boolean} [isQuiet]  used, or not rolled again
 */

/** Positions of the pips of each value on a grid of three by three. @type {number[][]} */
const PIPS = [[], [4], [2, 6], [2, 4, 6], [0, 2, 6, 8], [0, 2, 4, 6, 8], [0, 2, 3, 5, 6, 8]];
/** Rotation of the cube that brings each value to the front; opposite faces add up to seven. @type {[number, number][]} */
const TURNS = [[0, 0], [0, 0], [0, -90], [-90, 0], [90, 0], [0, 90], [0, 180]];
const FACES = /** @type {const} */ ([1, 2, 3, 4, 5, 6]);
const FACE = 60;
const DURATION = 700; // milliseconds that the first die rolls
const STAGGER = 110; // additional milliseconds for each further die
const SPINS = 2;
/** A high hop followed by a small one. */
const HOPS = [
  { transform: "none" },
  { transform: "translateY(-70%)", offset: 0.3 },
  { transform: "none", offset: 0.7 },
  { transform: "translateY(-8%)", offset: 0.82 },
  { transform: "none" },
];
const EASING = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/**
 * A face of a die.
 * @param {{ value: number }} props
 */
export function Face({ value }) {
  return html`<svg class="die-face" viewBox=${`0 0 ${FACE} ${FACE}`} aria-hidden="true" focusable="false">
    <rect x="1.5" y="1.5" width=${FACE - 3} height=${FACE - 3} rx="11" />
    ${(PIPS[value] ?? []).map((at) => html`<circle key=${at} cx=${15 + (at % 3) * 15} cy=${15 + Math.floor(at / 3) * 15} r="5.5" />`)}
  </svg>`;
}

/**
 * Dice that show the last roll. They roll whenever `roll` changes, but not when they first appear. If motion is off,
 * the rolled dice are marked with `data-changed` instead. Their style is in `style/dice.css`.
 * @param {object} props
 * @param {DieState[]} props.dice
 * @param {unknown} props.roll  identifies the roll: the number of its event
 * @param {boolean} props.motion
 * @param {(index: number) => boolean} [props.rolls]  whether a die took part in this roll; by default all did
 * @param {(index: number) => void} [props.choose]  makes each die a button
 * @param {(index: number) => boolean} [props.isLit]  whether a die can be chosen
 */
export function Dice({ dice, roll, motion, rolls = () => true, choose, isLit = () => true }) {
  const group = useRef(/** @type {HTMLElement | null} */ (null));
  const last = useRef(roll);
  useLayoutEffect(() => {
    if (last.current === roll || !group.current) return;
    last.current = roll;
    const cubes = [.../** @type {NodeListOf<HTMLElement>} */ (group.current.querySelectorAll(".die"))];
    cubes.forEach((die, index) => {
      delete die.dataset["changed"];
      if (!rolls(index)) return;
      if (motion) rollDie(die, Number(die.dataset["value"]), index);
      else die.dataset["changed"] = "";
    });
  }, [roll]);
  return html`<div ref=${group} class="dice" role="group" aria-label=${diceLabel(dice)}>
    ${dice.map((die, index) => html`<${Die} key=${index} die=${die} isLit=${isLit(index)} choose=${choose ? () => choose(index) : undefined} />`)}
  </div>`;
}

/**
 * Sentence that describes the dice.
 * @param {DieState[]} dice
 */
export function diceLabel(dice) {
  const shown = dice.filter(({ value }) => value > 0);
  if (shown.length === 0) return say("dice.none");
  return say("dice.show", { dice: shown.map(dieLabel) });
}

/** @param {DieState} die */
function dieLabel({ value, name }) {
  if (value === 0) return say("dice.none");
  return name ? say("dice.named", { name, value }) : String(value);
}

/** @param {{ die: DieState, isLit: boolean, choose: (() => void) | undefined }} props */
function Die({ die, isLit, choose }) {
  const { value, look = "", isQuiet = false } = die;
  const label = say("dice.one", { die: dieLabel(die) });
  const classes = `die ${look}${isQuiet ? " quiet-die" : ""}${choose && isLit ? " lit" : ""}`;
  const cube = html`<span class="die-hop"><span class="die-cube"><${Face} value=${value} /></span></span>`;
  if (!choose) return html`<span class=${classes} data-value=${value} role="img" aria-label=${label}>${cube}</span>`;
  return html`<button type="button" class=${classes} data-value=${value} aria-label=${label} aria-disabled=${!isLit} onClick=${choose}>${cube}</button>`;
}

/**
 * Roll a die until its value is in front. Meanwhile a cube replaces its flat face.
 * @param {HTMLElement} die
 * @param {number} value
 * @param {number} index  its index among the dice, which stop one after the other
 */
function rollDie(die, value, index) {
  const hop = die.querySelector(".die-hop");
  const flat = die.querySelector(".die-cube");
  if (!(hop instanceof HTMLElement) || !(flat instanceof HTMLElement) || value === 0) return;
  for (const running of hop.getAnimations({ subtree: true })) running.cancel();
  const cube = cubeInPlaceOf(flat, value);
  const duration = DURATION + STAGGER * index;
  const turn = index % 2 ? -SPINS : SPINS;
  const [x = 0, y = 0] = TURNS[value] ?? [];
  const start = `rotateX(${x + 360 * turn - 40}deg) rotateY(${y - 360 * turn + 25}deg)`;
  hop.animate(HOPS, { duration, easing: "ease-in-out" });
  const rolling = cube.animate([{ transform: start }, { transform: cube.style.transform }], { duration, easing: EASING });
  const land = () => {
    cube.remove();
    flat.hidden = hop.querySelector(".whole") !== null;
  };
  const timer = setTimeout(land, duration * 2); // background tabs do not render
  const landed = () => (clearTimeout(timer), land());
  rolling.finished.then(landed, landed);
}

/**
 * Replace a flat face by a cube, turned so that a value is in front.
 * @param {HTMLElement} flat
 * @param {number} value
 */
function cubeInPlaceOf(flat, value) {
  const cube = document.createElement("span");
  const [x = 0, y = 0] = TURNS[value] ?? [];
  cube.className = "die-cube whole";
  cube.style.transform = `rotateX(${x}deg) rotateY(${y}deg)`;
  for (const face of FACES) cube.append(cubeSide(face));
  for (const other of flat.parentElement?.querySelectorAll(".whole") ?? []) other.remove();
  flat.hidden = true;
  flat.after(cube);
  return cube;
}

/** @param {Value} value */
function cubeSide(value) {
  const element = document.createElement("span");
  element.className = `die-side side-${value}`;
  render(html`<${Face} value=${value} />`, element);
  return element;
}
