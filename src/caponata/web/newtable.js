/** Creating tables. */

import { saveSeatKeys } from "./storage.js";
import { post, randomText } from "./api.js";
import { registerName } from "./person.js";
import { navigateIfStillHere } from "./route.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").TablePlan} TablePlan */
/** @typedef {import("./types.js").GameCard} GameCard */

const PREFERRED_SEATS = 3;
/** The bot level used when none is chosen. */
export const DEFAULT_LEVEL = "casual";

/**
 * Default bot level of a game.
 * @param {GameCard} game
 */
export function defaultLevel(game) {
  return game.levels.includes(DEFAULT_LEVEL) ? DEFAULT_LEVEL : (game.levels[0] ?? DEFAULT_LEVEL);
}

/**
 * Default number of seats of a game.
 * @param {GameCard} game
 */
export function defaultSeatCount(game) {
  return game.seats.includes(PREFERRED_SEATS) ? PREFERRED_SEATS : (game.seats[0] ?? 2);
}

/**
 * Create a table, contribute a random value to its draws, store its seat keys and go there.
 * @param {TablePlan} plan
 */
export async function createTable(plan) {
  const navigate = navigateIfStillHere();
  await registerName();
  const { table, keys } = await post("/tables", { ...plan, entropy: randomText() });
  saveSeatKeys(table, keys);
  navigate(`/t/${table}`);
}

/**
 * Create a table with bots that starts immediately.
 * @param {GameCard} game
 */
export function createTableWithBots(game) {
  const bots = Array.from({ length: defaultSeatCount(game) - 1 }, () => ({ is: /** @type {const} */ ("bot"), level: defaultLevel(game) }));
  return createTable({
    game: game.name,
    options: {},
    seats: [{ is: "me" }, ...bots],
    listed: false,
    spectators: true,
    clock: null,
    bot_speed: settings.value.botSpeed,
    advice: true,
    start: true,
  });
}
