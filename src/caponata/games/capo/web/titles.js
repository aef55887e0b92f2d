/** The summary between rounds: the new titles and the city cards they bring. */

import { html } from "htm/preact";
import { useEffect, useState } from "preact/hooks";
import { SeatMark } from "/web/kit.js";
import { CityFace } from "./cards.js";
import { Sign } from "./drawings.js";
import { nameOf } from "./types.js";
import { isPlayedSince, titleCounts } from "./recent.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./recent.js").Ending} Ending */

const TITLES = ["capo", "soto-capo", "cugine", "cafone"];
const PAUSE = 420; // milliseconds between places

/**
 * Whether the summary is open. It opens when a round ends and closes when cards are laid again or the user closes it.
 * @param {Scene["events"]} events
 * @param {Ending | null} ending
 * @param {boolean} isLive
 * @returns {[boolean, (open: boolean) => void]}
 */
export function useTitles(events, ending, isLive) {
  const n = ending?.n ?? 0;
  const [chosen, setChosen] = useState(/** @type {{ n: number, open: boolean } | null} */ (null));
  const isDue = isLive && n > 0 && !isPlayedSince(events, n);
  return [ending !== null && (chosen?.n === n ? chosen.open : isDue), (open) => setChosen({ n, open })];
}

/**
 * Places from first to last, gain with its title and the city cards gained.
 * @param {{ scene: Scene, ending: Ending, close: () => void }} props
 */
export function Titles({ scene, ending, close }) {
  const { texts, table, view } = scene;
  const { placed, gains: allGains } = ending;
  const [revealed, setRevealed] = useState(table.motion ? 1 : placed.length);
  useEffect(() => {
    if (revealed >= placed.length) return undefined;
    const timer = setTimeout(() => setRevealed(revealed + 1), PAUSE);
    return () => clearTimeout(timer);
  }, [revealed]);
  const counts = titleCounts(scene.events);
  const title = texts.phrase("board.round-over", { round: ending.round });
  return html`<section class="cpo-titles" aria-label=${title}>
    <header><h2>${title}</h2><button type="button" class="cpo-do back" aria-label=${texts.phrase("board.close")} title=${texts.phrase("board.close")} onClick=${close}><${Sign} name="cross" /></button></header>
    <ol>
      ${placed.map((event, place) => {
        const seat = Number(event.seat);
        const name = String(event["title"]);
        const gains = allGains.filter((gain) => gain.seat === seat && ["pick", "taken", "city"].includes(gain.event));
        const staked = allGains.find((gain) => gain.seat === seat && gain.event === "shown");
        return html`<li key=${seat} class=${`${name}${place < revealed ? "" : " later"}${seat === view.seat ? " you" : ""}`}>
          <span class="place">${place + 1}</span>
          <${SeatMark} seat=${seat} />
          <b class="name">${nameOf(scene, seat)}</b>
          ${name !== "none" && html`<span class=${`title ${name}`}><${Sign} name=${name} /><span>${texts.term(`title-${name}`)}</span></span>`}
          ${ending.round > 1 && html`<${TitleHistory} scene=${scene} seat=${seat} counts=${counts} />`}
          ${(staked || gains.length > 0) &&
          html`<span class="spoils">
            ${staked && html`<span class="staked" title=${texts.event(staked, table.names, table.you).text}><span class="unseen">${texts.event(staked, table.names, table.you).text}</span><${CityFace} colour=${String(staked["colour"])} /></span>`}
            ${gains.map((gain) => html`<span key=${gain.n} class="gain" title=${texts.event(gain, table.names, table.you).text}><span class="unseen">${texts.event(gain, table.names, table.you).text}</span><b aria-hidden="true">+</b><${CityFace} colour=${gain["colour"] === null ? null : String(gain["colour"])} /></span>`)}
          </span>`}
        </li>`;
      })}
    </ol>
  </section>`;
}

/**
 * The titles that a seat has held so far.
 * @param {{ scene: Scene, seat: number, counts: Map<string, number> }} props
 */
function TitleHistory({ scene, seat, counts }) {
  const { texts } = scene;
  const titles = TITLES.flatMap((title) => (counts.has(`${seat} ${title}`) ? [{ title, count: counts.get(`${seat} ${title}`) }] : []));
  const label = `${texts.phrase("board.titles-so-far")} ${titles.map(({ title, count }) => `${texts.term(`title-${title}`)} ${count}`).join(", ")}`;
  return html`<span class="borne" role="img" aria-label=${label} title=${label}>${titles.map(({ title, count }) => html`<span key=${title}><${Sign} name=${title} />${count}</span>`)}</span>`;
}
