/** What the pieces picked up can do: a button a move, and a way to put them back. */

import { html } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { arrows } from "./arrows.js";
import { Icon } from "./icons.js";

/**
 * A bar for the place of the prompt. It says what to do while no move is complete; the look is in `style/pick.css`.
 * @param {object} props
 * @param {import("./pick.js").Pick} props.pick
 * @param {import("../types.js").Texts} props.texts
 * @param {(move: string) => void} props.choose
 * @param {(move: string | null) => void} [props.look]  a move is looked at, or none any more
 * @param {boolean} [props.byKey]  whether a key picked the last piece: the first move then has the focus
 */
export function PickBar({ pick, texts, choose, look = () => undefined, byKey = false }) {
  const { picked, options, clear } = pick;
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const offered = options.join();
  useLayoutEffect(() => {
    if (byKey) first.current?.focus();
  }, [offered]);
  if (picked.length === 0) return null;
  return html`<div class="pickbar" role="group" aria-label=${say("pick.label", { n: picked.length })} onKeyDown=${arrows}>
    ${options.length === 0 && html`<p class="pickbar-more" role="status">${say("pick.more", { n: picked.length })}</p>`}
    ${options.map(
      (move, place) => html`<button
        key=${move}
        ref=${place === 0 ? first : undefined}
        type="button"
        class="button pickbar-move"
        onPointerEnter=${() => look(move)}
        onPointerLeave=${() => look(null)}
        onFocus=${() => look(move)}
        onBlur=${() => look(null)}
        onClick=${() => choose(move)}
      >
        <strong>${texts.move(move)}</strong><small>${texts.explain(move).text}</small>
      </button>`,
    )}
    <button type="button" class="button round pickbar-back" aria-label=${say("pick.back")} title=${say("pick.back")} onClick=${clear}><${Icon} name="close" /></button>
  </div>`;
}
