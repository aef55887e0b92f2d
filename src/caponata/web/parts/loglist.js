/** The log of a table. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { RuleLink } from "./rulelink.js";
import { SeatMark } from "./seatmark.js";

/**
 * The log, scrolled to the newest line.
 * @param {{ room: import("../room.js").Room }} props
 */
export function LogList({ room }) {
  const lines = room.log.value;
  const since = room.client.value?.since.value ?? 0;
  const foot = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    const page = foot.current?.closest(".drawer-page");
    if (page) page.scrollTop = page.scrollHeight;
  }, [lines.length]);
  if (lines.length === 0) return html`<p class="empty">${say("log.empty")}</p>`;
  return html`${room.earlier.value > 0 && html`<p class="empty">${say("log.earlier", { n: room.earlier.value })}</p>`}<ol class="log">
    ${lines.map(
      (line) => html`<li key=${line.n} data-struck=${line.isStruck} data-new=${since > 0 && line.n > since}>
        ${line.seat === null ? html`<span class="log-dot"></span>` : html`<${SeatMark} seat=${line.seat} />`}
        <span>
          ${line.isStruck ? html`<s>${line.text}</s>` : line.text}${line.count > 1 ? html` <small>${say("log.times", { n: line.count })}</small>` : ""}
          ${" "}<${RuleLink} rule=${line.rule} />
        </span>
      </li>`,
    )}
    <li ref=${foot} class="log-foot" aria-hidden="true"></li>
  </ol>`;
}
