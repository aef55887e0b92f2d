/** Where in the page we are: the browser's address, followed without reloading. */

import { signal } from "@preact/signals";

/** @typedef {{ path: string, hash: string, search: URLSearchParams }} Place */

/** @returns {Place} */
function place() {
  return { path: location.pathname, hash: location.hash.slice(1), search: new URLSearchParams(location.search) };
}

/** The place shown now. */
export const here = signal(place());

/**
 * Go somewhere in the page.
 * @param {string} address
 * @param {{ replace?: boolean }} [how]  in place of this entry of the history
 */
export function go(address, { replace = false } = {}) {
  const from = location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  here.value = place();
  if (location.pathname !== from) scrollTo(0, 0);
}

/**
 * A way to go on from here when an answer has come: whoever went elsewhere meanwhile stays there.
 * @returns {(address: string) => void}
 */
export function onward() {
  const { path } = here.peek();
  return (address) => void (here.peek().path === path && go(address));
}

addEventListener("popstate", () => (here.value = place()));

addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.href !== location.href) go(link.href);
});
