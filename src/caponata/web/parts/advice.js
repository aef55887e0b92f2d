/** Advice: the best moves according to a strong bot, with their chances and the reason. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { Icon } from "./icons.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../types.js").Advice} Advice */

/**
 * Advice for the open decision. It is requested by a button and discarded with the decision.
 * @param {Room} room
 */
export function useAdvice(room) {
  const decision = room.state.value?.decision ?? null;
  const [advice, setAdvice] = useState(/** @type {Advice | null} */ (null));
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setAdvice(null);
    setBusy(false);
  }, [decision]);
  const ask = async () => {
    setBusy(true);
    const answer = await room.ask({ t: "advise", decision });
    if (answer?.t === "advice" && answer.decision === room.state.value?.decision) setAdvice(answer);
    setBusy(false);
  };
  return { advice, busy, ask, close: () => setAdvice(null) };
}

/**
 * The button that requests advice.
 * @param {{ busy: boolean, ask: () => void }} props
 */
export function AdviceButton({ busy, ask }) {
  return html`<button type="button" class="button advise" aria-busy=${busy} aria-disabled=${busy} onClick=${() => busy || ask()}>
    <${Icon} name="bot" /><span>${say(busy ? "advice.thinking" : "advice.ask")}</span>
  </button>`;
}

/** @param {number} chance */
const percent = (chance) => Math.round(100 * chance);

/**
 * The advised moves.
 * @param {{ advice: Advice, texts: import("../types.js").Texts, close: () => void }} props
 */
export function AdviceCard({ advice, texts, close }) {
  const { moves, reason, than } = advice;
  const closeAndFocus = () => {
    close();
    /** @type {HTMLElement | null} */ (document.querySelector(".advise"))?.focus();
  };
  const facts = than ? { other: texts.move(than.move), less: percent(than.chance) } : {};
  return html`<div class="advice" role="status">
    <ol>
      ${moves.map(
        ({ move, chance }) => html`<li key=${move}>
          <span class="advice-move">${texts.move(move)}</span>
          <span class="advice-bar" aria-hidden="true"><i style=${{ width: `${percent(chance)}%` }}></i></span>
          <span class="advice-chance">${say("advice.chance", { chance: percent(chance) })}</span>
        </li>`,
      )}
    </ol>
    <p>${say(`advice.${reason}`, facts)}</p>
    <button type="button" class="button" onClick=${closeAndFocus}>${say("advice.put-away")}</button>
  </div>`;
}
