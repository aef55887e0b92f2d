/** Dragging a piece with pointer, pen or finger to a place that takes it (`data-drop`). */

import { useRef } from "preact/hooks";

const SLACK = 8; // pixels before a press becomes a drag
const WAY_BACK = 220; // milliseconds
const STAY = 600; // milliseconds that a dropped card waits for the table's answer

/** @typedef {{ x: number, y: number, moved: boolean, place: HTMLElement | null, places: HTMLElement[] }} Pull */
/**
 * @typedef {object} Drag
 * @property {(place: string) => void} drop  it was let go above a place; told what `data-drop` says
 * @property {(place: string | null) => void} over  it is above a place, or above none
 * @property {(place: HTMLElement) => boolean} fits  whether a place is one for this piece
 */

/**
 * What makes an element draggable.
 * @param {Drag} drag
 */
export function useDrag({ drop, over, fits }) {
  const pull = useRef(/** @type {Pull | null} */ (null));
  const wasDragged = useRef(false);
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      wasDragged.current = false;
      if (event.button !== 0) return;
      // A quick hand has left the piece before it is seen to move; a finger holds it anyway, until the page scrolls.
      if (event.pointerType === "mouse" && event.currentTarget instanceof HTMLElement) event.currentTarget.setPointerCapture(event.pointerId);
      pull.current = { x: event.clientX, y: event.clientY, moved: false, place: null, places: [] };
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      const held = pull.current;
      const card = event.currentTarget;
      if (!held || !(card instanceof HTMLElement)) return;
      const x = event.clientX - held.x;
      const y = event.clientY - held.y;
      if (!held.moved && Math.hypot(x, y) < SLACK) return;
      if (!held.moved) pickUp(card, event.pointerId, held, fits);
      card.style.transform = `translate(${x}px, ${y}px)`;
      const place = held.places.find((each) => isInside(each, event)) ?? null;
      if (place === held.place) return;
      held.place?.removeAttribute("data-over");
      place?.setAttribute("data-over", "");
      held.place = place;
      over(place?.dataset["drop"] ?? null);
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => {
      const held = pull.current;
      pull.current = null;
      const card = event.currentTarget;
      if (!held?.moved || !(card instanceof HTMLElement)) return;
      wasDragged.current = true;
      const verb = held.place?.dataset["drop"];
      for (const place of held.places) release(place);
      over(null);
      if (verb) drop(verb);
      setTimeout(() => putBack(card), verb ? STAY : 0);
    },
    onPointerCancel: (/** @type {PointerEvent} */ event) => {
      for (const place of pull.current?.places ?? []) release(place);
      pull.current = null;
      over(null);
      if (event.currentTarget instanceof HTMLElement) putBack(event.currentTarget);
    },
    onClickCapture: (/** @type {Event} */ event) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.stopPropagation();
    },
  };
}

/**
 * @param {HTMLElement} card
 * @param {number} pointer
 * @param {Pull} held
 * @param {(place: HTMLElement) => boolean} fits
 */
function pickUp(card, pointer, held, fits) {
  held.moved = true;
  card.setPointerCapture(pointer);
  card.dataset["dragged"] = "";
  const places = card.closest(".playarea")?.querySelectorAll("[data-drop]") ?? [];
  held.places = /** @type {HTMLElement[]} */ ([...places]).filter(fits);
  for (const place of held.places) place.setAttribute("data-open", "");
}

/** @param {HTMLElement} place */
function release(place) {
  place.removeAttribute("data-open");
  place.removeAttribute("data-over");
}

/**
 * Let a card glide back to where it belongs, if it is still there.
 * @param {HTMLElement} card
 */
function putBack(card) {
  const from = card.style.transform;
  if (!from || !card.isConnected) return;
  card.style.transform = "";
  card.removeAttribute("data-dragged");
  const isCalm = card.closest(".calm") !== null;
  if (!isCalm) card.animate([{ transform: from }], { duration: WAY_BACK, easing: "ease-out" });
}

/**
 * @param {HTMLElement} place
 * @param {PointerEvent} event
 */
function isInside(place, { clientX, clientY }) {
  const { left, right, top, bottom } = place.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
