/** Addresses of the page's files. In an installed page they begin with a version, so that browsers can cache them forever. */

const prefix = document.querySelector('meta[name="files"]')?.getAttribute("content") ?? "";

/**
 * Address of a file of the page or of a game.
 * @param {string} path  such as /web/texts/en.json or /games/capo/emblem.svg
 */
export const fileAddress = (path) => prefix + path;
