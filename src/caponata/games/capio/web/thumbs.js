/** Two thumbs: browsers make clicks of one finger at a time, so a tap beside another finger is made one here. */

import { useEffect } from "preact/hooks";

/** @typedef {{ button: Element | null, at: number, isAlone: boolean }} Touch */

const REST = 1000; // milliseconds after which a finger rests, and does not tap
const ECHO = 100; // milliseconds within which a browser's own click is of the same tap

/**
 * Click the button that a finger taps while another one is down.
 * @param {{ current: HTMLElement | null }} root
 */
export function useThumbs(root) {
  useEffect(() => {
    /** @type {Map<number, Touch>} */
    const touches = new Map();
    let last = /** @type {{ button: Element, at: number } | null} */ (null);
    /** @param {PointerEvent} event */
    const down = (event) => {
      if (event.pointerType !== "touch") return;
      for (const touch of touches.values()) touch.isAlone = false;
      const button = event.target instanceof Element && root.current?.contains(event.target) ? event.target.closest("button") : null;
      touches.set(event.pointerId, { button, at: event.timeStamp, isAlone: touches.size === 0 });
    };
    /** @param {PointerEvent} event */
    const up = (event) => {
      const touch = touches.get(event.pointerId);
      touches.delete(event.pointerId);
      const button = touch?.button;
      if (event.type !== "pointerup" || !button || touch.isAlone || event.timeStamp - touch.at > REST) return;
      const { clientX, clientY } = event;
      if (document.elementFromPoint(clientX, clientY)?.closest("button") !== button) return;
      button.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX, clientY }));
      last = { button, at: event.timeStamp };
    };
    /** @param {MouseEvent} event */
    const click = (event) => {
      const isEcho = event.isTrusted && last !== null && event.timeStamp - last.at < ECHO && event.composedPath().includes(last.button);
      if (isEcho) event.stopPropagation();
    };
    addEventListener("pointerdown", down, true);
    addEventListener("pointerup", up, true);
    addEventListener("pointercancel", up, true);
    addEventListener("click", click, true);
    return () => {
      removeEventListener("pointerdown", down, true);
      removeEventListener("pointerup", up, true);
      removeEventListener("pointercancel", up, true);
      removeEventListener("click", click, true);
    };
  }, []);
}
