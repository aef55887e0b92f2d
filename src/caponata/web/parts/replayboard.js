/** One step of a replay: the board, and the sentences of the log. */

import { html } from "htm/preact";
import { useEffect, useMemo } from "preact/hooks";
import { say, sayLevel } from "../language.js";
import { announce } from "../notices.js";
import { motion } from "../settings.js";
import { PlayArea } from "./playarea.js";
import { openRule, RuleLink } from "./rulelink.js";

/** @typedef {import("../replay.js").Replay} Replay */
/** @typedef {import("../types.js").Texts} Texts */
/** @typedef {import("../types.js").Seat} Seat */

const SPECTATOR = -1;

/** @typedef {{ replay: Replay, texts: Texts, names: string[], step: number }} StepProps */

/**
 * Outcome of the game at its last step, otherwise null.
 * @param {Replay} replay
 * @param {number} step
 */
const outcomeAt = (replay, step) => (step === replay.last ? replay.game.outcome : null);

/**
 * The sentences of the current step, announced to screen readers.
 * @param {StepProps} props
 */
export function Caption({ replay, texts, names, step }) {
  const frame = replay.frame(step);
  const sentences = (frame?.events ?? []).map((event) => texts.event(event, names, replay.game.viewer));
  const outcome = outcomeAt(replay, step);
  const lines = outcome ? [texts.outcome(outcome, names), ...sentences] : sentences;
  useEffect(() => announce(lines.map(({ text }) => text)), [replay, step]);
  return html`<div class="film-caption" data-struck=${frame?.cancelled ?? false} tabindex=${lines.length > 1 ? 0 : null}>
    ${lines.length === 0 && html`<p>${say("replay.start")}</p>`}
    ${lines.map(({ text, rule }, number) => html`<p key=${number}>${text} <${RuleLink} rule=${rule} /></p>`)}
  </div>`;
}

/**
 * The board at a step.
 * @param {StepProps} props
 */
export function ReplayBoard({ replay, texts, names, step }) {
  const { viewer, seats, game } = replay.game;
  const outcome = outcomeAt(replay, step);
  const events = useMemo(() => replay.events(step), [replay, step]);
  const view = replay.view(step);
  const table = {
    seats: seats.map(seatOf),
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
    acting: outcome ? [] : replay.acting(step),
    decision: null,
    prompt: outcome ? "over" : "wait",
    outcome,
    mode: /** @type {const} */ ("replay"),
  };
  const choose = async () => /** @type {const} */ ({ ok: false, sentence: say("replay.look"), rule: null });
  return html`<${PlayArea} key=${viewer} game=${game} view=${view} moves=${{}} choose=${choose} table=${table} prompt=${null} />`;
}

/**
 * Seat of a recorded game in the form that boards expect.
 * @param {import("../replay.js").RecordedGame["seats"][number]} seat
 * @returns {Seat}
 */
function seatOf({ name, player = "person" }) {
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
