/** Dragging a die: a press takes it, and it is placed where it is dropped. */

import { useEffect, useRef } from "preact/hooks";

/** @typedef {import("./types.js").Scene} Scene */

const DRAG_THRESHOLD = 10; // pixels before a press becomes a drag
const DRAGGABLE = ".cio-die.lit, .cio-held.mine";

/**
 * Let the player drag dice on the board.
 * @param {{ current: HTMLElement | null }} root
 * @param {Scene} scene
 */
export function useDragging(root, scene) {
  const latest = useRef(scene);
  latest.current = scene;
  const cancelDrag = useRef(() => {});
  useEffect(() => void (scene.held === null && cancelDrag.current()), [scene.held]); // the die was lost, for example to a faster seat
  useEffect(() => {
    const board = root.current;
    if (!board) return undefined;
    let drag = /** @type {{ pointer: number, x: number, y: number, ghost: HTMLElement | null, from: HTMLElement } | null} */ (null);
    const end = () => {
      drag?.ghost?.remove();
      drag = null;
      unmark(board);
      board.removeAttribute("data-dragging");
    };
    cancelDrag.current = end;
    /** @param {PointerEvent} event */
    const onPointerDown = (event) => {
      if (!event.isPrimary) return; // a second finger
      end();
      const from = event.target instanceof Element ? event.target.closest(DRAGGABLE) : null;
      const { pointerId: pointer, clientX: x, clientY: y } = event;
      drag = from instanceof HTMLElement && event.button === 0 ? { pointer, x, y, ghost: null, from } : null;
      if (drag && event.target instanceof Element && event.target.hasPointerCapture?.(event.pointerId)) event.target.releasePointerCapture(event.pointerId);
    };
    /** @param {PointerEvent} event */
    const onPointerMove = (event) => {
      if (drag?.pointer !== event.pointerId) return;
      if (!drag.ghost && Math.hypot(event.clientX - drag.x, event.clientY - drag.y) < DRAG_THRESHOLD) return;
      drag.ghost ??= ghostOf(drag.from, board);
      drag.ghost.style.translate = `${event.clientX}px ${event.clientY}px`;
      unmark(board);
      dropAt(event)?.setAttribute("data-over", "");
    };
    /** @param {PointerEvent} event */
    const onPointerUp = (event) => {
      if (drag?.pointer !== event.pointerId) return;
      const isDragged = drag.ghost !== null;
      end();
      const where = isDragged && event.type === "pointerup" ? dropAt(event)?.dataset["drop"] : null;
      if (where) latest.current.act(`place ${where}`, `place ${where}`);
    };
    board.addEventListener("pointerdown", onPointerDown, true); // capture phase: runs before the die's own handler
    addEventListener("pointermove", onPointerMove);
    addEventListener("pointerup", onPointerUp);
    addEventListener("pointercancel", onPointerUp);
    return () => {
      end();
      board.removeEventListener("pointerdown", onPointerDown, true);
      removeEventListener("pointermove", onPointerMove);
      removeEventListener("pointerup", onPointerUp);
      removeEventListener("pointercancel", onPointerUp);
    };
  }, []);
}

/** @param {HTMLElement} board */
function unmark(board) {
  for (const place of board.querySelectorAll("[data-over]")) place.removeAttribute("data-over");
}

/**
 * The drop target under the pointer, or null.
 * @param {PointerEvent} event
 * @returns {HTMLElement | null}
 */
function dropAt({ clientX, clientY }) {
  const found = document.elementFromPoint(clientX, clientY)?.closest("[data-drop]");
  return found instanceof HTMLElement ? found : null;
}

/**
 * A copy of a die that follows the pointer.
 * @param {HTMLElement} from
 * @param {HTMLElement} board
 */
function ghostOf(from, board) {
  const ghost = document.createElement("span");
  ghost.className = "cio-ghost";
  ghost.append(...[...from.querySelectorAll(".cio-face")].map((face) => face.cloneNode(true)));
  board.append(ghost);
  board.setAttribute("data-dragging", "");
  return ghost;
}
