/** The moves of the picked cards. They replace the prompt, so that the layout does not jump. */

import { html } from "htm/preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { Cross } from "./crests.js";
import { previewHandlers, roveFocus } from "/web/kit.js";

/** @typedef {import("./types.js").Scene} Scene */

/**
 * A button for each move, with its explanation.
 * @param {{ scene: Scene, options: string[], byKey: boolean, putBack: () => void }} props
 */
export function Choice({ scene, options, byKey, putBack }) {
  const { texts, act, showPreview, chosen, zones } = scene;
  const first = useRef(/** @type {HTMLButtonElement | null} */ (null));
  const signature = options.join();
  useLayoutEffect(() => {
    if (byKey) first.current?.focus();
  }, [signature]);
  const card = (zones["hand"] ?? []).find((piece) => piece.id === chosen[0])?.card ?? "";
  const question = options.length > 1 ? texts.phrase("board.choose-place", { card }) : texts.phrase("board.keep-both");
  return html`<div class="lux-choice" role="group" aria-label=${question} onKeyDown=${roveFocus}>
    <div class="answers">
      ${options.map((move, place) => {
        const { text } = texts.explain(move);
        return html`<button
          key=${move}
          ref=${place === 0 ? first : undefined}
          type="button"
          class=${`lux-option ${move.split(" ")[0]}`}
          data-rove
          aria-describedby=${`lux-explain-${place}`}
          ...${previewHandlers(showPreview, move)}
          onClick=${() => act(move, String(chosen[0]))}
        >
          <strong>${texts.move(move)}</strong>
          <span class="explain" id=${`lux-explain-${place}`}>${text}</span>
        </button>`;
      })}
      <button type="button" class="lux-back" data-rove aria-label=${texts.phrase("board.put-back")} title=${texts.phrase("board.put-back")} onClick=${putBack}>
        <${Cross} />
      </button>
    </div>
  </div>`;
}
