/** A socket to a table that comes back by itself, and asks again what was not answered. */

import { Trouble, randomText, unreachable } from "./net.js";

/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {{ message: Record<string, unknown>, done: (answer: any) => void, failed: (error: unknown) => void }} Asked */
/** @typedef {"connecting" | "open" | "lost" | "closed"} Line */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const GROWTH = 1.7;
const FINAL_CODES = 4000;
/** Closings that pass: too slow to listen, too many, and a store that is away. */
const PASSING_CODES = [4408, 4429, 4503];

/** One connection of one viewer. */
export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Asked>} */
  #asked = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;
  #ended = false;

  /**
   * @param {string} table
   * @param {{ hello: () => object, heard: (message: ServerMessage) => void, line: (line: Line, code: number, reason: string) => void }} owner
   */
  constructor(table, owner) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
    this.owner = owner;
    this.hurry = this.hurry.bind(this);
    addEventListener("online", this.hurry);
    document.addEventListener("visibilitychange", this.hurry);
    this.#connect();
  }

  /**
   * Ask the table for something; the promise holds its answer, or fails with why not.
   * @param {Record<string, unknown>} message
   * @returns {Promise<any>}
   */
  ask(message) {
    const id = randomText();
    const asking = { ...message, id };
    return new Promise((done, failed) => {
      if (this.#ended) {
        failed(new Trouble(unreachable()));
        return;
      }
      this.#asked.set(id, { message: asking, done, failed });
      this.tell(asking);
    });
  }

  /**
   * Say something that needs no answer; lost if the line is.
   * @param {object} message
   */
  tell(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** Connect at once instead of after the wait: the network or the reader is back. */
  hurry() {
    if (this.#ended || this.#socket !== null || document.hidden) return;
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Hang up for good. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.#socket?.close();
    for (const { failed } of this.#asked.values()) failed(new Trouble(unreachable()));
    this.#asked.clear();
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", ...this.owner.hello() }));
      for (const { message } of this.#asked.values()) this.tell(message);
    };
    socket.onmessage = ({ data }) => {
      if (this.#ended) return;
      this.#wait = FIRST_WAIT;
      this.owner.line("open", 0, "");
      this.#hear(JSON.parse(data));
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#socket = null;
      if (!this.#ended) this.#closed(code, reason);
    };
  }

  /** @param {ServerMessage} message */
  #hear(message) {
    this.owner.heard(message);
    const asked = message.answers === undefined ? undefined : this.#asked.get(message.answers);
    if (asked === undefined) return;
    this.#asked.delete(/** @type {string} */ (message.answers));
    if (message.t === "refused") asked.failed(new Trouble(message.error));
    else asked.done(message);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #closed(code, reason) {
    if (code >= FINAL_CODES && !PASSING_CODES.includes(code)) {
      this.end();
      this.owner.line("closed", code, reason);
      return;
    }
    this.owner.line("lost", code, reason);
    this.#timer = setTimeout(() => this.#connect(), this.#wait * (0.5 + Math.random()));
    this.#wait = Math.min(LONGEST_WAIT, this.#wait * GROWTH);
  }
}
