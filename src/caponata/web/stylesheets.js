/** Style sheets that are loaded on demand. */

/**
 * Add a style sheet to the page. The promise resolves when it is loaded, or when it cannot be loaded.
 * @param {string} address
 */
export function loadStyleSheet(address) {
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = resolve;
    document.head.append(link);
  });
}
