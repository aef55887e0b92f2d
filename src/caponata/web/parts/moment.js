/** One moment of a game that was played: the board, and what happened then. */

import { html } from "htm/preact";
import { useEffect, useMemo } from "preact/hooks";
import { say, sayLevel } from "../language.js";
import { speak } from "../notices.js";
import { motion } from "../settings.js";
import { PlayArea } from "/web/parts/playarea.js";
import { openRule, RuleLink } from "./rulelink.js";

/** @typedef {import("../film.js").Film} Film */
/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {import("../types.js").Seat} Seat */

const SPECTATOR = -1;

/** @typedef {{ film: Film, texts: Texts, names: string[], step: number }} MomentProps */

/**
 * How the game ended, at its last moment.
 * @param {Film} film
 * @param {number} step
 */
const outcomeAt = (film, step) => (step === film.last ? film.played.outcome : null);

/**
 * What happened last, in sentences; screen readers hear them.
 * @param {MomentProps} props
 */
export function Caption({ film, texts, names, step }) {
  const frame = film.frame(step);
  const sentences = (frame?.events ?? []).map((event) => texts.event(event, names, film.played.viewer));
  const outcome = outcomeAt(film, step);
  const told = outcome ? [texts.outcome(outcome, names), ...sentences] : sentences;
  useEffect(() => speak(told.map(({ text }) => text)), [film, step]);
  return html`<div class="film-caption" data-struck=${frame?.cancelled ?? false} tabindex=${told.length > 1 ? 0 : null}>
    ${told.length === 0 && html`<p>${say("replay.start")}</p>`}
    ${told.map(({ text, rule }, number) => html`<p key=${number}>${text} <${RuleLink} rule=${rule} /></p>`)}
  </div>`;
}

/**
 * The board at a moment.
 * @param {MomentProps} props
 */
export function Moment({ film, texts, names, step }) {
  const { viewer, seats, game } = film.played;
  const outcome = outcomeAt(film, step);
  const events = useMemo(() => film.events(step), [film, step]);
  const view = film.view(step);
  const table = {
    seats: seats.map(seated),
    you: viewer === SPECTATOR ? null : viewer,
    names,
    texts,
    say,
    events,
    preview: () => Promise.resolve(view),
    undo: null,
    takeBack: () => Promise.resolve(null),
    openRule: (/** @type {string} */ rule) => openRule.value?.(rule),
    motion: motion.value,
    acting: outcome ? [] : film.acting(step),
    decision: null,
    prompt: outcome ? "over" : "wait",
    outcome,
    mode: /** @type {const} */ ("replay"),
  };
  const choose = async () => /** @type {const} */ ({ ok: false, sentence: say("replay.look"), rule: null });
  return html`<${PlayArea} key=${viewer} game=${game} view=${view} moves=${{}} choose=${choose} table=${table} prompt=${null} />`;
}

/**
 * A seat of a record as a board knows it.
 * @param {import("../film.js").Played["seats"][number]} seat
 * @returns {Seat}
 */
function seated({ name, player = "person" }) {
  const isPerson = player === "person";
  return {
    is: isPerson ? "person" : "bot",
    name: name ?? sayLevel(player),
    level: isPerson ? null : player,
    here: true,
    stands_in: null,
    offered: false,
    resigned: false,
  };
}
