/** Making tables. */

import { keepSeats } from "./memory.js";
import { post, randomText } from "./net.js";
import { introduce } from "./person.js";
import { onward } from "./route.js";
import { settings } from "./settings.js";

/** @typedef {import("./types.js").TablePlan} TablePlan */
/** @typedef {import("./types.js").GameCard} GameCard */

const COMPANY = 3;
/** The bot that is let in without much ado. */
export const LEVEL = "casual";

/**
 * The bot level that suits a first game.
 * @param {GameCard} game
 */
export function usualLevel(game) {
  return game.levels.includes(LEVEL) ? LEVEL : (game.levels[0] ?? LEVEL);
}

/**
 * A number of seats that is good company.
 * @param {GameCard} game
 */
export function usualSeats(game) {
  return game.seats.includes(COMPANY) ? COMPANY : (game.seats[0] ?? 2);
}

/**
 * Make a table with something thrown into its draws, keep its keys and go there.
 * @param {TablePlan} plan
 */
export async function make(plan) {
  const goOn = onward();
  await introduce();
  const { table, keys } = await post("/tables", { ...plan, entropy: randomText() });
  keepSeats(table, keys);
  goOn(`/t/${table}`);
}

/**
 * A table with bots that starts at once.
 * @param {GameCard} game
 */
export function makeWithBots(game) {
  const bots = Array.from({ length: usualSeats(game) - 1 }, () => ({ is: /** @type {const} */ ("bot"), level: usualLevel(game) }));
  return make({
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
