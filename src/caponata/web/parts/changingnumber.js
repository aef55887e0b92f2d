/** Numbers that a previewed move would change. Styled by `style/kit.css`. */

import { html } from "htm/preact";

/**
 * A number, or the number that a previewed move would make of it. With `would`, both are shown.
 * @param {object} props
 * @param {string | number} props.now
 * @param {string | number | null | undefined} props.next  after the previewed move; absent if there is none
 * @param {string} [props.would]  words before the next number, for screen readers
 * @param {string} [props.class]
 */
export function ChangingNumber({ now, next, would, class: extra = "" }) {
  const isChanging = next !== null && next !== undefined && next !== now;
  const classes = `changing-number ${extra}${isChanging ? " changing" : ""}`;
  if (would === undefined) return html`<b class=${classes}>${isChanging ? next : now}</b>`;
  return html`<span class=${classes}>
    <span class="now">${now}</span>
    ${isChanging && html`<span class="next"><span class="unseen">${would}</span>${next}</span>`}
  </span>`;
}
