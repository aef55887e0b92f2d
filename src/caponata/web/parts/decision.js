/** A decision that cannot wait: it comes up over the table, and can be laid down to look at what it is about. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../language.js";
import { arrows } from "./arrows.js";
import { Icon } from "./icons.js";
import { RuleLink } from "./rulelink.js";

/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {import("../types.js").Choice} Choice */

/**
 * A sheet with one question and a button a move. It takes the focus, for nothing else is to be done; Escape, or its
 * own button, lays it down to a line from which it is taken up again. The look is in `style/decision.css`.
 * @param {object} props
 * @param {unknown} props.when  the board's `table.decision`: a new one comes up again
 * @param {string} props.title  the question
 * @param {string[]} props.moves  the answers, as moves are typed
 * @param {Texts} props.texts
 * @param {(move: string) => Promise<Choice>} props.choose
 * @param {any} [props.children]  what the question is about, drawn
 */
export function Decision({ when, title, moves, texts, choose, children }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [laid, lay] = useState(/** @type {{ when: unknown } | null} */ (null));
  const [busy, setBusy] = useState(false);
  const isLaid = laid !== null && laid.when === when;
  useEffect(() => {
    const sheet = place.current;
    if (!sheet || isLaid) return;
    if (!sheet.open) sheet.showModal();
    sheet.querySelector("h2")?.focus();
    return () => sheet.close();
  }, [isLaid, when]);
  /** @param {string} move */
  const answer = (move) => {
    if (busy) return;
    setBusy(true);
    void choose(move).finally(() => setBusy(false));
  };
  if (isLaid)
    return html`<button type="button" class="button act decision-laid" onClick=${() => lay(null)}><${Icon} name="undo" /><span>${title}</span></button>`;
  return html`<dialog
    ref=${place}
    class="decision"
    aria-label=${title}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      lay({ when });
    }}
  >
    <div class="decision-inside">
      <h2 tabindex="-1">${title}</h2>
      ${children}
      <div class="decision-moves" onKeyDown=${arrows}>
        ${moves.map((move) => {
          const { text, rule } = texts.explain(move);
          return html`<div key=${move} class="decision-move">
            <button type="button" class="button act" aria-busy=${busy} onClick=${() => answer(move)}>${texts.move(move)}</button>
            <p>${text} <${RuleLink} rule=${rule} /></p>
          </div>`;
        })}
      </div>
      <button type="button" class="quiet" onClick=${() => lay({ when })}><${Icon} name="eye" />${say("decision.look")}</button>
    </div>
  </dialog>`;
}
