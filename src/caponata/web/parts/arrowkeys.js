/** Moving the focus with the arrow keys inside a group of elements. */

const STEPS = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 };
const FOCUSABLE = "button:not([disabled]), a[href], [tabindex]";

/**
 * Move the focus to the next or previous element of the group that listens.
 * @param {KeyboardEvent} event
 */
export function moveFocus(event) {
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const all = [.../** @type {NodeListOf<HTMLElement>} */ (group.querySelectorAll(FOCUSABLE))].filter((element) => element.offsetParent !== null);
  const now = all.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (now === -1 || all.length < 2) return;
  event.preventDefault();
  all[(now + step + all.length) % all.length]?.focus();
}

/**
 * Move the focus between the elements with `data-rove` by arrow keys, Home and End. Only one of them is a stop for Tab.
 * @param {KeyboardEvent} event
 */
export function roveFocus(event) {
  const group = /** @type {HTMLElement} */ (event.currentTarget);
  const stops = /** @type {HTMLElement[]} */ ([...group.querySelectorAll("[data-rove]:not(:disabled)")]);
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (at < 0) return;
  const step = STEPS[/** @type {keyof typeof STEPS} */ (event.key)];
  let to = -1;
  if (step !== undefined) to = (at + step + stops.length) % stops.length;
  else if (event.key === "Home") to = 0;
  else if (event.key === "End") to = stops.length - 1;
  const goal = stops[to];
  if (!goal) return;
  event.preventDefault();
  for (const stop of stops) stop.tabIndex = stop === goal ? 0 : -1;
  goal.focus();
}

/**
 * Return whether a click was made with a key.
 * @param {MouseEvent} event
 */
export function isKeyboardClick(event) {
  return event.detail === 0;
}

/** @type {HTMLElement[]} elements that Tab skips while another one of their group has the focus */
let skipped = [];

function skip(/** @type {HTMLElement[]} */ others) {
  for (const element of skipped) element.removeAttribute("tabindex");
  for (const element of others) element.tabIndex = -1;
  skipped = others;
}

/** Attributes for a group of buttons with a roving focus: one stop for Tab, arrow keys inside. */
export const rovingFocus = {
  onKeyDown: moveFocus,
  /** @param {FocusEvent} event */
  onFocusIn: (event) => {
    const buttons = /** @type {NodeListOf<HTMLElement>} */ (/** @type {HTMLElement} */ (event.currentTarget).querySelectorAll(FOCUSABLE));
    skip([...buttons].filter((button) => button !== event.target));
  },
  onFocusOut: () => skip([]),
};

// If the focused element was removed, no focusout event fires: reset when Tab starts again from the body.
addEventListener("keydown", ({ key }) => key === "Tab" && document.activeElement === document.body && skip([]));
