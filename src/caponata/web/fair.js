/**
 * Verifiable draws, recomputed in the browser, and the hash of a view. This is a port of `engine/fair.py`, which
 * describes how a ticket follows from a seed. SHA-256 and HMAC are implemented here because browsers offer no
 * cryptography on plain http.
 */

/** @typedef {[number, number, number, number, number, number, number, number]} Eight */

const KEY_LABEL = "caponata-key-1";
const DRAW_LABEL = "caponata-draw-1";
const VALUES = 2n ** 256n;
const BLOCK = 64;
const LENGTH_AT = 56; // offset of the message length in the last block
const ROUNDS = 64;
const WORD = 2 ** 32;
const SHORT_HASH = 8; // bytes of a view's hash that are sent

const encoder = new TextEncoder();

/**
 * First 32 bits of the fractional part of a root: the constants of SHA-256.
 * @param {number} root
 */
function fraction(root) {
  return ((root - Math.floor(root)) * WORD) | 0;
}

/** The first `count` primes. @param {number} count */
function primes(count) {
  /** @type {number[]} */
  const found = [];
  for (let number = 2; found.length < count; number += 1) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

const START = Int32Array.from(primes(8), (prime) => fraction(Math.sqrt(prime)));
const CONSTANTS = Int32Array.from(primes(ROUNDS), (prime) => fraction(Math.cbrt(prime)));
const schedule = new Int32Array(ROUNDS);

/**
 * Mix a block of 64 bytes into the state.
 * @param {Int32Array} state
 * @param {DataView} bytes
 * @param {number} at
 */
function compress(state, bytes, at) {
  const w = schedule;
  const k = CONSTANTS;
  for (let i = 0; i < 16; i += 1) w[i] = bytes.getInt32(at + 4 * i);
  for (let i = 16; i < ROUNDS; i += 1) {
    const x = /** @type {number} */ (w[i - 15]);
    const y = /** @type {number} */ (w[i - 2]);
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    w[i] = (/** @type {number} */ (w[i - 16]) + s0 + /** @type {number} */ (w[i - 7]) + s1) | 0;
  }
  let [a, b, c, d, e, f, g, h] = /** @type {Eight} */ (/** @type {unknown} */ (state));
  for (let i = 0; i < ROUNDS; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const choice = (e & f) ^ (~e & g);
    const t1 = (h + s1 + choice + /** @type {number} */ (k[i]) + /** @type {number} */ (w[i])) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + s0 + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, i) => {
    state[i] = /** @type {number} */ (state[i]) + word;
  });
}

/**
 * SHA-256.
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function sha256(bytes) {
  const padded = new Uint8Array(Math.ceil((bytes.length + 1 + BLOCK - LENGTH_AT) / BLOCK) * BLOCK);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const blocks = new DataView(padded.buffer);
  blocks.setUint32(padded.length - 8, Math.floor((bytes.length * 8) / WORD));
  blocks.setUint32(padded.length - 4, (bytes.length * 8) % WORD);
  const state = START.slice();
  for (let at = 0; at < padded.length; at += BLOCK) compress(state, blocks, at);
  const digest = new Uint8Array(32);
  const written = new DataView(digest.buffer);
  state.forEach((word, i) => written.setInt32(4 * i, word));
  return digest;
}

/**
 * HMAC-SHA-256.
 * @param {Uint8Array} key
 * @param {Uint8Array} bytes
 * @returns {Uint8Array}
 */
export function hmac(key, bytes) {
  const short = key.length > BLOCK ? sha256(key) : key;
  const inner = new Uint8Array(BLOCK + bytes.length).fill(0x36, 0, BLOCK);
  const outer = new Uint8Array(BLOCK + 32).fill(0x5c, 0, BLOCK);
  short.forEach((byte, i) => {
    inner[i] = byte ^ 0x36;
    outer[i] = byte ^ 0x5c;
  });
  inner.set(bytes, BLOCK);
  outer.set(sha256(inner), BLOCK);
  return sha256(outer);
}

/**
 * Bytes as hexadecimal digits.
 * @param {Uint8Array} bytes
 */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Bytes from hexadecimal digits.
 * @param {string} digits
 */
export function unhex(digits) {
  if (!/^([0-9a-f]{2})*$/i.test(digits)) throw new Error("not a string of hexadecimal digits");
  return Uint8Array.from({ length: digits.length / 2 }, (_, i) => parseInt(digits.slice(2 * i, 2 * i + 2), 16));
}

/**
 * Hash of the seed, which the table publishes before the first move.
 * @param {string} seed  in hexadecimal digits
 */
export function commitment(seed) {
  return hex(sha256(unhex(seed)));
}

/**
 * Encode texts unambiguously: different lists of texts give different bytes.
 * @param {string[]} parts
 */
export function message(...parts) {
  return encoder.encode(parts.map((part) => `${encoder.encode(part).length}:${part},`).join(""));
}

/**
 * The ticket of a draw: 0 <= ticket < weight.
 * @param {string} seed  in hexadecimal digits
 * @param {string} table
 * @param {string[]} entropy  the random value of each seat
 * @param {number} draw  number of the draw
 * @param {number | bigint} weight  sum of the weights
 * @returns {bigint}
 */
export function ticket(seed, table, entropy, draw, weight) {
  const whole = BigInt(weight);
  if (whole <= 0n || whole > VALUES) throw new Error(`draw ${draw} has weight ${weight}: the weights must be positive`);
  const key = hmac(unhex(seed), message(KEY_LABEL, table, ...entropy));
  const limit = (VALUES / whole) * whole;
  for (let attempt = 0; ; attempt += 1) {
    const digest = hmac(key, message(DRAW_LABEL, table, String(draw), String(attempt)));
    const value = BigInt(`0x${hex(digest)}`);
    if (value < limit) return value % whole;
  }
}

/**
 * The move that a ticket stands for: the first one at which the sum of the weights exceeds the ticket.
 * @param {[move: string, weight: number][]} odds
 * @param {number | bigint} ticket
 * @returns {string | null}
 */
export function moveOfTicket(odds, ticket) {
  let left = BigInt(ticket);
  for (const [move, weight] of odds) {
    if (left < BigInt(weight)) return move;
    left -= BigInt(weight);
  }
  return null;
}

/**
 * Hash of a view as the server sends it: see `docs/wire.md`.
 * @param {unknown} view
 */
export function viewHash(view) {
  return hex(sha256(encoder.encode(canonical(view))).subarray(0, SHORT_HASH));
}

/**
 * JSON with sorted keys and without whitespace.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  const object = /** @type {{ [key: string]: unknown }} */ (value);
  const members = Object.keys(object).sort(byCodePoint);
  return `{${members.map((key) => `${JSON.stringify(key)}:${canonical(object[key])}`).join(",")}}`;
}

/**
 * Compare strings by their UTF-8 bytes; JavaScript's own order differs beyond the basic multilingual plane.
 * @param {string} one
 * @param {string} other
 */
function byCodePoint(one, other) {
  const ends = Math.min(one.length, other.length);
  for (let i = 0; i < ends; i += 1) {
    if (one.charCodeAt(i) !== other.charCodeAt(i)) {
      return /** @type {number} */ (one.codePointAt(i)) - /** @type {number} */ (other.codePointAt(i));
    }
  }
  return one.length - other.length;
}
