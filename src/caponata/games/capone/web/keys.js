/** Keyboard focus: if the focused element was removed by a move, focus the next thing to do. */

import { useLayoutEffect, useRef } from "preact/hooks";

/** Selectors of the next thing to do, the most urgent first. */
const NEXT_SELECTORS = [
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
 * @param {import("./types.js").About} about
 */
export function useKeys(root, view, about) {
  const byKey = useRef(false);
  const open = about !== null;
  useLayoutEffect(() => {
    const button = root.current?.querySelector(PANEL);
    if (byKey.current && open && button instanceof HTMLElement) button.focus();
  }, [about]);
  useLayoutEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!byKey.current || !isLost) return;
    const board = root.current;
    const next = NEXT_SELECTORS.map((selector) => board?.querySelector(selector)).find((found) => found instanceof HTMLElement && found.offsetParent !== null);
    if (next instanceof HTMLElement) next.focus();
  }, [view]);
  return {
    onKeyUp: () => void (byKey.current = true),
    onPointerDown: () => void (byKey.current = false),
  };
}
