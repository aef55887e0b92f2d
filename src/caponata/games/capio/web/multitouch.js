/** Taps with two thumbs: browsers send clicks for one finger at a time, so the others are sent here. */

import { useEffect } from "preact/hooks";

/** @typedef {{ button: Element | null, at: number, isAlone: boolean }} Touch */

const MAX_TAP_DURATION = 1000; // milliseconds; a longer touch is not a tap
const DUPLICATE_TIME = 100; // milliseconds within which the browser's own click belongs to the same tap

/**
 * Click the button that a finger taps while another finger is down.
 * @param {{ current: HTMLElement | null }} root
 */
export function useMultiTouch(root) {
  useEffect(() => {
    /** @type {Map<number, Touch>} */
    const touches = new Map();
    let last = /** @type {{ button: Element, at: number } | null} */ (null);
    /** @param {PointerEvent} event */
    const onPointerDown = (event) => {
      if (event.pointerType !== "touch") return;
      for (const touch of touches.values()) touch.isAlone = false;
      const button = event.target instanceof Element && root.current?.contains(event.target) ? event.target.closest("button") : null;
      touches.set(event.pointerId, { button, at: event.timeStamp, isAlone: touches.size === 0 });
    };
    /** @param {PointerEvent} event */
    const onPointerUp = (event) => {
      const touch = touches.get(event.pointerId);
      touches.delete(event.pointerId);
      const button = touch?.button;
      if (event.type !== "pointerup" || !button || touch.isAlone || event.timeStamp - touch.at > MAX_TAP_DURATION) return;
      const { clientX, clientY } = event;
      if (document.elementFromPoint(clientX, clientY)?.closest("button") !== button) return;
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY }));
      last = { button, at: event.timeStamp };
    };
    /** @param {MouseEvent} event */
    const onClick = (event) => {
      const isDuplicate = event.isTrusted && last !== null && event.timeStamp - last.at < DUPLICATE_TIME && event.composedPath().includes(last.button);
      if (isDuplicate) event.stopPropagation();
    };
    addEventListener("pointerdown", onPointerDown, true);
    addEventListener("pointerup", onPointerUp, true);
    addEventListener("pointercancel", onPointerUp, true);
    addEventListener("click", onClick, true);
    return () => {
      removeEventListener("pointerdown", onPointerDown, true);
      removeEventListener("pointerup", onPointerUp, true);
      removeEventListener("pointercancel", onPointerUp, true);
      removeEventListener("click", onClick, true);
    };
  }, []);
}
