/** The keys to seats that are ours: by a personal link, or given again to a browser that lost them. */

import { keepSeats, seatKeys } from "./memory.js";
import { post, randomText, read } from "./net.js";
import { introduce, meet } from "./person.js";
import { go, here } from "./route.js";

const SEAT = "seat=";

/** Whether the part of an address after # is a personal link. @param {string} hash */
export const isPersonal = (hash) => hash.startsWith(SEAT);

/**
 * Take a seat that came here by a personal link.
 * @param {string} table
 * @param {string} token
 */
async function claim(table, token) {
  go(`/t/${table}`, { replace: true });
  await introduce();
  keepSeats(table, [await post(`/tables/${table}/claim`, { token })]);
}

/**
 * Find the keys to seats that this person has but this browser does not know, as after a rematch. What is thrown
 * in then counts if the game has not begun.
 * @param {string} table
 */
export async function recover(table) {
  if (seatKeys(table).length > 0) return;
  /** @type {import("./types.js").TableCard | null} */
  const card = await read(`/tables/${table}`).catch(() => null);
  if (!card?.yours?.length) return;
  const { keys } = await post(`/tables/${table}/sit`, { entropy: randomText() });
  keepSeats(table, keys);
  meet();
}

/**
 * Hold whatever seats are ours before a table opens.
 * @param {string} table
 */
export async function takeSeats(table) {
  const { hash } = here.peek();
  if (isPersonal(hash)) await claim(table, hash.slice(SEAT.length));
  else await recover(table);
}
