/** Calls to the server's HTTP API. Failures become an ApiError with a readable message. */

import { say, sayError } from "./language.js";

/** @typedef {import("./types.js").WireError} WireError */

/** An error of the server, with a message for the user. */
export class ApiError extends Error {
  /** @param {WireError} error */
  constructor(error) {
    super(sayError(error));
    this.error = error;
    this.code = error.code;
    this.status = error.status;
  }
}

/** @returns {WireError} the error for an unreachable server */
export function unreachableError() {
  return { status: 0, code: "unreachable", sentence: say("error.unreachable"), rule: null, reason: null, facts: {} };
}

/**
 * Send a request to the server and return its JSON answer.
 * @param {string} method
 * @param {string} path  below /api
 * @param {{ body?: unknown, headers?: Record<string, string> }} [extra]
 * @returns {Promise<unknown>}
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
    throw new ApiError(unreachableError());
  }
  const answer = await response.text().then((text) => text && JSON.parse(text)).catch(() => undefined);
  // A successful response whose body is cut off means that the server went away while it was answering.
  if (response.ok && answer === undefined) throw new ApiError(unreachableError());
  if (response.ok) return answer === "" ? null : answer;
  throw new ApiError({ status: response.status, code: "trouble", sentence: say("error.trouble"), rule: null, reason: null, facts: {}, ...answer });
}

/**
 * @template {string} Path
 * @param {Path} path
 * @param {Record<string, string>} [headers]
 */
export const read = (path, headers = {}) => /** @type {Promise<import("./types.js").Read<Path>>} */ (call("GET", path, { headers }));
/**
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} [body]
 */
export const post = (path, body = {}) => /** @type {Promise<import("./types.js").Posted<Path>>} */ (call("POST", path, { body }));
/**
 * @template {string} Path
 * @param {Path} path
 * @param {unknown} body
 */
export const put = (path, body) => /** @type {Promise<import("./types.js").Posted<Path>>} */ (call("PUT", path, { body }));

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789";

/**
 * Random text of letters and digits; unlike randomUUID it works on plain http too.
 * @param {number} [length]
 */
export function randomText(length = 20) {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}
