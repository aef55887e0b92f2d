/** The end of a game: who won, then the score told line by line, then "again?". */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { minus, say } from "../language.js";
import { motion } from "../settings.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { RuleLink } from "./rulelink.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../types.js").Outcome} Outcome */

const PACE = 500;

/**
 * The reckoning: the winner first, then how it came to that.
 * @param {{ room: Room, close: () => void }} props
 */
export function Ceremony({ room, close }) {
  const about = room.about.value;
  const reckoned = room.state.value?.outcome ?? null;
  const outcome = reckoned && { ...reckoned, places: about?.places ?? reckoned.places };
  const texts = room.texts.value;
  const rows = outcome?.lines?.[0]?.length ?? 0;
  const [told, setTold] = useState(motion.value ? 0 : Infinity); // the outcome may come later than the table
  useEffect(() => {
    if (told >= rows) return;
    const timer = setTimeout(() => setTold(told + 1), PACE);
    return () => clearTimeout(timer);
  }, [told, rows]);
  if (about === null || texts === null) return null;
  const end = outcome && about.reason === "played" ? texts.outcome(outcome, room.names.value) : null;
  return html`<${Dialog} title=${say("end.title")} close=${close} wide>
    <div class="ceremony" onClick=${() => setTold(rows)}>
      <p class="verdict" role="status">
        ${end ? html`${end.text} <${RuleLink} rule=${end.rule} />` : ending(room)}
      </p>
      ${outcome && html`<${Standings} room=${room} outcome=${outcome} />`}
      ${outcome && html`<${Reckoning} room=${room} outcome=${outcome} told=${told} />`}
    </div>
    <div class="buttons ceremony-next">
      ${about.rematch
        ? html`<a class="button act" href=${`/t/${about.rematch}`}>${say("end.to-rematch")}</a>`
        : about.you !== null && html`<button type="button" class="button act" onClick=${() => room.again()}>${say("end.again")}</button>`}
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
 * How a game ended that was not played to its end.
 * @param {Room} room
 */
function ending(room) {
  const about = room.about.value;
  const gone = room.names.value.filter((_, seat) => about?.seats[seat]?.resigned);
  return say(`end.${about?.reason ?? "agreed"}`, { names: gone });
}

/**
 * Everybody in the order of the end, where there is no room for a total below each column.
 * @param {{ room: Room, outcome: Outcome }} props
 */
function Standings({ room, outcome }) {
  const seats = outcome.scores.map((_, seat) => seat);
  seats.sort((one, other) => (outcome.places[one] ?? 0) - (outcome.places[other] ?? 0));
  return html`<ol class="standings" aria-label=${say("end.total")}>
    ${seats.map(
      (seat) => html`<li key=${seat} data-best=${outcome.places[seat] === 0}>
        <${SeatMark} seat=${seat} /><span class="standing-name">${room.names.value[seat]}</span><b>${minus(outcome.scores[seat] ?? 0)}</b>
      </li>`,
    )}
  </ol>`;
}

/**
 * The score line by line; on narrow screens each line stands above its numbers.
 * @param {{ room: Room, outcome: Outcome, told: number }} props
 */
function Reckoning({ room, outcome, told }) {
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
        return html`<tr key=${number} data-told=${number < told}>
          <th scope="row">${text} <${RuleLink} rule=${rule} /></th>
          ${seats.map((seat) => html`<td key=${seat} data-best=${isBest(seat)}><${SeatMark} seat=${seat} />${minus(lines[seat]?.[number]?.points ?? 0)}</td>`)}
        </tr>`;
      })}
    </tbody>
    <tfoot>
      <tr>
        <th scope="row">${say("end.total")}</th>
        ${seats.map((seat) => html`<td key=${seat} data-best=${isBest(seat)}>${minus(outcome.scores[seat] ?? 0)}</td>`)}
      </tr>
    </tfoot>
  </table>`;
}
