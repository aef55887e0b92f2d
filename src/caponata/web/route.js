/** The browser's address, followed without reloading the page. */

import { signal } from "@preact/signals";

/** @typedef {{ path: string, hash: string, search: URLSearchParams }} Address */

/** @returns {Address} */
function readAddress() {
  return { path: location.pathname, hash: location.hash.slice(1), search: new URLSearchParams(location.search) };
}

/** The address of the current screen. */
export const currentAddress = signal(readAddress());

/**
 * Go to an address of the page.
 * @param {string} address
 * @param {{ replace?: boolean }} [how]  replace the current entry of the history
 */
export function navigate(address, { replace = false } = {}) {
  const from = location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", address);
  currentAddress.value = readAddress();
  if (location.pathname !== from) scrollTo(0, 0);
}

/**
 * Return a function that navigates to an address, unless the user has left the current screen meanwhile.
 * @returns {(address: string) => void}
 */
export function navigateIfStillHere() {
  const { path } = currentAddress.peek();
  return (address) => void (currentAddress.peek().path === path && navigate(address));
}

addEventListener("popstate", () => (currentAddress.value = readAddress()));

addEventListener("click", (event) => {
  if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const link = /** @type {Element} */ (event.target).closest?.("a[href]");
  if (!(link instanceof HTMLAnchorElement) || link.origin !== location.origin) return;
  if (link.target || link.hasAttribute("download") || link.pathname.startsWith("/api/")) return;
  event.preventDefault();
  if (link.href !== location.href) navigate(link.href);
});
