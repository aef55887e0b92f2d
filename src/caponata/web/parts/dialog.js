/** A modal dialog that holds the focus until it is closed. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { Icon } from "./icons.js";

/**
 * A dialog with a title; Escape and the cross close it.
 * @param {{ title: string, close: () => void, children?: any, wide?: boolean }} props
 */
export function Dialog({ title, close, children, wide = false }) {
  const element = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => element.current?.querySelector("h2")?.focus(), [title]); // also when the dialog shows another page
  /** @param {MouseEvent} event */
  const closeOutside = (event) => {
    if (event.target === element.current) close();
  };
  return html`<dialog
    ref=${element}
    class=${wide ? "sheet sheet-wide" : "sheet"}
    aria-label=${title}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close();
    }}
    onClick=${closeOutside}
  >
    <div class="sheet-inside">
      <header class="sheet-head">
        <h2 tabindex="-1">${title}</h2>
        <button type="button" class="quiet round" aria-label=${say("close")} onClick=${close}><${Icon} name="close" /></button>
      </header>
      ${children}
    </div>
  </dialog>`;
}
