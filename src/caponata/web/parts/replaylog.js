/** The log of a replay: every line is a link to its step. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { say } from "../language.js";
import { RuleLink } from "./rulelink.js";

/**
 * All lines. The current one is marked and scrolled into view.
 * @param {{ replay: import("../replay.js").Replay, texts: import("../types.js").Texts, names: string[], step: number, seek: (step: number) => void }} props
 */
export function ReplayLog({ replay, texts, names, step, seek }) {
  const lines = useMemo(() => replay.lines(texts, names), [replay, texts, names]);
  const now = lines.findLastIndex((line) => line.from <= step);
  const marked = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => scrollIntoDrawer(marked.current), [now]);
  return html`<ol class="log film-log">
    ${lines.map((line, number) => {
      const words = line.isStruck ? html`<s>${line.text}</s>` : line.text;
      return html`<li key=${number} ref=${number === now ? marked : null} data-later=${line.from > step} data-struck=${line.isStruck}>
        <button type="button" aria-current=${number === now ? "step" : null} onClick=${() => seek(line.step)}>
          ${words}${line.count > 1 && html` <small>${say("log.times", { n: line.count })}</small>`}
          ${line.isStruck && html` <small>${say("replay.taken-back")}</small>`}
        </button>
        <${RuleLink} rule=${line.rule} />
      </li>`;
    })}
  </ol>`;
}

/**
 * Scroll a line into view without scrolling anything but the drawer.
 * @param {HTMLElement | null} line
 */
function scrollIntoDrawer(line) {
  const page = line?.closest(".drawer-page");
  if (!line || !page) return;
  const lineBox = line.getBoundingClientRect();
  const pageBox = page.getBoundingClientRect();
  if (lineBox.top < pageBox.top || lineBox.bottom > pageBox.bottom) {
    page.scrollTop += lineBox.top - pageBox.top - (pageBox.height - lineBox.height) / 2;
  }
}
