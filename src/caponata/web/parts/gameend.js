/** The end of a game: the winner, the scores row by row, and the rematch button. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { withMinusSign } from "../forms.js";
import { say } from "../language.js";
import { motion } from "../settings.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { RuleLink } from "./rulelink.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../types.js").Outcome} Outcome */

const ROW_DELAY = 500; // milliseconds

/**
 * The dialog at the end of a game: the winner first, then the scores.
 * @param {{ room: Room, close: () => void }} props
 */
export function GameEnd({ room, close }) {
  const about = room.about.value;
  const finalOutcome = room.state.value?.outcome ?? null;
  const outcome = finalOutcome && { ...finalOutcome, places: about?.places ?? finalOutcome.places };
  const texts = room.texts.value;
  const rows = outcome?.lines?.[0]?.length ?? 0;
  const [revealed, setRevealed] = useState(motion.value ? 0 : Infinity); // the outcome may arrive after the table's status
  useEffect(() => {
    if (revealed >= rows) return;
    const timer = setTimeout(() => setRevealed(revealed + 1), ROW_DELAY);
    return () => clearTimeout(timer);
  }, [revealed, rows]);
  if (about === null || texts === null) return null;
  const sentence = outcome && about.reason === "played" ? texts.outcome(outcome, room.names.value) : null;
  return html`<${Dialog} title=${say("end.title")} close=${close} wide>
    <div class="ceremony" onClick=${() => setRevealed(rows)}>
      <p class="verdict" role="status">
        ${sentence ? html`${sentence.text} <${RuleLink} rule=${sentence.rule} />` : earlyEnd(room)}
      </p>
      ${outcome && html`<${Standings} room=${room} outcome=${outcome} />`}
      ${outcome && html`<${ScoreTable} room=${room} outcome=${outcome} revealed=${revealed} />`}
    </div>
    <div class="buttons ceremony-next">
      ${about.rematch
        ? html`<a class="button act" href=${`/t/${about.rematch}`}>${say("end.to-rematch")}</a>`
        : about.you !== null && html`<button type="button" class="button act" onClick=${() => room.requestRematch()}>${say("end.again")}</button>`}
      <a class="button" href=${`/r/${room.table}`}><${Icon} name="history" />${say("history.replay")}</a>
    </div>
    <div class="buttons">
      <a class="button" href=${`/api/tables/${room.table}/record`} download><${Icon} name="save" />${say("end.record")}</a>
      <a class="button" href="/"><${Icon} name="home" />${say("gone.shelf")}</a>
    </div>
    <p class="fairness">${say("fair.over")} <a href=${`/r/${room.table}`}>${say("fair.check")}</a></p>
  <//>`;
}

/**
 * How a game ended that was not finished.
 * @param {Room} room
 */
function earlyEnd(room) {
  const about = room.about.value;
  const resigned = room.names.value.filter((_, seat) => about?.seats[seat]?.resigned);
  return say(`end.${about?.reason ?? "agreed"}`, { names: resigned });
}

/**
 * Seats in order of their final places, for screens too narrow for a total below each column.
 * @param {{ room: Room, outcome: Outcome }} props
 */
function Standings({ room, outcome }) {
  const seats = outcome.scores.map((_, seat) => seat);
  seats.sort((one, other) => (outcome.places[one] ?? 0) - (outcome.places[other] ?? 0));
  return html`<ol class="standings" aria-label=${say("end.total")}>
    ${seats.map(
      (seat) => html`<li key=${seat} data-best=${outcome.places[seat] === 0}>
        <${SeatMark} seat=${seat} /><span class="standing-name">${room.names.value[seat]}</span><b>${withMinusSign(outcome.scores[seat] ?? 0)}</b>
      </li>`,
    )}
  </ol>`;
}

/**
 * The scores row by row; on narrow screens each reason stands above its numbers.
 * @param {{ room: Room, outcome: Outcome, revealed: number }} props
 */
function ScoreTable({ room, outcome, revealed }) {
  const texts = room.texts.value;
  const lines = outcome.lines ?? [];
  const rows = lines[0] ?? [];
  const seats = outcome.scores.map((_, seat) => seat);
  const isBest = (/** @type {number} */ seat) => outcome.places[seat] === 0;
  if (texts === null || rows.length === 0) return null;
  return html`<table class="reckoning" aria-label=${say("end.reckoning")}>
    <thead>
      <tr>
        <td></td>
        ${seats.map((seat) => html`<th key=${seat} scope="col" data-best=${isBest(seat)}><${SeatMark} seat=${seat} /><span>${room.names.value[seat]}</span></th>`)}
      </tr>
    </thead>
    <tbody>
      ${rows.map((row, number) => {
        const { text, rule } = texts.scoreLine(row);
        return html`<tr key=${number} data-told=${number < revealed}>
          <th scope="row">${text} <${RuleLink} rule=${rule} /></th>
          ${seats.map((seat) => html`<td key=${seat} data-best=${isBest(seat)}><${SeatMark} seat=${seat} />${withMinusSign(lines[seat]?.[number]?.points ?? 0)}</td>`)}
        </tr>`;
      })}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${say("end.total")}</th>
        ${seats.map((seat) => html`<td key=${seat} data-best=${isBest(seat)}>${withMinusSign(outcome.scores[seat] ?? 0)}</td>`)}
      </tr>
    </tfoot>
  </table>`;
}
