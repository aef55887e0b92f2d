/** One's own family: members at home can be sent, the others show where they are. */

import { html } from "htm/preact";
import { previewHandlers, RefusalMark, rovingFocus, useDrag } from "/web/kit.js";
import { Sign } from "./drawings.js";
import { Face } from "./people.js";
import { MEMBERS, businessOf, whereIs, whereWords } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */

/** @param {{ scene: Scene }} props */
export function Home({ scene }) {
  const { view, texts, me } = scene;
  if (me === null) return null;
  const isSending = view.phase === "pieces" && scene.moves.length > 0;
  return html`<section class=${`cpn-home${isSending ? " sending" : ""}`} aria-label=${texts.phrase("board.people")} data-place=${`mine-${me}`}>
    <div class="members" role="group" aria-label=${texts.phrase("board.people")} ...${rovingFocus}>
      ${MEMBERS.map((member) => html`<${Relative} key=${member} scene=${scene} me=${me} member=${member} />`)}
    </div>
    <${OwnGuards} scene=${scene} me=${me} />
  </section>`;
}

/** @param {{ scene: Scene, me: number, member: import("./types.js").Member }} props */
function Relative({ scene, me, member }) {
  const { view, texts, can, act, showPreview, steps } = scene;
  const move = `add ${member}`;
  const { at, where: place } = whereIs(view, me, member);
  const isIn = view.plan?.card !== undefined && (view.plan.members ?? []).includes(member);
  const isSending = view.phase === "pieces" && scene.moves.length > 0;
  const isLit = isIn || can(move);
  const where = isIn ? texts.phrase("board.goes") : whereWords(scene, me, member);
  const label = texts.phrase("board.relative", { member, value: view.worth[member], where });
  const tap = () => void steps.toggle(move, move);
  const drag = useDrag({
    drop: () => act(move, move),
    over: () => undefined,
    fits: ({ dataset }) => isSending && !isIn && dataset["drop"] === view.plan?.site,
  });
  const shown = { class: `cpn-relative ${at}${isLit ? " lit" : ""}${isIn ? " in" : ""}`, ...(at === "home" ? { "data-piece": `${me}.${member}`, "data-to": "harbour" } : {}) };
  const inside = html`<${Face} scene=${scene} seat=${me} member=${member} /><span class="called" aria-hidden="true">${at === "home" ? texts.name(member) : html`<${Sign} name=${at === "prison" || at === "harbour" ? at : businessOf(place) || place} />`}</span>`;
  if (!isSending) return html`<span ...${shown} role="img" aria-label=${label} title=${label}>${inside}</span>`;
  return html`<button type="button" ...${shown} aria-pressed=${isIn} aria-disabled=${!isLit} ...${drag} ...${can(move) ? hoverHandlers(showPreview, move) : {}} onClick=${tap}><span class="unseen">${label}</span><span class="drawn" aria-hidden="true">${inside}</span><${RefusalMark} scene=${scene} at=${move} /></button>`;
}

/**
 * Preview handlers without the long press, because a press on a draggable piece starts a drag.
 * @param {(move: string | null) => void} showPreview
 * @param {string} move
 */
function hoverHandlers(showPreview, move) {
  const { onPointerEnter, onPointerLeave, onFocus, onBlur } = previewHandlers(showPreview, move);
  return { onPointerEnter, onPointerLeave, onFocus, onBlur };
}

/**
 * The guards. A tap on the third one sends three.
 * @param {{ scene: Scene, me: number }} props
 */
function OwnGuards({ scene, me }) {
  const { view, texts, can, steps } = scene;
  const people = view.people[me];
  if (!people) return null;
  const sent = view.plan?.card !== undefined ? (view.plan.guards ?? 0) : 0;
  const isSending = view.phase === "pieces" && scene.moves.length > 0;
  const elsewhere = view.sites.reduce((sum, site) => sum + (site.owner === me ? site.guards : 0), 0);
  const counts = Array.from({ length: people.guards + elsewhere + people.park + people.lost }, (_, before) => before + 1);
  const summary = texts.phrase("board.guards", { home: people.guards, away: elsewhere, park: people.park, lost: people.lost });
  const face = html`<span class=${`cpn-face guard fam-${me}`}><${Sign} name="guard" /><b>${view.worth["guard"]}</b></span>`;
  return html`<div class="guards" role="group" aria-label=${summary} title=${summary} ...${rovingFocus}>
    ${counts.map((count) => {
      const isHome = count <= people.guards;
      const state = isHome ? "home" : count <= people.guards + elsewhere ? "away" : count <= people.guards + elsewhere + people.park ? "park" : "lost";
      const isIn = isHome && count <= sent;
      const move = `guards ${count}`;
      const isLit = sent > 0 ? isHome : can(move);
      const tap = () => void steps.put(move);
      const classes = `cpn-relative ${state}${isSending && isLit ? " lit" : ""}${isIn ? " in" : ""}`;
      if (!isSending) return html`<span key=${count} class=${classes} aria-hidden="true">${face}</span>`;
      return html`<button key=${count} type="button" class=${classes} aria-pressed=${count === sent} aria-disabled=${!isLit} onClick=${tap}><span class="unseen">${texts.phrase("board.send-guards", { guards: count })}</span><span aria-hidden="true">${face}</span><${RefusalMark} scene=${scene} at=${move} /></button>`;
    })}
  </div>`;
}
