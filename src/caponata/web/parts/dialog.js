/** A sheet above the page that holds the focus until it is closed. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { say } from "../language.js";
import { Icon } from "./icons.js";

/**
 * A dialog with a title; Escape and the cross close it.
 * @param {{ title: string, close: () => void, children?: any, wide?: boolean }} props
 */
export function Dialog({ title, close, children, wide = false }) {
  const place = useRef(/** @type {HTMLDialogElement | null} */ (null));
  useEffect(() => {
    const dialog = place.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  useEffect(() => place.current?.querySelector("h2")?.focus(), [title]); // another page of it begins there too
  /** @param {MouseEvent} event */
  const outside = (event) => {
    if (event.target === place.current) close();
  };
  return html`<dialog
    ref=${place}
    class=${wide ? "sheet sheet-wide" : "sheet"}
    aria-label=${title}
    onCancel=${(/** @type {Event} */ event) => {
      event.preventDefault();
      close();
    }}
    onClick=${outside}
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
