/** The area of the board: loads the game's own board, or uses the plain one. */

import { html } from "htm/preact";
import { signal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { fileAddress } from "../files.js";
import { say } from "../language.js";
import { loadStyleSheet } from "../stylesheets.js";
import { PlainBoard } from "./plainboard.js";

/** @typedef {import("../types.js").BoardModule} BoardModule */

/** Explanation of the current board's keyboard shortcuts, if it has any. */
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
  const [board] = await Promise.all([import(fileAddress(`/games/${game}/board.js`)), loadStyleSheet(fileAddress(`/games/${game}/board.css`))]);
  return board;
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
      boards.delete(game); // the next attempt may succeed
      setBoard(PLAIN);
    });
  }, [game]);
  return board;
}

/**
 * Legal moves that a board does not draw as pieces.
 * @param {import("../types.js").Moves} moves
 * @param {string[]} pieces
 * @returns {string[]}
 */
export function otherMoves(moves, pieces) {
  return Object.entries(moves)
    .filter(([verb]) => !pieces.includes(verb))
    .flatMap(([verb, all]) => all.map((args) => (args ? `${verb} ${args}` : verb)));
}

/**
 * The board of a game as one viewer sees it.
 * @param {import("../types.js").BoardProps & { game: string }} props
 */
export function PlayArea({ game, view, moves, choose, table, prompt }) {
  const board = useBoard(game);
  const keysText = board?.keys ? table.texts.phrase(board.keys) : "";
  useEffect(() => {
    boardKeys.value = keysText;
    return () => void (boardKeys.value = "");
  }, [keysText]);
  if (board === null) return html`<div class="playarea" aria-busy="true"><p class="empty">${say("table.laying-out")}</p></div>`;
  return html`<div class="playarea" data-game=${game}>
    <${board.Board} view=${view} moves=${moves} choose=${choose} table=${table} prompt=${prompt} />
  </div>`;
}
