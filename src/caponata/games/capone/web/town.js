/** The rest of the town: legal businesses, places of leisure, park, harbour, prison, and the dealer's last card. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark } from "/web/kit.js";
import { Crest, Note, Sign, Subtitle } from "./drawings.js";
import { UnseenCount } from "./unseencards.js";
import { Crew, Member } from "./people.js";
import { notes } from "./recent.js";

/** @typedef {import("./types.js").Scene} Scene */

const ACTIONS = ["verkehr-restaurant", "verkehr-penthouse", "verkehr-barber", "angebot", "fbi", "schutzgeld", "uebernahme"];
const CELLS = [3, 2, 1];

/** @param {{ scene: Scene }} props */
export function Town({ scene }) {
  return html`<div class="cpn-town">
    <${Houses} scene=${scene} />
    <${Leisure} scene=${scene} />
    <${Park} scene=${scene} />
    <${Harbour} scene=${scene} />
    <${Prison} scene=${scene} />
    <${Actions} scene=${scene} />
    <${LastCard} scene=${scene} />
  </div>`;
}

/** Legal businesses: their owner, or whether the card is still unseen. @param {{ scene: Scene }} props */
function Houses({ scene }) {
  const { view, texts, marked } = scene;
  return html`<section class="cpn-houses" aria-label=${texts.phrase("board.legal")}>
    <h3>${texts.phrase("board.legal")}</h3>
    <ul>
      ${Object.entries(view.fronts).map(([house, seat]) => {
        const isOut = (view.unseen[house] ?? 0) > 0;
        const words = seat === null ? texts.phrase(isOut ? "board.house-out" : "board.house-seen", { card: house }) : texts.phrase("board.house-held", { card: house, seat: String(scene.table.names[seat]) });
        return html`<li key=${house} class=${`cpn-house${seat === null ? (isOut ? "" : " seen") : ` fam-${seat}`}${marked.has(house) ? " last" : ""}`} data-place=${house} data-drop=${house} title=${words}>
          <${Sign} name=${house} />
          ${seat !== null && html`<span class="cpn-piece" data-piece=${`front.${house}`} data-from=${`home-${seat}`}><${Crest} seat=${seat} family=${String(view.families[seat])} /></span>`}
          <span class="unseen">${words}</span>
        </li>`;
      })}
    </ul>
  </section>`;
}

/** @param {{ scene: Scene }} props */
function Leisure({ scene }) {
  const { view, texts, can, act, showPreview, marked } = scene;
  return html`<section class="cpn-leisure" aria-label=${texts.term("leisure")}>
    ${Object.entries(view.leisure).map(([place, guest]) => {
      const move = `strike ${place}`;
      const inside = html`<${Sign} name=${place} /><span class="name">${texts.name(place)}</span>`;
      return html`<div key=${place} class=${`cpn-place${marked.has(place) ? " last" : ""}${can(move) ? " lit" : ""}`} data-place=${place}>
        ${can(move)
          ? html`<button type="button" class="spot" ...${previewHandlers(showPreview, move)} onClick=${() => act(place, move)}>${inside}</button>`
          : html`<span class="spot">${inside}</span>`}
        ${guest && html`<${Crest} seat=${guest.seat} family=${String(view.families[guest.seat])} /><${Member} scene=${scene} seat=${guest.seat} member=${guest.member} />`}
        <${RefusalMark} scene=${scene} at=${place} />
      </div>`;
    })}
  </section>`;
}

