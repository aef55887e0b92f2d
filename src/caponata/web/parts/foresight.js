/** Consequence before commitment: the view as it would be after the choice that is being looked at. */

import { useEffect, useRef, useState } from "preact/hooks";

const PATIENCE = 90; // milliseconds that a pointer may rest before the table is asked
const LONG_PRESS = 420;

/**
 * The view after the move being looked at, and a way to look at one, or at none.
 * @template View
 * @param {{ preview: (move: string) => Promise<View | null> }} table
 * @param {View} view
 * @returns {{ then: View | null, look: (move: string | null) => void }}
 */
export function useForesight(table, view) {
  const [then, setThen] = useState(/** @type {View | null} */ (null));
  const asked = useRef(/** @type {{ move: string | null, timer: number }} */ ({ move: null, timer: 0 }));
  const known = useRef(/** @type {Map<string, View | null>} */ (new Map()));
  useEffect(() => {
    known.current = new Map();
    asked.current.move = null;
    setThen(null);
    return () => clearTimeout(asked.current.timer);
  }, [view]);
  /** @param {string | null} move */
  const look = (move) => {
    if (asked.current.move === move) return;
    clearTimeout(asked.current.timer);
    asked.current.move = move;
    if (move === null) return setThen(null);
    if (known.current.has(move)) return setThen(known.current.get(move) ?? null);
    const notes = known.current;
    asked.current.timer = setTimeout(async () => {
      const seen = await table.preview(move).catch(() => null);
      notes.set(move, seen);
      if (asked.current.move === move && known.current === notes) setThen(seen);
    }, PATIENCE);
  };
  return { then, look };
}

/** The press that is going on: it outlives the drawing it began on, which a preview replaces. */
const press = { timer: 0, isLong: false };

/**
 * What makes an element show the consequence of a move: hover, focus, or a long press that is no tap.
 * @param {(move: string | null) => void} look
 * @param {string} move
 */
export function looking(look, move) {
  return {
    onPointerEnter: (/** @type {PointerEvent} */ event) => event.pointerType === "mouse" && look(move),
    onPointerLeave: () => (clearTimeout(press.timer), look(null)),
    onFocus: (/** @type {FocusEvent} */ event) =>
      event.target instanceof Element && event.target.matches(":focus-visible") && look(move),
    onBlur: () => look(null),
    onPointerDown: (/** @type {PointerEvent} */ event) => {
      press.isLong = false;
      if (event.pointerType === "mouse") return;
      press.timer = setTimeout(() => ((press.isLong = true), look(move)), LONG_PRESS);
    },
    onPointerUp: () => clearTimeout(press.timer),
    onPointerCancel: () => (clearTimeout(press.timer), look(null)),
    onContextMenu: (/** @type {Event} */ event) => press.isLong && event.preventDefault(),
    onClickCapture: (/** @type {Event} */ event) => {
      if (!press.isLong) return;
      press.isLong = false;
      event.preventDefault();
      event.stopPropagation();
    },
  };
}
