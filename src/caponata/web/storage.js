/** Values stored in the browser between visits. If storage is blocked, they last until the page closes. */

/** @typedef {import("./types.js").SeatKey} SeatKey */

const SEATS = "caponata.seats";
const LAST_READ = "caponata.read";
const MAX_TABLES = 200;

/** Values that could not be stored. @type {Map<string, unknown>} */
const unsaved = new Map();

/**
 * Return the value stored under a name, or a fallback.
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function stored(name, fallback) {
  if (unsaved.has(name)) return /** @type {T} */ (unsaved.get(name));
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Store a value under a name.
 * @param {string} name
 * @param {unknown} value
 */
export function save(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unsaved.delete(name);
  } catch {
    unsaved.set(name, value); // storage is blocked or full
  }
}

/** Return whether the browser has refused to store a value. */
export function isStorageBlocked() {
  return unsaved.size > 0;
}

/** @type {Record<string, SeatKey[]>} */
let seats = stored(SEATS, {});

/**
 * Keys of the seats that this device holds at a table, in seat order.
 * @param {string} table
 * @returns {SeatKey[]}
 */
export function seatKeys(table) {
  seats = { ...seats, ...stored(SEATS, {}) };
  return seats[table] ?? [];
}

/**
 * Store the keys of seats at a table.
 * @param {string} table
 * @param {SeatKey[]} keys
 */
export function saveSeatKeys(table, keys) {
  const others = seatKeys(table).filter((held) => !keys.some((key) => key.seat === held.seat));
  const ordered = [...others, ...keys].sort((one, other) => one.seat - other.seat);
  const { [table]: _, ...rest } = seats;
  seats = Object.fromEntries([...Object.entries(rest), [table, ordered]].slice(-MAX_TABLES));
  save(SEATS, seats);
}

/**
 * Remove the key of a seat that moved to another device.
 * @param {string} table
 * @param {string} key
 */
export function removeSeatKey(table, key) {
  seats = { ...seats, [table]: seatKeys(table).filter((held) => held.key !== key) };
  save(SEATS, seats);
}

/**
 * Number of the last chat message read at a table.
 * @param {string} table
 * @returns {number}
 */
export function lastRead(table) {
  return stored(LAST_READ, /** @type {Record<string, number>} */ ({}))[table] ?? 0;
}

/**
 * Store the number of the last chat message read at a table.
 * @param {string} table
 * @param {number} message
 */
export function saveLastRead(table, message) {
  const { [table]: _, ...rest } = stored(LAST_READ, /** @type {Record<string, number>} */ ({}));
  save(LAST_READ, Object.fromEntries([...Object.entries(rest), [table, message]].slice(-MAX_TABLES)));
}
