/** Keys alone: what was focused may be gone after a choice, and the next thing to do then has the focus. */

import { useLayoutEffect, useRef } from "preact/hooks";

/** What is done next, the most urgent first. */
const NEXT = [
  ".cpn-options .cpn-option:not([aria-disabled=true])",
  ".cpn-home .members button.lit:not([aria-pressed=true])",
  ".cpn-home .guards button.lit",
  ".cpn-confirm button",
  ".cpn-books [data-move]:not([aria-disabled=true])",
  ".cpn-hand .cpn-card.lit",
];
const PANEL = ".cpn-desk .cpn-panel .ways button";

/**
 * @param {{ current: HTMLElement | null }} root
 * @param {unknown} view
 * @param {import("./shapes.js").About} about
 */
export function useKeys(root, view, about) {
  const byKey = useRef(false);
  const open = about !== null;
  useLayoutEffect(() => {
    const way = root.current?.querySelector(PANEL);
    if (byKey.current && open && way instanceof HTMLElement) way.focus();
  }, [about]);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!byKey.current || !isLost) return;
    const board = root.current;
    const next = NEXT.map((selector) => board?.querySelector(selector)).find((found) => found instanceof HTMLElement && found.offsetParent !== null);
    if (next instanceof HTMLElement) next.focus();
  }, [view]);
  return {
    onKeyUp: () => void (byKey.current = true),
    onPointerDown: () => void (byKey.current = false),
  };
}
