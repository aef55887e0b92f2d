/** Getting the keys of one's seats: by a personal link, or again after the browser lost them. */

import { saveSeatKeys, seatKeys } from "./storage.js";
import { post, randomText, read } from "./api.js";
import { registerName, markRegistered } from "./person.js";
import { currentAddress, navigate } from "./route.js";

const SEAT_PREFIX = "seat=";

/** Return whether the fragment of an address is a personal link. @param {string} hash */
export const isPersonalLink = (hash) => hash.startsWith(SEAT_PREFIX);

/**
 * Take the seat of a personal link.
 * @param {string} table
 * @param {string} token
 */
async function claimSeat(table, token) {
  navigate(`/t/${table}`, { replace: true });
  await registerName();
  saveSeatKeys(table, [await post(`/tables/${table}/claim`, { token })]);
}

/**
 * Get the keys of seats that belong to this person but are unknown to this browser, as after a rematch. The random
 * value counts for the draws if the game has not begun.
 * @param {string} table
 */
export async function recoverSeatKeys(table) {
  if (seatKeys(table).length > 0) return;
  /** @type {import("./types.js").TableCard | null} */
  const card = await read(`/tables/${table}`).catch(() => null);
  if (!card?.yours?.length) return;
  const { keys } = await post(`/tables/${table}/sit`, { entropy: randomText() });
  saveSeatKeys(table, keys);
  markRegistered();
}

/**
 * Get the keys of one's seats before a table opens.
 * @param {string} table
 */
export async function claimOrRecoverSeats(table) {
  const { hash } = currentAddress.peek();
  if (isPersonalLink(hash)) await claimSeat(table, hash.slice(SEAT_PREFIX.length));
  else await recoverSeatKeys(table);
}
