/** Protection against accidental double clicks and held keys that hit something that has just appeared. */

import { useEffect } from "preact/hooks";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {{ x: number, y: number, at: number, situation: string }} Click */

const DOUBLE_CLICK_TIME = 450; // milliseconds
const NEAR = 24; // pixels

/**
 * A string that changes whenever the table asks for something else, so that other buttons may be under the pointer.
 * @param {Room} room
 */
function situationOf(room) {
  const about = room.about.peek();
  const seats = about?.seats.map(({ is }) => is) ?? [];
  return JSON.stringify([about?.status, seats, about?.asks.length, room.shownSeat.peek(), room.handover.peek(), room.state.peek()?.decision]);
}

/**
 * Ignore a second click in the same place shortly after the first if the situation has changed in between, and
 * ignore repeated keys on buttons.
 * @param {Room} room
 */
export function useClickGuard(room) {
  useEffect(() => {
    let last = /** @type {Click | null} */ (null);
    /** @param {MouseEvent} event */
    const isNear = ({ clientX, clientY }) => last !== null && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
    /** @param {MouseEvent} event */
    const onClick = (event) => {
      const { clientX: x, clientY: y, timeStamp: at, detail } = event;
      if (detail === 0) return; // from the keyboard or a screen reader
      const isDoubleClick = last !== null && at - last.at < DOUBLE_CLICK_TIME && isNear(event);
      if (isDoubleClick && last?.situation !== situationOf(room)) cancel(event);
      else last = { x, y, at, situation: situationOf(room) };
    };
    /** A press elsewhere ends the double click. @param {PointerEvent} event */
    const onPointerDown = (event) => void (isNear(event) || (last = null));
    /** @param {KeyboardEvent} event */
    const onKeyDown = (event) => {
      last = null;
      if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target instanceof HTMLButtonElement) cancel(event);
    };
    addEventListener("click", onClick, true);
    addEventListener("pointerdown", onPointerDown, true);
    addEventListener("keydown", onKeyDown, true);
    return () => {
      removeEventListener("click", onClick, true);
      removeEventListener("pointerdown", onPointerDown, true);
      removeEventListener("keydown", onKeyDown, true);
    };
  }, [room]);
}

/** @param {Event} event */
function cancel(event) {
  event.preventDefault();
  event.stopPropagation();
}
