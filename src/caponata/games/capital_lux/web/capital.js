/** The capital: four gates, each with its limit, its modifiers and its cards. */

import { html } from "htm/preact";
import { useEffect, useRef } from "preact/hooks";
import { Piles } from "./sidepanel.js";
import { Modifier, Tile } from "./cards.js";
import { Crest, Glyph } from "./crests.js";
import { ChangingNumber, isKeyboardClick, previewHandlers, RefusalText, roveFocus } from "/web/kit.js";
import { limitText, wouldBe } from "./numbers.js";
import { COLOURS, colourOf } from "./types.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Colour} Colour */

const GATE_VERBS = ["take", "place"];

/**
 * The capital in the middle of the table.
 * @param {{ scene: Scene }} props
 */
export function Capital({ scene }) {
  const { view, texts } = scene;
  const verb = GATE_VERBS.find((name) => scene.moves[name]);
  const first = COLOURS.find((colour) => verb && scene.moves[verb]?.includes(colour));
  const gates = useRef(/** @type {HTMLElement | null} */ (null));
  useEffect(() => {
    if (verb) gates.current?.scrollIntoView({ block: "nearest", behavior: scene.table.motion ? "smooth" : "instant" });
  }, [verb]);
  return html`<section class="lux-capital" aria-label=${texts.phrase("board.capital")} onKeyDown=${roveFocus}>
    <header class="lux-signpost">
      <h2>${texts.phrase("board.capital")}</h2>
      <p>${texts.phrase("board.round", { round: view.round, rounds: view.rounds })}</p>
      ${view.last_turns > 0 &&
      html`<p class="lux-last"><${Glyph} name="open" />${texts.phrase("board.last-turns", { turns: view.last_turns })}</p>`}
      <${Piles} scene=${scene} />
    </header>
    <div class="lux-gates" ref=${gates}>
      ${COLOURS.map(
        (colour) => html`<${Gate} key=${colour} scene=${scene} colour=${colour} verb=${verb} isFirst=${colour === first} />`,
      )}
    </div>
    <${Skyline} />
  </section>`;
}

/**
 * One colour of the capital.
 * @param {{ scene: Scene, colour: Colour, verb: string | undefined, isFirst: boolean }} props
 */
function Gate({ scene, colour, verb, isFirst }) {
  const { view, preview, texts, zones } = scene;
  const cards = (zones["capital"] ?? []).filter((piece) => colourOf(piece.card) === colour);
  const limit = view.limits[colour];
  const profession = texts.term(`profession-${colour}`);
  const words =
    limit.low === limit.high
      ? texts.phrase("board.limit", { profession, limit: limit.low })
      : texts.phrase("board.limit-open", { profession, low: limit.low, high: limit.high });
  return html`<div class=${`lux-gate ${colour}`} role="group" aria-label=${words} data-drop="capital" data-colour=${colour}>
    <div class="arch">
      <svg class="weave" aria-hidden="true" focusable="false"><rect width="100%" height="100%" fill=${`url(#lux-pattern-${colour})`} /></svg>
      <${Crest} colour=${colour} />
      <span class="guild">${profession}</span>
    </div>
    <p class=${limit.low === limit.high ? "keystone" : "keystone open"}>
      <span class="word">${texts.phrase("board.limit-word")}</span>
      <${ChangingNumber} would=${wouldBe(scene)} class="limit" now=${limitText(limit)} next=${preview ? limitText(preview.limits[colour]) : null} />
    </p>
    <${Placed} scene=${scene} colour=${colour} />
    <div class="cards">
      ${cards.map((piece) => html`<${Tile} key=${piece.id} scene=${scene} piece=${piece} />`)}
    </div>
    <${GateTarget} scene=${scene} colour=${colour} verb=${verb} isFirst=${isFirst} />
  </div>`;
}

/**
 * The modifiers above a gate.
 * @param {{ scene: Scene, colour: Colour }} props
 */
function Placed({ scene, colour }) {
  const { view, texts, table } = scene;
  return html`<div class="modifiers">
    ${view.modifiers.placed.map((modifier, index) => {
      if (modifier.colour !== colour) return null;
      const isMine = modifier.seat === view.seat;
      const state = modifier.value === null ? "hidden" : isMine ? "own" : "shown";
      const args = { seat: table.names[modifier.seat] ?? "", modifier: modifier.value };
      return html`<${Modifier}
        key=${index}
        id=${`modifier-${index}`}
        value=${modifier.value}
        isMine=${isMine}
        isMarked=${scene.marked.has(`placed-${modifier.seat}-${colour}`)}
        label=${texts.phrase(`board.modifier-${state}`, args)}
        from=${`hand-${modifier.seat}`}
      />`;
    })}
  </div>`;
}

/**
 * The clickable part of a gate: a button for Agent and Cleric, or the target of the picked card.
 * @param {{ scene: Scene, colour: Colour, verb: string | undefined, isFirst: boolean }} props
 */
function GateTarget({ scene, colour, verb, isFirst }) {
  const { texts, moves, act, showPreview, chosen, zones } = scene;
  if (verb) {
    const move = `${verb} ${colour}`;
    const isLit = moves[verb]?.includes(colour);
    const at = `gate-${colour}`;
    return html`<button
        class=${`lux-target${isLit ? " lit" : ""}`}
        type="button"
        data-rove
        data-at=${at}
        data-first=${isFirst ? "" : undefined}
        tabindex=${isFirst ? 0 : -1}
        aria-label=${texts.move(move)}
        ...${previewHandlers(showPreview, move)}
        onClick=${() => act(move, at)}
      >
        ${isLit && html`<span class="label">${texts.move(move)}</span>`}
      </button>
      <${RefusalText} class="lux-refusal" scene=${scene} at=${at} />`;
  }
  const held = (zones["hand"] ?? []).find((piece) => piece.id === chosen[0]);
  const move = held ? `capital ${held.card}` : "";
  if (!held || colourOf(held.card) !== colour || !moves["capital"]?.includes(held.card)) return null;
  return html`<button
    class="lux-target lit"
    type="button"
    tabindex="-1"
    aria-label=${texts.move(move)}
    ...${previewHandlers(showPreview, move)}
    onClick=${(/** @type {MouseEvent} */ event) => !isKeyboardClick(event) && act(move, held.id)}
  />`;
}

/** The skyline behind the gates. */
function Skyline() {
  return html`<svg class="lux-skyline" viewBox="0 0 800 200" preserveAspectRatio="xMidYMax slice" aria-hidden="true" focusable="false">
    <path d="M400 200 40 0M400 200 160 0M400 200 280 0M400 200V0M400 200 520 0M400 200 640 0M400 200 760 0M400 200 0 60M400 200 800 60" />
    <path class="town" d="M0 200v-50h30v-30h20v30h30v-70h10V50h10v30h10v70h40v-40h40v40h20V70h14V30h12v40h14v80h50v-90l20-20 20 20v90h40V90h12V40h8V10h8v30h8v50h12v60h60v-90l20-20 20 20v90h50V70h14V30h12v40h14v80h40v-40h40v40h30V80h10V50h10v30h10v70h30v-30h20v30h30v50Z" />
  </svg>`;
}
