/** Arrow keys that walk within a zone. */

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const REACHABLE = "button:not([disabled]), a[href], [tabindex]";

/**
 * Move the focus to the neighbour within the element that listens.
 * @param {KeyboardEvent} event
 */
export function arrows(event) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  const zone = /** @type {HTMLElement} */ (event.currentTarget);
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (zone.querySelectorAll(REACHABLE))].filter((each) => each.offsetParent !== null);
  const now = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (now === -1 || all.length < 2) return;
  event.preventDefault();
  all[(now + step + all.length) % all.length]?.focus();
}
