/** What happened since one's last move, shown once more. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { SeatMark } from "./seatmark.js";

const LINE_DURATION = 1400; // milliseconds

/**
 * Show the log lines after one's last move, one after the other.
 * @param {{ lines: import("../log.js").LogLine[], close: () => void }} props
 */
export function Recap({ lines, close }) {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const timer = setTimeout(() => (at + 1 < lines.length ? setAt(at + 1) : close()), LINE_DURATION);
    return () => clearTimeout(timer);
  }, [at]);
  const line = lines[at];
  if (line === undefined) return null;
  return html`<button type="button" class="recap" onClick=${close} aria-label=${say("recap.stop")}>
    <span class="recap-count">${at + 1}/${lines.length}</span>
    ${line.seat !== null && html`<${SeatMark} seat=${line.seat} />`}<span key=${line.n} class="recap-text">${line.text}</span>
  </button>`;
}
