/** A game's rulebook, opened at a rule. */

import { html } from "htm/preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { say } from "../language.js";
import { read } from "../api.js";
import { motion, settings } from "../settings.js";

/** @type {Map<string, Promise<{ language: string, html: string }>>} */
const pages = new Map();

/**
 * @param {string} game
 * @param {string} language
 */
function page(game, language) {
  const key = `${game}/${language}`;
  const found = pages.get(key) ?? read(`/games/${game}/rulebook/${language}`);
  pages.set(key, found);
  found.catch(() => pages.delete(key));
  return found;
}

/**
 * The rulebook with one rule marked.
 * @param {{ game: string, rule: string | null, opened?: number }} props  `opened` counts how often a rule was opened
 */
export function Rulebook({ game, rule, opened = 0 }) {
  const [shown, setShown] = useState({ html: "", language: "en", preferred: "en" });
  const [error, setError] = useState("");
  const place = useRef(/** @type {HTMLElement | null} */ (null));
  const preferred = settings.value.language;
  useEffect(() => {
    let isCurrent = true;
    page(game, preferred).then(
      (found) => {
        if (!isCurrent) return; // another language was chosen meanwhile
        setShown({ ...found, preferred });
        setError("");
      },
      (failure) => isCurrent && setError(failure.message),
    );
    return () => void (isCurrent = false);
  }, [game, preferred]);
  const { html: text, language } = shown;
  const isTranslationMissing = !error && text && shown.preferred === preferred && language !== preferred;
  useEffect(() => {
    place.current?.querySelector("[data-marked]")?.removeAttribute("data-marked");
    const found = rule && text ? place.current?.querySelector(`[id="${CSS.escape(rule)}"]`) : null;
    found?.setAttribute("data-marked", "");
    found?.scrollIntoView({ block: "center", behavior: motion.value ? "smooth" : "instant" });
  }, [rule, text, opened]);
  return html`<article class="rulebook" ref=${place} lang=${language}>
    ${error && html`<p class="empty" lang=${preferred}>${error}</p>`}
    ${!error && !text && html`<p class="empty" lang=${preferred}>${say("rule.loading")}</p>`}
    ${isTranslationMissing && html`<p class="fallback" role="note" lang=${preferred}>${say("rule.english-only")}</p>`}
    <div dangerouslySetInnerHTML=${{ __html: text }}></div>
  </article>`;
}
