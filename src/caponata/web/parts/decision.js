/** An urgent decision: a dialog above the table that can be minimised to look at the board. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../language.js";
import { moveFocus } from "./arrowkeys.js";
import { Icon } from "./icons.js";
import { RuleLink } from "./rulelink.js";

/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {import("../types.js").Choice} Choice */

/**
 * A dialog with one question and a button per move. It takes the focus. Escape or its own button minimises it to a
 * single button that opens it again. Its style is in `style/decision.css`.
 * @param {object} props
 * @param {unknown} props.when  the board's `table.decision`: a new decision opens the dialog again
 * @param {string} props.title  the question
 * @param {string[]} props.moves  the answers, as texts of moves
 * @param {Texts} props.texts
 * @param {(move: string) => Promise<Choice>} props.choose
 * @param {any} [props.children]  a drawing of what the question is about
 */
export function Decision({ when, title, moves, texts, choose, children }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  const [minimised, setMinimised] = useState(/** @type {{ when: unknown } | null} */ (null));
  const [busy, setBusy] = useState(false);
  const isMinimised = minimised !== null && minimised.when === when;
  useEffect(() => {
    const dialog = element.current;
    if (!dialog || isMinimised) return;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector("h2")?.focus();
    return () => dialog.close();
  }, [isMinimised, when]);
  /** @param {string} move */
  const answer = (move) => {
    if (busy) return;
    setBusy(true);
    void choose(move).finally(() => setBusy(false));
  };
  if (isMinimised)
    return html`<button type="button" class="button act decision-laid" onClick=${() => setMinimised(null)}><${Icon} name="undo" /><span>${title}</span></button>`;
  return html`<dialog
    ref=${element}
    class="decision"
    aria-label=${title}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      setMinimised({ when });
    }}
  >
    <div class="decision-inside">
      <h2 tabindex="-1">${title}</h2>
      ${children}
      <div class="decision-moves" onKeyDown=${moveFocus}>
        ${moves.map((move) => {
          const { text, rule } = texts.explain(move);
          return html`<div key=${move} class="decision-move">
            <button type="button" class="button act" aria-busy=${busy} onClick=${() => answer(move)}>${texts.move(move)}</button>
            <p>${text} <${RuleLink} rule=${rule} /></p>
          </div>`;
        })}
      </div>
      <button type="button" class="quiet" onClick=${() => setMinimised({ when })}><${Icon} name="eye" />${say("decision.look")}</button>
    </div>
  </dialog>`;
}
