/** Preview of a move: the view as it would be after the move under the pointer or focus. */

import { useEffect, useRef, useState } from "preact/hooks";

const HOVER_DELAY = 90; // milliseconds before the server is asked
const LONG_PRESS = 420;

/**
 * Return the previewed move, the view after it, and a function that starts (or with null ends) a preview.
 * @template View
 * @param {{ preview: (move: string) => Promise<View | null> }} table
 * @param {View} view
 * @returns {{ preview: View | null, previewed: string | null, showPreview: (move: string | null) => void }}
 */
export function usePreview(table, view) {
  const [preview, setPreview] = useState(/** @type {View | null} */ (null));
  const [previewed, setPreviewed] = useState(/** @type {string | null} */ (null));
  const request = useRef(/** @type {{ move: string | null, timer: number }} */ ({ move: null, timer: 0 }));
  const cache = useRef(/** @type {Map<string, View | null>} */ (new Map()));
  useEffect(() => {
    cache.current = new Map();
    request.current.move = null;
    setPreview(null);
    setPreviewed(null);
    return () => clearTimeout(request.current.timer);
  }, [view]);
  /** @param {string | null} move */
  const showPreview = (move) => {
    if (request.current.move === move) return;
    clearTimeout(request.current.timer);
    request.current.move = move;
    setPreviewed(move);
    if (move === null) return setPreview(null);
    if (cache.current.has(move)) return setPreview(cache.current.get(move) ?? null);
    const currentCache = cache.current;
    request.current.timer = setTimeout(async () => {
      const result = await table.preview(move).catch(() => null);
      currentCache.set(move, result);
      if (request.current.move === move && cache.current === currentCache) setPreview(result);
    }, HOVER_DELAY);
  };
  return { preview, previewed, showPreview };
}

/** The current press. It is global because a preview redraws the element on which the press began. */
const press = { timer: 0, isLong: false };

/**
 * Event handlers that preview a move on hover, focus or a long press.
 * @param {(move: string | null) => void} showPreview
 * @param {string} move
 */
export function previewHandlers(showPreview, move) {
  return {
    onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && showPreview(move),
    onPointerLeave: () => (clearTimeout(press.timer), showPreview(null)),
    onFocus: (/** @type {FocusEvent} */ event) =>
      event.target instanceof Element && event.target.matches(":focus-visible") && showPreview(move),
    onBlur: () => showPreview(null),
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      press.isLong = false;
      if (event.pointerType === "mouse") return;
      press.timer = setTimeout(() => ((press.isLong = true), showPreview(move)), LONG_PRESS);
    },
    onPointerUp: () => clearTimeout(press.timer),
    onPointerCancel: () => (clearTimeout(press.timer), showPreview(null)),
    onContextMenu: (/** @type {Event} */ event) => press.isLong && event.preventDefault(),
    onClickCapture: (/** @type {Event} */ event) => {
      if (!press.isLong) return;
      press.isLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
