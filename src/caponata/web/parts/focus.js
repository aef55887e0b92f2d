/** Where the keyboard stands. */

import { useEffect, useRef } from "preact/hooks";

/** Let screen readers and keys begin at the content of a new screen. */
export function focusMain() {
  const main = document.getElementById("main");
  main?.setAttribute("tabindex", "-1");
  main?.focus({ preventScroll: true });
}

/**
 * Do the same when what had the focus is gone with what was there before.
 * @param {unknown} shown
 */
export function useFocusOnMain(shown) {
  const before = useRef(shown);
  useEffect(() => {
    if (before.current !== shown && document.activeElement === document.body) focusMain();
    before.current = shown;
  }, [shown]);
}

/**
 * Give the keyboard something to stand on (`data-first`) when what it stood on inside the board is gone.
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
