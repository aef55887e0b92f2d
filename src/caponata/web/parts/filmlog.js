/** The log of a replay: every line leads to its moment. */

import { html } from "htm/preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { say } from "../language.js";
import { RuleLink } from "./rulelink.js";

/**
 * All lines; the one that is shown now is marked and kept in sight.
 * @param {{ film: import("../film.js").Film, texts: import("../types.js").Texts, names: string[], step: number, seek: (step: number) => void }} props
 */
export function FilmLog({ film, texts, names, step, seek }) {
  const lines = useMemo(() => film.lines(texts, names), [film, texts, names]);
  const now = lines.findLastIndex((line) => line.from <= step);
  const marked = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => keepInSight(marked.current), [now]);
  return html`<ol class="log film-log">
    ${lines.map((line, number) => {
      const words = line.struck ? html`<s>${line.text}</s>` : line.text;
      return html`<li key=${number} ref=${number === now ? marked : null} data-later=${line.from > step} data-struck=${line.struck}>
        <button type="button" aria-current=${number === now ? "step" : null} onClick=${() => seek(line.step)}>
          ${words}${line.times > 1 && html` <small>${say("log.times", { n: line.times })}</small>`}
          ${line.struck && html` <small>${say("replay.taken-back")}</small>`}
        </button>
        <${RuleLink} rule=${line.rule} />
      </li>`;
    })}
  </ol>`;
}

/**
 * Scroll the drawer, and nothing but the drawer.
 * @param {HTMLElement | null} line
 */
function keepInSight(line) {
  const page = line?.closest(".drawer-page");
  if (!line || !page) return;
  const here = line.getBoundingClientRect();
  const around = page.getBoundingClientRect();
  if (here.top < around.top || here.bottom > around.bottom) {
    page.scrollTop += here.top - around.top - (around.height - here.height) / 2;
  }
}
