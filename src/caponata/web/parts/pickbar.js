/** The moves of the picked pieces: a button per move, and one to put the pieces back. */

import { html } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { moveFocus } from "./arrowkeys.js";
import { Icon } from "./icons.js";

/**
 * A bar in place of the prompt. It shows a hint while no move is complete. Its style is in `style/pick.css`.
 * @param {object} props
 * @param {import("./pick.js").Pick} props.pick
 * @param {import("../types.js").Texts} props.texts
 * @param {(move: string) => void} props.choose
 * @param {(move: string | null) => void} [props.showPreview]  called when a move is hovered or focused, and with null afterwards
 * @param {boolean} [props.byKey]  whether a key picked the last piece: then the first move gets the focus
 */
export function PickBar({ pick, texts, choose, showPreview = () => undefined, byKey = false }) {
  const { picked, options, clear } = pick;
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const offered = options.join();
  useLayoutEffect(() => {
    if (byKey) first.current?.focus();
  }, [offered]);
  if (picked.length === 0) return null;
  return html`<div class="pickbar" role="group" aria-label=${say("pick.label", { n: picked.length })} onKeyDown=${moveFocus}>
    ${options.length === 0 && html`<p class="pickbar-more" role="status">${say("pick.more", { n: picked.length })}</p>`}
    ${options.map(
      (move, place) => html`<button
        key=${move}
        ref=${place === 0 ? first : undefined}
        type="button"
        class="button pickbar-move"
        onPointerEnter=${() => showPreview(move)}
        onPointerLeave=${() => showPreview(null)}
        onFocus=${() => showPreview(move)}
        onBlur=${() => showPreview(null)}
        onClick=${() => choose(move)}
      >
        <strong>${texts.move(move)}</strong><small>${texts.explain(move).text}</small>
      </button>`,
    )}
    <button type="button" class="button round pickbar-back" aria-label=${say("pick.back")} title=${say("pick.back")} onClick=${clear}><${Icon} name="close" /></button>
  </div>`;
}
