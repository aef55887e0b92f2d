/** How much room there is between the top of the board and what stays at the bottom of the window. */

import { useLayoutEffect } from "preact/hooks";

/**
 * Tell the style sheets where the board begins (`--lux-top`), how high the player's own things are (`--lux-mine`),
 * and how high without the guide (`--lux-own`), who takes what is left.
 * @param {{ current: HTMLElement | null }} root
 */
export function useStage(root) {
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
