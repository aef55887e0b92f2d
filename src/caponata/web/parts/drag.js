/** Dragging a piece with mouse, pen or finger to a place that accepts it (`data-drop`). */

import { useRef } from "preact/hooks";

const DRAG_THRESHOLD = 8; // pixels before a press becomes a drag
const RETURN_DURATION = 220; // milliseconds
const ANSWER_WAIT = 600; // milliseconds that a dropped card waits for the server's answer

/** @typedef {{ x: number, y: number, moved: boolean, place: HTMLElement | null, places: HTMLElement[] }} DragState */
/**
 * @typedef {object} DragHandlers
 * @property {(place: string) => void} drop  called with `data-drop` when the piece is dropped on a place
 * @property {(place: string | null) => void} over  called when the piece is above another place, or above none
 * @property {(place: HTMLElement) => boolean} fits  whether a place accepts this piece
 */

/**
 * Event handlers that make an element draggable.
 * @param {DragHandlers} handlers
 */
export function useDrag({ drop, over, fits }) {
  const drag = useRef(/** @type {DragState | null} */ (null));
  const wasDragged = useRef(false);
  return {
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      wasDragged.current = false;
      if (event.button !== 0) return;
      // A fast mouse leaves the piece before the first move event; touch captures the pointer by itself.
      if (event.pointerType === "mouse" && event.currentTarget instanceof HTMLElement) event.currentTarget.setPointerCapture(event.pointerId);
      drag.current = { x: event.clientX, y: event.clientY, moved: false, place: null, places: [] };
    },
    onPointerMove: (/** @type {PointerEvent} */ event) => {
      const state = drag.current;
      const card = event.currentTarget;
      if (!state || !(card instanceof HTMLElement)) return;
      const x = event.clientX - state.x;
      const y = event.clientY - state.y;
      if (!state.moved && Math.hypot(x, y) < DRAG_THRESHOLD) return;
      if (!state.moved) pickUp(card, event.pointerId, state, fits);
      card.style.transform = `translate(${x}px, ${y}px)`;
      const place = state.places.find((candidate) => isInside(candidate, event)) ?? null;
      if (place === state.place) return;
      state.place?.removeAttribute("data-over");
      place?.setAttribute("data-over", "");
      state.place = place;
      over(place?.dataset["drop"] ?? null);
    },
    onPointerUp: (/** @type {PointerEvent} */ event) => {
      const state = drag.current;
      drag.current = null;
      const card = event.currentTarget;
      if (!state?.moved || !(card instanceof HTMLElement)) return;
      wasDragged.current = true;
      const verb = state.place?.dataset["drop"];
      for (const place of state.places) release(place);
      over(null);
      if (verb) drop(verb);
      setTimeout(() => putBack(card), verb ? ANSWER_WAIT : 0);
    },
    onPointerCancel: (/** @type {PointerEvent} */ event) => {
      for (const place of drag.current?.places ?? []) release(place);
      drag.current = null;
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
 * @param {DragState} state
 * @param {(place: HTMLElement) => boolean} fits
 */
function pickUp(card, pointer, state, fits) {
  state.moved = true;
  card.setPointerCapture(pointer);
  card.dataset["dragged"] = "";
  const places = card.closest(".playarea")?.querySelectorAll("[data-drop]") ?? [];
  state.places = /** @type {HTMLElement[]} */ ([...places]).filter(fits);
  for (const place of state.places) place.setAttribute("data-open", "");
}

/** @param {HTMLElement} place */
function release(place) {
  place.removeAttribute("data-open");
  place.removeAttribute("data-over");
}

/**
 * Move a card back to its own position if it is still on the board.
 * @param {HTMLElement} card
 */
function putBack(card) {
  const from = card.style.transform;
  if (!from || !card.isConnected) return;
  card.style.transform = "";
  card.removeAttribute("data-dragged");
  const isMotionOff = card.closest(".calm") !== null;
  if (!isMotionOff) card.animate([{ transform: from }], { duration: RETURN_DURATION, easing: "ease-out" });
}

/**
 * @param {HTMLElement} place
 * @param {PointerEvent} event
 */
function isInside(place, { clientX, clientY }) {
  const { left, right, top, bottom } = place.getBoundingClientRect();
  return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
}
