/** A clock that counts down between what the server says. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";

const BEAT = 250;
const LOW = 10_000;
const SECOND = 1000;
const MINUTE = 60;

/** @param {number} milliseconds */
function written(milliseconds) {
  const seconds = Math.ceil(Math.max(0, milliseconds) / SECOND);
  return `${Math.floor(seconds / MINUTE)}:${String(seconds % MINUTE).padStart(2, "0")}`;
}

/**
 * What is left of a move and of the bank.
 * @param {{ clock: import("../types.js").SeatClock, told: number }} props  `told`: when the server said so
 */
export function Clock({ clock, told }) {
  const [now, setNow] = useState(performance.now());
  useEffect(() => {
    setNow(performance.now());
    if (!clock.runs) return;
    const timer = setInterval(() => setNow(performance.now()), BEAT);
    return () => clearInterval(timer);
  }, [clock, told]);
  const used = clock.runs ? Math.max(0, now - told) : 0;
  const move = Math.max(0, clock.move - used);
  const bank = Math.max(0, clock.bank - Math.max(0, used - clock.move));
  const low = clock.runs && move + bank < LOW;
  return html`<span class="clock" data-runs=${clock.runs} data-low=${low} title=${say("clock.title")}>
    ${clock.runs && move > 0 && html`<b>${written(move)}</b> `}<span>${written(bank)}</span>
  </span>`;
}
