/** A board made only of the parts that the page offers to all boards. */

import { html } from "htm/preact";
import { Decision, Dice, moveTexts, PickBar, usePick } from "/web/kit.js";

export const pieces = ["lay"];

/**
 * The last numbers as dice, one's own cards to pick, and the last card as an urgent decision.
 * @param {import("/web/types.js").BoardProps} props
 */
export function Board({ view, moves, choose, table, prompt }) {
  const shown = table.events.filter((event) => event.event === "shown");
  const roll = shown.slice(-Number(view["seats"]));
  const dice = roll.map((event) => ({ value: Number(event["number"]), name: table.names[event.seat ?? 0] ?? "", look: Number(event.seat) % 2 ? "dark" : "" }));
  const lays = moveTexts(moves, pieces);
  const held = /** @type {Record<string, number>} */ (view["hand"] ?? {});
  const reach = Object.entries(held).flatMap(([word, count]) => Array.from({ length: count }, (_, copy) => ({ id: `${word}.${copy}`, word })));
  const pick = usePick({ moves: lays, reach, when: table.decision });
  return html`<div class="crowd">
    <${Dice} dice=${dice.length > 0 ? dice : [{ value: 0 }]} roll=${roll.at(-1)?.n ?? 0} motion=${table.motion} />
    ${prompt}
    <${PickBar} pick=${pick} texts=${table.texts} choose=${choose} />
    <div class="hand" role="group" aria-label="Hand">
      ${reach.map(({ id, word }) => html`<button key=${id} type="button" class="chip" aria-pressed=${pick.isPicked(id)} data-fits=${pick.isLit(id)} onClick=${() => pick.tap(id)}>${word}</button>`)}
    </div>
    ${reach.length === 1 && lays.length > 0 && html`<${Decision} when=${table.decision} title=${table.texts.term("ask")} moves=${lays} texts=${table.texts} choose=${choose} />`}
  </div>`;
}
