/** Keeping the keyboard focus in a useful place. */

import { useEffect, useRef } from "preact/hooks";

/** Focus the content of a new screen. */
export function focusMain() {
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus({ preventScroll: true });
}

/**
 * Focus the content when the screen changes and the focused element was removed.
 * @param {unknown} screen
 */
export function useFocusOnMain(screen) {
  const before = useRef(screen);
  useEffect(() => {
    if (before.current !== screen && document.activeElement === document.body) focusMain();
    before.current = screen;
  }, [screen]);
}

/**
 * Focus the element with `data-first` when the focused element inside the board was removed.
 * @param {{ current: HTMLElement | null }} root
 * @param {object} view
 */
export function useFocusAfterMove(root, view) {
  const wasInside = useRef(false);
  wasInside.current = (root.current?.contains(document.activeElement) ?? false) || wasInside.current;
  useEffect(() => {
    const active = document.activeElement;
    if (active && active !== document.body) {
      wasInside.current = root.current?.contains(active) ?? false;
      return;
    }
    if (!wasInside.current) return;
    const next = root.current?.querySelector("[data-first]");
    if (next instanceof HTMLElement) next.focus({ preventScroll: true });
  }, [view]);
}
