/** A clock that counts down between the server's updates. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";

const TICK = 250;
const LOW_TIME = 10_000;
const SECOND = 1000;
const MINUTE = 60;

/** @param {number} milliseconds */
function formatTime(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / SECOND);
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

/**
 * Remaining time of a move and of the time bank.
 * @param {{ clock: import("../types.js").SeatClock, receivedAt: number }} props  `receivedAt`: when the clock arrived, by `performance.now()`
 */
export function Clock({ clock, receivedAt }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!clock.runs) return;
    const timer = setInterval(() => setNow(performance.now()), TICK);
    return () => clearInterval(timer);
  }, [clock, receivedAt]);
  const used = clock.runs ? Math.max(0, now - receivedAt) : 0;
  const move = Math.max(0, clock.move - used);
  const bank = Math.max(0, clock.bank - Math.max(0, used - clock.move));
  const low = clock.runs && move + bank < LOW_TIME;
  return html`<span class="clock" data-runs=${clock.runs} data-low=${low} title=${say("clock.title")}>
    ${clock.runs && move > 0 && html`<b>${formatTime(move)}</b> `}<span>${formatTime(bank)}</span>
  </span>`;
}
