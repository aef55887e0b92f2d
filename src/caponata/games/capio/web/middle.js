/** The cloth: forty dice as they fell, each in a place of its own, so that none covers another. */

import { html } from "htm/preact";
import { useMemo } from "preact/hooks";
import { Face } from "./die.js";
import { COLOURS, LETTERS } from "./shapes.js";

/** @typedef {import("./shapes.js").Scene} Scene */

const DICE = 40;
const COPIES = 4;
const COLUMNS = 8;
const MOST_TURN = 11; // degrees: a place is large enough for a die that is turned so far
const MOST_SHIFT = 4; // hundredths of a place

/**
 * Where each die fell: a shuffle that is the same for everybody who looks at this playthrough.
 * @param {number} seed
 */
export function fallen(seed) {
  let word = seed * 2654435761 + 12345;
  const next = () => (word = (Math.imul(word ^ (word >>> 15), 2246822519) + 374761393) | 0) >>> 0;
  const places = Array.from({ length: DICE }, (_, place) => place);
  for (let left = DICE - 1; left > 0; left -= 1) {
    const other = next() % (left + 1);
    [places[left], places[other]] = [Number(places[other]), Number(places[left])];
  }
  const spread = (/** @type {number} */ most) => (next() % (2 * most + 1)) - most;
  return places.map((place) => ({ place, turn: spread(MOST_TURN), x: spread(MOST_SHIFT), y: spread(MOST_SHIFT) }));
}

/**
 * The dice in the middle; those that can be taken are buttons.
 * @param {{ scene: Scene }} props
 */
export function Middle({ scene }) {
  const { view, texts } = scene;
  const lying = useMemo(() => fallen(view.round * 16 + view.playthrough), [view.round, view.playthrough]);
  const missed = missedPlaces(scene);
  const dice = COLOURS.flatMap((colour, number) =>
    (view.middle[colour] ?? []).map((face, copy) => ({ colour, face, at: lying[number * COPIES + copy], id: `${colour}.${copy}` })),
  );
  const isBare = dice.every(({ face }) => face === null);
  return html`<section class="cio-cloth" aria-label=${texts.term("middle")} data-place="middle">
    ${isBare && html`<p class="cio-bare">${texts.phrase("guide.gathering.text")}</p>`}
    <div class="cio-dice">
      ${dice.map(({ colour, face, at, id }) => face !== null && at && html`<${Thrown} key=${id} scene=${scene} colour=${colour} face=${face} at=${at} id=${id} isMissed=${missed.has(id)} />`)}
    </div>
    <p class="cio-legend" aria-hidden="true">${COLOURS.map((colour) => html`<span key=${colour}><${Face} colour=${colour} /><kbd>${LETTERS[colour]}</kbd></span>`)}</p>
  </section>`;
}

/** @param {{ scene: Scene, colour: string, face: number, at: ReturnType<typeof fallen>[number], id: string, isMissed: boolean }} props */
function Thrown({ scene, colour, face, at, id, isMissed }) {
  const die = `${colour}-${face}`;
  const isLit = scene.moves.has(`take ${die}`) && scene.held === null;
  const classes = `cio-die${isLit ? " lit" : ""}${isMissed ? " missed" : ""}${scene.reaching === id ? " reaching" : ""}${scene.shaken === id ? " shaken" : ""}`;
  const style = `--column: ${at.place % COLUMNS}; --row: ${Math.floor(at.place / COLUMNS)}; --turn: ${at.turn}deg; --x: ${at.x}%; --y: ${at.y}%`;
  return html`<button
    type="button"
    class=${classes}
    style=${style}
    data-piece=${id}
    data-die=${die}
    tabindex=${isLit ? 0 : -1}
    aria-disabled=${!isLit}
    aria-label=${scene.texts.name(die)}
    onPointerDown=${(/** @type {PointerEvent} */ event) => isLit && event.button === 0 && scene.take(die, id)}
    onClick=${(/** @type {MouseEvent} */ event) => isLit && event.detail === 0 && scene.take(die, id)}
  >
    <${Face} colour=${colour} face=${face} />
  </button>`;
}

/**
 * The dice that the caller overlooked, by their places.
 * @param {Scene} scene
 */
function missedPlaces({ view }) {
  const wanted = (view.reckoning ?? []).flatMap(({ missed }) => missed.map(({ die }) => die));
  const found = new Set();
  for (const die of wanted) {
    const [colour = "", face] = die.split("-");
    const copy = (view.middle[colour] ?? []).findIndex((each, number) => each === Number(face) && !found.has(`${colour}.${number}`));
    found.add(`${colour}.${copy}`);
  }
  return found;
}
