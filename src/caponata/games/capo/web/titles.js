/** The ceremony between rounds: who bears which title now, and what it brings. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { SeatMark } from "/web/parts/seatmark.js";
import { CityFace } from "./cards.js";
import { Sign } from "./drawings.js";
import { nameOf } from "./shapes.js";
import { isPlayedSince, tally } from "./marks.js";

/** @typedef {import("./shapes.js").Scene} Scene */
/** @typedef {import("./marks.js").Ending} Ending */

const TITLES = ["capo", "soto-capo", "cugine", "cafone"];
const PAUSE = 420; // milliseconds from place to place

/**
 * Whether the ceremony is open: it opens when a round ends, and goes when cards are laid again or it is put away.
 * @param {Scene["events"]} events
 * @param {Ending | null} ending
 * @param {boolean} isLive
 * @returns {[boolean, (open: boolean) => void]}
 */
export function useTitles(events, ending, isLive) {
  const n = ending?.n ?? 0;
  const [said, say] = useState(/** @type {{ n: number, open: boolean } | null} */ (null));
  const isDue = isLive && n > 0 && !isPlayedSince(events, n);
  return [ending !== null && (said?.n === n ? said.open : isDue), (open) => say({ n, open })];
}

/**
 * Places from first to last, each with its title, what police cost it, and the city cards it brought.
 * @param {{ scene: Scene, ending: Ending, close: () => void }} props
 */
export function Titles({ scene, ending, close }) {
  const { texts, table, view } = scene;
  const { placed, told } = ending;
  const [shown, show] = useState(table.motion ? 1 : placed.length);
  useEffect(() => {
    if (shown >= placed.length) return undefined;
    const timer = setTimeout(() => show(shown + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [shown]);
  const counts = tally(scene.events);
  const title = texts.phrase("board.round-over", { round: ending.round });
  return html`<section class="cpo-titles" aria-label=${title}>
    <header><h2>${title}</h2><button type="button" class="cpo-do back" aria-label=${texts.phrase("board.close")} title=${texts.phrase("board.close")} onClick=${close}><${Sign} name="cross" /></button></header>
    <ol>
      ${placed.map((event, place) => {
        const seat = Number(event.seat);
        const name = String(event["title"]);
        const gains = told.filter((each) => each.seat === seat && ["pick", "taken", "city"].includes(each.event));
        const staked = told.find((each) => each.seat === seat && each.event === "shown");
        return html`<li key=${seat} class=${`${name}${place < shown ? "" : " later"}${seat === view.seat ? " you" : ""}`}>
          <span class="place">${place + 1}</span>
          <${SeatMark} seat=${seat} />
          <b class="name">${nameOf(scene, seat)}</b>
          ${name !== "none" && html`<span class=${`title ${name}`}><${Sign} name=${name} /><span>${texts.term(`title-${name}`)}</span></span>`}
          ${ending.round > 1 && html`<${Record} scene=${scene} seat=${seat} counts=${counts} />`}
          ${(staked || gains.length > 0) &&
          html`<span class="spoils">
            ${staked && html`<span class="staked" title=${texts.event(staked, table.names, table.you).text}><span class="unseen">${texts.event(staked, table.names, table.you).text}</span><${CityFace} colour=${String(staked["colour"])} /></span>`}
            ${gains.map((each) => html`<span key=${each.n} class="gain" title=${texts.event(each, table.names, table.you).text}><span class="unseen">${texts.event(each, table.names, table.you).text}</span><b aria-hidden="true">+</b><${CityFace} colour=${each["colour"] === null ? null : String(each["colour"])} /></span>`)}
          </span>`}
        </li>`;
      })}
    </ol>
  </section>`;
}

/**
 * The titles that a seat has borne so far.
 * @param {{ scene: Scene, seat: number, counts: Map<string, number> }} props
 */
function Record({ scene, seat, counts }) {
  const { texts } = scene;
  const borne = TITLES.flatMap((title) => (counts.has(`${seat} ${title}`) ? [{ title, count: counts.get(`${seat} ${title}`) }] : []));
  const label = `${texts.phrase("board.titles-so-far")} ${borne.map(({ title, count }) => `${texts.term(`title-${title}`)} ${count}`).join(", ")}`;
  return html`<span class="borne" role="img" aria-label=${label} title=${label}>${borne.map(({ title, count }) => html`<span key=${title}><${Sign} name=${title} />${count}</span>`)}</span>`;
}
