/** Where a game is drawn: loads the game's own board, and has a plain one for games without. */

import { html } from "htm/preact";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { say } from "../language.js";
import { PlainBoard } from "./plainboard.js";

/** @typedef {import("../types.js").BoardModule} BoardModule */

/** What the keys of the board on the table do, if it has any of its own. */
export const boardKeys = signal("");

/** @type {Map<string, Promise<BoardModule>>} */
const boards = new Map();

/** @type {BoardModule} */
const PLAIN = { Board: PlainBoard, pieces: [] };

/**
 * @param {string} game
 * @returns {Promise<BoardModule>}
 */
async function load(game) {
  const [board] = await Promise.all([import(`/games/${game}/board.js`), styled(`/games/${game}/board.css`)]);
  return board;
}

/** @param {string} address */
function styled(address) {
  return new Promise((done) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.href = address;
    link.onload = link.onerror = done;
    document.head.append(link);
  });
}

/**
 * The board of a game, once it is loaded.
 * @param {string | null} game
 * @returns {BoardModule | null}
 */
export function useBoard(game) {
  const [board, setBoard] = useState(/** @type {BoardModule | null} */ (null));
  useEffect(() => {
    if (game === null) return;
    const found = boards.get(game) ?? load(game);
    boards.set(game, found);
    found.then(setBoard, () => {
      boards.delete(game); // the next one who comes here may have more luck
      setBoard(PLAIN);
    });
  }, [game]);
  return board;
}

/**
 * The legal moves that a board does not draw as pieces.
 * @param {import("../types.js").Moves} moves
 * @param {string[]} pieces
 * @returns {string[]}
 */
export function otherMoves(moves, pieces) {
  return Object.entries(moves)
    .filter(([verb]) => !pieces.includes(verb))
    .flatMap(([verb, all]) => all.map((rest) => (rest ? `${verb} ${rest}` : verb)));
}

/**
 * A game as somebody sees it.
 * @param {import("../types.js").BoardProps & { game: string }} props
 */
export function PlayArea({ game, view, moves, choose, table, prompt }) {
  const board = useBoard(game);
  const told = board?.keys ? table.texts.phrase(board.keys) : "";
  useEffect(() => {
    boardKeys.value = told;
    return () => void (boardKeys.value = "");
  }, [told]);
  if (board === null) return html`<div class="playarea" aria-busy="true"><p class="empty">${say("table.laying-out")}</p></div>`;
  return html`<div class="playarea" data-game=${game}>
    <${board.Board} view=${view} moves=${moves} choose=${choose} table=${table} prompt=${prompt} />
  </div>`;
}
