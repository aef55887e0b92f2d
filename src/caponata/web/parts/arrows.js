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

/** @type {HTMLElement[]} what Tab passes over while its neighbour has the focus */
let passed = [];

function passOver(/** @type {HTMLElement[]} */ others) {
  for (const each of passed) each.removeAttribute("tabindex");
  for (const each of others) each.tabIndex = -1;
  passed = others;
}

/** For the attributes of an element full of buttons: one stop for Tab, and arrows from button to button. */
export const zone = {
  onKeyDown: arrows,
  /** @param {FocusEvent} event */
  onFocusIn: (event) => {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (/** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(REACHABLE));
    passOver([...buttons].filter((each) => each !== event.target));
  },
  onFocusOut: () => passOver([]),
};

// What had the focus may have gone from the page without a word: Tab then begins anew and passes nothing over.
addEventListener("keydown", ({ key }) => key === "Tab" && document.activeElement === document.body && passOver([]));
