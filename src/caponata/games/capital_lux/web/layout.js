/** Measures parts of the board for the style sheets. */

import { useLayoutEffect } from "preact/hooks";

/**
 * Set custom properties on the board: its top (`--lux-top`), the height of the player's own area (`--lux-mine`), and
 * that height without the guide (`--lux-own`), which takes the remaining space.
 * @param {{ current: HTMLElement | null }} root
 */
export function useLayoutSizes(root) {
  useLayoutEffect(() => {
    const board = root.current;
    const mine = board?.querySelector(".lux-mine");
    if (!board || !(mine instanceof HTMLElement)) return undefined;
    const measure = () => {
      board.style.setProperty("--lux-top", `${Math.round(board.getBoundingClientRect().top + scrollY)}px`);
      const guide = mine.querySelector(".lux-coach");
      board.style.setProperty("--lux-mine", `${mine.offsetHeight}px`);
      board.style.setProperty("--lux-own", `${mine.offsetHeight - (guide instanceof HTMLElement ? guide.offsetHeight : 0)}px`);
    };
    const observer = new ResizeObserver(measure);
    observer.observe(mine);
    observer.observe(document.documentElement);
    measure();
    return () => observer.disconnect();
  }, []);
}
