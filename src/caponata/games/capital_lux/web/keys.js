/** Arrow keys within a zone: one stop for Tab, arrows from piece to piece. */

const STEPS = /** @type {Record<string, number>} */ ({ ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 });

/**
 * Move the focus within a zone on arrows, Home and End.
 * @param {KeyboardEvent} event
 */
export function rove(event) {
  const zone = /** @type {HTMLElement} */ (event.currentTarget);
  const stops = /** @type {HTMLElement[]} */ ([...zone.querySelectorAll("[data-rove]:not(:disabled)")]);
  const at = stops.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  if (at < 0) return;
  const step = STEPS[event.key];
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
 * Whether a click was made with a key.
 * @param {MouseEvent} event
 */
export function isByKey(event) {
  return event.detail === 0;
}
