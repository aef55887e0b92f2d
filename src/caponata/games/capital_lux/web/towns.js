/** The towns: totals against the limits, cards at home, bonus cards, gold and hand of every seat. */

import { html } from "htm/preact";
import { ChangingNumber, isKeyboardClick, previewHandlers, RefusalText, SeatMark } from "/web/kit.js";
import { Back, Disc, Gold, Tile } from "./cards.js";
import { Crest, Glyph } from "./crests.js";
import { Standing, standingLabel, wouldBe } from "./numbers.js";
import { COLOURS, colourOf, figure } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Colour} Colour */

/**
 * All towns but the viewer's own, clockwise.
 * @param {{ scene: Scene }} props
 */
export function OtherTowns({ scene }) {
  const { view, texts } = scene;
  const first = view.seat === null ? 0 : view.seat + 1;
  const count = view.seat === null ? view.seats : view.seats - 1;
  const seats = Array.from({ length: count }, (_, place) => (first + place) % view.seats);
  return html`<section class=${`lux-towns of-${count}`} aria-label=${texts.phrase("board.towns")}>
    ${seats.map((seat) => html`<${Town} key=${seat} scene=${scene} seat=${seat} />`)}
  </section>`;
}

/**
 * One town with its name and public cards.
 * @param {{ scene: Scene, seat: number }} props
 */
function Town({ scene, seat }) {
  const { table, texts, view } = scene;
  const name = table.names[seat] ?? "";
  const acts = view.to_act.includes(seat) ? " acts" : "";
  return html`<article class=${`lux-town${acts}`} aria-label=${texts.phrase("board.town", { seat: name })}>
    <${Nameplate} scene=${scene} seat=${seat} name=${name} />
    <${Quarters} scene=${scene} seat=${seat} />
  </article>`;
}

/**
 * The viewer's own town, which is also a drop target for the picked card.
 * @param {{ scene: Scene, seat: number }} props
 */
export function OwnTown({ scene, seat }) {
  const { texts, view, zones, chosen, moves, act, showPreview, table } = scene;
  const held = (zones["hand"] ?? []).find((piece) => piece.id === chosen[0]);
  const move = held ? `home ${held.card}` : "";
  const isLit = held && moves["home"]?.includes(held.card);
  const acts = view.to_act.includes(seat) ? " acts" : "";
  return html`<section class=${`lux-town own${acts}`} aria-label=${texts.phrase("board.town-yours")} data-drop="home">
    <${Nameplate} scene=${scene} seat=${seat} name=${table.names[seat] ?? ""} />
    <${Quarters} scene=${scene} seat=${seat} />
    ${isLit &&
    html`<button
      class="lux-target lit"
      type="button"
      tabindex="-1"
      aria-label=${texts.move(move)}
      ...${previewHandlers(showPreview, move)}
      onClick=${(/** @type {MouseEvent} */ event) => !isKeyboardClick(event) && act(move, held.id)}
    />`}
  </section>`;
}

/**
 * Name, markers, hand, gold, bonus cards and score of a seat.
 * @param {{ scene: Scene, seat: number, name: string }} props
 */
function Nameplate({ scene, seat, name }) {
  const { view, preview, texts, table, zones } = scene;
  const bonuses = zones[`bonus-${seat}`] ?? [];
  const isFaceDown = view.face_down.includes(seat);
  const points = { points: view.scores[seat], bonuses: bonuses.length };
  const score = texts.phrase(isFaceDown ? "board.points-face-down" : "board.points", points);
  const isWinner = table.outcome?.places[seat] === 0;
  return html`<header class="lux-nameplate">
    <h2>
      <${SeatMark} seat=${seat} />
      ${view.to_act.includes(seat) && html`<${Badge} name="turn" label=${texts.phrase("board.turn")} />`}
      ${isWinner && html`<${Badge} name="winner" label=${texts.phrase("board.winner")} />`}
      <span class="name">${name}</span>
      ${view.starter === seat && html`<${Badge} name="starter" label=${texts.term("starter")} />`}
    </h2>
    <span class="belongings">
      <${Gold} scene=${scene} zone=${`gold-${seat}`} label=${texts.phrase("board.gold", { discs: view.gold[seat] })} />
      <span class="held" role="img" aria-label=${texts.phrase("board.in-hand", { cards: view.cards[seat] })} data-place=${`hand-${seat}`}>
        <${Back} /><span>${figure(view.cards[seat] ?? 0)}</span>
      </span>
      <span class="score" title=${score}>
        <span class="unseen">${texts.term("score")}</span>
        <${ChangingNumber} would=${wouldBe(scene)} now=${figure(view.scores[seat] ?? 0)} next=${preview ? figure(preview.scores[seat] ?? 0) : null} />
        ${isFaceDown && html`<span class="more" aria-hidden="true">+?</span>`}
      </span>
    </span>
    ${bonuses.length > 0 &&
    html`<span class="bonuses" role="group" aria-label=${texts.term("bonus-cards")}>
      ${bonuses.map((piece) => {
        const label = texts.phrase(isFaceDown ? "board.bonus-face-down" : "board.bonus", { card: piece.card });
        return html`<${Tile} key=${piece.id} scene=${scene} piece=${piece} label=${label} isFaceDown=${isFaceDown} />`;
      })}
    </span>`}
  </header>`;
}

/**
 * A marker beside a name.
 * @param {{ name: "turn" | "starter" | "winner", label: string }} props
 */
function Badge({ name, label }) {
  return html`<span class=${`lux-badge ${name}`} role="img" aria-label=${label} title=${label}><${Glyph} name=${name} /></span>`;
}

/**
 * The four colours of a town.
 * @param {{ scene: Scene, seat: number }} props
 */
function Quarters({ scene, seat }) {
  return html`<div class="lux-quarters">
    ${COLOURS.map((colour) => html`<${Quarter} key=${colour} scene=${scene} seat=${seat} colour=${colour} />`)}
  </div>`;
}

/**
 * One colour of a town: total, status and cards, and a button to pay for it with gold.
 * @param {{ scene: Scene, seat: number, colour: Colour }} props
 */
function Quarter({ scene, seat, colour }) {
  const { view, zones, moves, texts, act, showPreview } = scene;
  const cards = (zones[`home-${seat}`] ?? []).filter((piece) => colourOf(piece.card) === colour);
  const now = view.totals[seat]?.[colour];
  const canPay = seat === view.seat && moves["pay"]?.includes(colour);
  const at = `pay-${colour}`;
  const price = texts.phrase("board.pay", { price: now?.over ?? 0 });
  return html`<div class=${`lux-quarter ${colour} ${now?.status ?? ""}`} role="group" aria-label=${standingLabel(scene, seat, colour)}>
    <${Crest} colour=${colour} />
    <${Standing} scene=${scene} seat=${seat} colour=${colour} />
    <div class="cards">
      ${cards.map((piece) => html`<${Tile} key=${piece.id} scene=${scene} piece=${piece} to="discards" />`)}
    </div>
    ${canPay &&
    html`<button
        class="lux-pay lit"
        type="button"
        data-at=${at}
        data-first
        aria-label=${price}
        title=${texts.explain(`pay ${colour}`).text}
        ...${previewHandlers(showPreview, `pay ${colour}`)}
        onClick=${() => act(`pay ${colour}`, at)}
      >
        <span class="words">${price}</span>
        <span class="brief lux-disc"><${Disc} />${figure(now?.over ?? 0)}</span>
      </button>
      <${RefusalText} class="lux-refusal" scene=${scene} at=${at} />`}
  </div>`;
}
