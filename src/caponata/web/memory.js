/** What this browser remembers between visits; a browser that refuses to remember still plays. */

/** @typedef {import("./types.js").SeatKey} SeatKey */

const SEATS = "caponata.seats";
const READ = "caponata.read";
const MOST_TABLES = 200;

/** What this browser would not keep: it holds until the page closes. @type {Map<string, unknown>} */
const unkept = new Map();

/**
 * What was kept under a name, or something else.
 * @template T
 * @param {string} name
 * @param {T} otherwise
 * @returns {T}
 */
export function kept(name, otherwise) {
  if (unkept.has(name)) return /** @type {T} */ (unkept.get(name));
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? otherwise;
  } catch {
    return otherwise;
  }
}

/**
 * Keep something under a name.
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
    unkept.delete(name);
  } catch {
    unkept.set(name, value); // storage is forbidden, or full
  }
}

/** Whether this browser has refused to keep something. */
export function isForgetful() {
  return unkept.size > 0;
}

/** @type {Record<string, SeatKey[]>} */
let seats = kept(SEATS, {});

/**
 * The keys of the seats that this device holds at a table, in seat order.
 * @param {string} table
 * @returns {SeatKey[]}
 */
export function seatKeys(table) {
  seats = { ...seats, ...kept(SEATS, {}) };
  return seats[table] ?? [];
}

/**
 * Keep the keys of some seats.
 * @param {string} table
 * @param {SeatKey[]} keys
 */
export function keepSeats(table, keys) {
  const others = seatKeys(table).filter((held) => !keys.some((key) => key.seat === held.seat));
  const ordered = [...others, ...keys].sort((one, other) => one.seat - other.seat);
  const { [table]: _, ...rest } = seats;
  seats = Object.fromEntries([...Object.entries(rest), [table, ordered]].slice(-MOST_TABLES));
  keep(SEATS, seats);
}

/**
 * Forget the key of a seat that went elsewhere.
 * @param {string} table
 * @param {string} key
 */
export function forgetSeat(table, key) {
  seats = { ...seats, [table]: seatKeys(table).filter((held) => held.key !== key) };
  keep(SEATS, seats);
}

/**
 * The number of the last chat line that was read at a table.
 * @param {string} table
 * @returns {number}
 */
export function lastRead(table) {
  return kept(READ, /** @type {Record<string, number>} */ ({}))[table] ?? 0;
}

/**
 * Keep how far the chat of a table was read.
 * @param {string} table
 * @param {number} line
 */
export function keepRead(table, line) {
  const { [table]: _, ...rest } = kept(READ, /** @type {Record<string, number>} */ ({}));
  keep(READ, Object.fromEntries([...Object.entries(rest), [table, line]].slice(-MOST_TABLES)));
}
