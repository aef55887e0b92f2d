/** One sentence that says what to do, with buttons for moves that are not pieces. */

import { html } from "htm/preact";
import { say } from "../language.js";
import { AdviceButton, AdviceCard, useAdvice } from "./advice.js";
import { moveFocus } from "./arrowkeys.js";
import { Consent } from "./consent.js";
import { Icon } from "./icons.js";
import { MAX_BUTTONS, MoveFinder } from "./movefinder.js";
import { otherMoves, useBoard } from "./playarea.js";

/** @typedef {import("../room.js").Room} Room */

/**
 * Return whether a bot stands in for this viewer.
 * @param {import("../types.js").About} about
 */
export function hasStandIn({ you, seats, status }) {
  const own = you === null ? undefined : seats[you];
  return status === "playing" && own !== undefined && own.stands_in !== null && !own.resigned;
}

/**
 * The sentence of the prompt.
 * @param {Room} room
 */
export function promptSentence(room) {
  const about = room.about.value;
  const state = room.state.value;
  const texts = room.texts.value;
  if (about === null || state === null || texts === null) return "";
  if (about.status === "paused") return say("table.paused");
  if (about.status === "abandoned") return say(`end.${about.reason ?? "agreed"}`);
  if (hasStandIn(about)) return say("table.stood-in");
  const acting = state.acting.filter((seat) => seat !== about.you).map((seat) => room.names.value[seat] ?? "");
  return texts.prompt(state.outcome ? "over" : state.prompt, acting);
}

/**
 * The prompt, which a board places above the player's own pieces.
 * @param {{ room: Room, openLog: () => void, openEnd: () => void }} props
 */
export function Prompt({ room, openLog, openEnd }) {
  const about = room.about.value;
  const state = room.state.value;
  const texts = room.texts.value;
  const board = useBoard(about?.game ?? null);
  const advice = useAdvice(room);
  if (about === null || state === null || texts === null) return null;
  const choices = room.yourTurn.value && board && !hasStandIn(about) ? otherMoves(state.moves, board.pieces) : [];
  const last = room.log.value.findLast((line) => !line.isStruck);
  const over = about.status === "finished" || about.status === "abandoned";
  return html`<section class="prompt" data-turn=${room.yourTurn.value} aria-label=${say("table.prompt")}>
    ${last &&
    html`<button type="button" class="prompt-last" onClick=${openLog}><span class="unseen">${say("log.last")}</span>${last.text}</button>`}
    <div class="prompt-line">
      <p class="prompt-sentence" aria-live="polite">${about.you === null && !over ? html`<span class="tag">${say("table.watching")}</span> ` : ""}${promptSentence(room)}</p>
      <div class="prompt-choices" onKeyDown=${moveFocus}>
        ${choices.length <= MAX_BUTTONS && choices.map((move) => html`<${MoveButton} key=${move} room=${room} move=${move} />`)}
        ${hasStandIn(about) && html`<button type="button" class="button act" onClick=${() => room.ask({ t: "back" })}>${say("menu.back")}</button>`}
        ${about.status === "paused" && about.you !== null && !about.seats[about.you]?.resigned && html`<button type="button" class="button act" onClick=${() => room.ask({ t: "resume" })}>${say("menu.resume")}</button>`}
        ${over && html`<button type="button" class="button act" onClick=${openEnd}>${say("end.open")}</button>`}
        ${about.advice && room.yourTurn.value && !hasStandIn(about) && html`<${AdviceButton} busy=${advice.busy} ask=${advice.ask} />`}
        ${state.undo !== null &&
        !over &&
        html`<button type="button" class="button undo" onClick=${() => room.takeBack()} title=${say(`undo.${state.undo}-hint`)}>
          <${Icon} name="undo" /><span>${say(`undo.${state.undo}`)}</span>
        </button>`}
      </div>
    </div>
    ${choices.length > MAX_BUTTONS && html`<${MoveFinder} moves=${choices} texts=${texts} choose=${(/** @type {string} */ move) => room.choose(move)} />`}
    ${advice.advice && html`<${AdviceCard} advice=${advice.advice} texts=${texts} close=${advice.close} />`}
    <${Consent} room=${room} />
  </section>`;
}

/** @param {{ room: Room, move: string }} props */
function MoveButton({ room, move }) {
  const texts = room.texts.value;
  if (texts === null) return null;
  return html`<button
    type="button"
    class="button act"
    aria-busy=${room.pending.value === move}
    title=${texts.explain(move).text}
    onClick=${() => room.choose(move)}
  >
    ${texts.move(move)}
  </button>`;
}
