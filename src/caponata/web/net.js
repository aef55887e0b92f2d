/** Calls to the server; what goes wrong comes back as a sentence. */

import { say, sayError } from "./language.js";

/** @typedef {import("./types.js").WireError} WireError */

/** Something the server would not or could not do, in words for a person. */
export class Trouble extends Error {
  /** @param {WireError} error */
  constructor(error) {
    super(sayError(error));
    this.error = error;
    this.code = error.code;
    this.status = error.status;
  }
}

/** @returns {WireError} what to say when the server cannot be reached */
export function unreachable() {
  return { status: 0, code: "unreachable", sentence: say("error.unreachable"), rule: null };
}

/**
 * Ask the server for something.
 * @param {string} method
 * @param {string} path  below /api
 * @param {{ body?: unknown, headers?: Record<string, string> }} [extra]
 * @returns {Promise<any>}
 */
export async function call(method, path, { body, headers = {} } = {}) {
  /** @type {Response} */
  let response;
  try {
    response = await fetch(`/api${path}`, {
      method,
      credentials: "same-origin",
      headers: body === undefined ? headers : { ...headers, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  } catch {
    throw new Trouble(unreachable());
  }
  const answer = await response.json().catch(() => null);
  if (response.ok) return answer;
  throw new Trouble({ status: response.status, code: "trouble", sentence: say("error.trouble"), rule: null, ...answer });
}

/** @param {string} path @param {Record<string, string>} [headers] */
export const read = (path, headers = {}) => call("GET", path, { headers });
/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) => call("POST", path, { body });
/** @param {string} path @param {unknown} body */
export const put = (path, body) => call("PUT", path, { body });

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/**
 * A random text of letters and digits; works on plain http too, where randomUUID does not.
 * @param {number} [length]
 */
export function randomText(length = 20) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
