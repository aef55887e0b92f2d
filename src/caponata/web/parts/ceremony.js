/** The end of a game: the score told line by line, then who won, then "again?". */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { motion } from "../settings.js";
import { Dialog } from "./dialog.js";
import { Icon } from "./icons.js";
import { RuleLink } from "./rulelink.js";
import { SeatMark } from "./seatmark.js";

/** @typedef {import("../room.js").Room} Room */
/** @typedef {import("../types.js").Outcome} Outcome */

const PACE = 800;

/**
 * The reckoning, from the first line to the winner.
 * @param {{ room: Room, close: () => void }} props
 */
export function Ceremony({ room, close }) {
  const about = room.about.value;
  const reckoned = room.state.value?.outcome ?? null;
  const outcome = reckoned && { ...reckoned, places: about?.places ?? reckoned.places };
  const texts = room.texts.value;
  const rows = outcome?.lines?.[0]?.length ?? 0;
  const [told, setTold] = useState(motion.value ? 0 : rows + 1);
  useEffect(() => {
    if (told > rows) return;
    const timer = setTimeout(() => setTold(told + 1), PACE);
    return () => clearTimeout(timer);
  }, [told, rows]);
  if (about === null || texts === null) return null;
  const end = outcome && about.reason === "played" ? texts.outcome(outcome, room.names.value) : null;
  return html`<${Dialog} title=${say("end.title")} close=${close} wide>
    <div class="ceremony" data-long=${rows > 0} onClick=${() => setTold(rows + 1)}>
      ${outcome && html`<${Reckoning} room=${room} outcome=${outcome} told=${told} />`}
      ${told > rows &&
      html`<p class="verdict" role="status">
        ${end ? html`${end.text} <${RuleLink} rule=${end.rule} />` : ending(room)}
      </p>`}
    </div>
    <p class="fairness">${say("fair.over")} <a href=${`/r/${room.table}`}>${say("fair.check")}</a></p>
    <div class="buttons">
      ${about.rematch
        ? html`<a class="button act" href=${`/t/${about.rematch}`}>${say("end.to-rematch")}</a>`
        : about.you !== null && html`<button type="button" class="button act" onClick=${() => room.ask({ t: "rematch" })}>${say("end.again")}</button>`}
      <a class="button" href=${`/r/${room.table}`}><${Icon} name="history" />${say("history.replay")}</a>
      <a class="button" href=${`/api/tables/${room.table}/record`} download><${Icon} name="save" />${say("end.record")}</a>
      <a class="button" href="/"><${Icon} name="home" />${say("gone.shelf")}</a>
    </div>
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

/** @param {{ room: Room, outcome: Outcome, told: number }} props */
function Reckoning({ room, outcome, told }) {
  const texts = room.texts.value;
  const lines = outcome.lines ?? [];
  const rows = lines[0] ?? [];
  const seats = outcome.scores.map((_, seat) => seat);
  /** @param {number} seat */
  const total = (seat) => (lines[seat] ?? []).slice(0, told).reduce((sum, line) => sum + line.points, 0);
  if (texts === null) return null;
  return html`<div class="reckoning" tabindex="0" role="region" aria-label=${say("end.reckoning")}>
    <table>
      <thead>
        <tr>
          <td></td>
          ${seats.map((seat) => html`<th key=${seat} scope="col" data-best=${told > rows.length && outcome.places[seat] === 0}><${SeatMark} seat=${seat} />${room.names.value[seat]}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row, number) => {
          const { text, rule } = texts.scoreLine(row);
          return html`<tr key=${number} data-told=${number < told}>
            <th scope="row">${text} <${RuleLink} rule=${rule} /></th>
            ${seats.map((seat) => html`<td key=${seat}>${lines[seat]?.[number]?.points ?? 0}</td>`)}
          </tr>`;
        })}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">${say("end.total")}</th>
          ${seats.map((seat) => html`<td key=${seat} data-best=${told > rows.length && outcome.places[seat] === 0}>${told > rows.length ? outcome.scores[seat] : total(seat)}</td>`)}
        </tr>
      </tfoot>
    </table>
  </div>`;
}