/** The park: discarded cards, waiting guards, and the bank's till. @param {{ scene: Scene }} props */
function Park({ scene }) {
  const { view, texts, events } = scene;
  const waiting = view.people.flatMap(({ park }, seat) => (park > 0 ? [{ seat, park }] : []));
  const paid = notes(events).filter(({ to }) => to === "till");
  return html`<section class="cpn-park" aria-label=${texts.term("park")} data-place="park">
    <span class="spot"><${Sign} name="park" /><span class="name">${texts.term("park")}</span></span>
    ${waiting.map(({ seat, park }) => html`<span key=${seat} class="waits" title=${texts.phrase("board.waits", { seat: String(scene.table.names[seat]), guards: park })}><${Crest} seat=${seat} family=${String(view.families[seat])} /><b aria-hidden="true">${park}</b><span class="unseen">${texts.phrase("board.waits", { seat: String(scene.table.names[seat]), guards: park })}</span></span>`)}
    <span class="pile" title=${texts.phrase("board.discards", { n: view.discards.length })} data-drop="discard"><${Sign} name="cards" /><b aria-hidden="true">${view.discards.length}</b><span class="unseen">${texts.phrase("board.discards", { n: view.discards.length })}</span></span>
    <span class="till" data-place="till" aria-hidden="true"><${Sign} name="till" />${paid.slice(-1).map(({ piece, from }) => html`<span key=${piece} class="cpn-note" data-piece=${piece} data-from=${from}><${Note} /></span>`)}</span>
  </section>`;
}

/** @param {{ scene: Scene }} props */
function Harbour({ scene }) {
  const { view, texts } = scene;
  const dead = view.people.flatMap(({ harbour }, seat) => (harbour.length > 0 ? [{ seat, harbour }] : []));
  return html`<section class="cpn-harbour" aria-label=${texts.term("harbour")} data-place="harbour">
    <span class="spot"><${Sign} name="harbour" /><span class="name">${texts.term("harbour")}</span></span>
    ${dead.map(({ seat, harbour }) => html`<span key=${seat} class="of"><${Crest} seat=${seat} family=${String(view.families[seat])} /><${Crew} scene=${scene} seat=${seat} members=${harbour} place="harbour" /></span>`)}
  </section>`;
}

/** @param {{ scene: Scene }} props */
function Prison({ scene }) {
  const { view, texts } = scene;
  return html`<section class="cpn-prison" aria-label=${texts.term("prison")} data-place="prison">
    <span class="spot"><${Sign} name="prison" /><span class="name">${texts.term("prison")}</span></span>
    <ol>
      ${CELLS.map((cell) => html`<li key=${cell} aria-label=${`${texts.term("cell")} ${cell}`}>
        <span class="number" aria-hidden="true">${cell}</span>
        ${view.people.map(({ cells }, seat) => (cells[cell - 1]?.length ?? 0) > 0 && html`<span key=${seat} class="of"><${Crest} seat=${seat} family=${String(view.families[seat])} /><${Crew} scene=${scene} seat=${seat} members=${cells[cell - 1] ?? []} place="prison" /></span>`)}
      </li>`)}
    </ol>
  </section>`;
}

/** The action cards that are still unseen. @param {{ scene: Scene }} props */
function Actions({ scene }) {
  const { view, texts } = scene;
  const out = ACTIONS.filter((card) => (view.unseen[card] ?? 0) > 0);
  if (view.phase === "year-end" || view.phase === "over" || out.length === 0) return null;
  return html`<section class="cpn-outs" aria-label=${texts.phrase("board.actions-out")}>
    <h3>${texts.phrase("board.actions-out")}</h3>
    <ul>${out.map((card) => html`<li key=${card}><span>${texts.name(card)} <${Subtitle} scene=${scene} card=${card} /></span><${UnseenCount} scene=${scene} card=${card} /></li>`)}</ul>
  </section>`;
}

/** The possible effects of the dealer's last card. @param {{ scene: Scene }} props */
function LastCard({ scene }) {
  const { view, texts, table } = scene;
  const last = view.last_card;
  if (!last) return null;
  const title = texts.phrase(last.now ? "board.last-card-now" : "board.last-card", { seat: String(table.names[last.seat]) });
  return html`<section class=${`cpn-lastcard${last.now ? " now" : ""}`} aria-label=${texts.term("last-card")}>
    <h3>${title}</h3>
    <ul>${Object.entries(last.brings).map(([colour, pieces]) => html`<li key=${colour} class=${colour}><span class="plate" aria-hidden="true"></span><span class="unseen">${texts.term(`colour-${colour}`)}: </span>${pieces.length > 0 ? pieces.map((piece) => texts.name(piece)).join(" / ") : texts.phrase("board.nobody")}</li>`)}</ul>
  </section>`;
}
