/** A hand that is too quick: it must not do what its last touch has just brought up. */

import { useEffect } from "preact/hooks";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {{ x: number, y: number, at: number, scene: string }} Touch */

const AT_ONCE = 450; // milliseconds
const NEAR = 24; // pixels

/**
 * What there is to do at a table, and for whom: where that has changed, other things lie under the finger.
 * @param {Room} room
 */
function sceneOf(room) {
  const about = room.about.peek();
  const seats = about?.seats.map(({ is }) => is) ?? [];
  return JSON.stringify([about?.status, seats, about?.asks.length, room.shown.peek(), room.handover.peek(), room.state.peek()?.decision]);
}

/**
 * Let nothing through that was meant for what stood there before: a click in the same place right after another, and
 * a key that is held down, once there is something else to decide.
 * @param {Room} room
 */
export function useSteadyHand(room) {
  useEffect(() => {
    let last = /** @type {Touch | null} */ (null);
    /** @param {MouseEvent} event */
    const isNear = ({ clientX, clientY }) => last !== null && Math.hypot(clientX - last.x, clientY - last.y) < NEAR;
    /** @param {MouseEvent} event */
    const click = (event) => {
      const { clientX: x, clientY: y, timeStamp: at, detail } = event;
      if (detail === 0) return; // a key, or a program for those who cannot see
      const isAgain = last !== null && at - last.at < AT_ONCE && isNear(event);
      if (isAgain && last?.scene !== sceneOf(room)) stop(event);
      else last = { x, y, at, scene: sceneOf(room) };
    };
    /** Something else is touched in between. @param {PointerEvent} event */
    const down = (event) => void (isNear(event) || (last = null));
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      last = null;
      if (event.repeat && (event.key === "Enter" || event.key === " ") && event.target instanceof HTMLButtonElement) stop(event);
    };
    addEventListener("click", click, true);
    addEventListener("pointerdown", down, true);
    addEventListener("keydown", press, true);
    return () => {
      removeEventListener("click", click, true);
      removeEventListener("pointerdown", down, true);
      removeEventListener("keydown", press, true);
    };
  }, [room]);
}

/** @param {Event} event */
function stop(event) {
  event.preventDefault();
  event.stopPropagation();
}
