/** A socket to a table that comes back by itself, and asks again what was not answered. */

import { Trouble, randomText, unreachable } from "./net.js";

/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {{ message: Record<string, unknown>, done: (answer: any) => void, failed: (error: unknown) => void }} Asked */
/** @typedef {"connecting" | "open" | "lost" | "closed"} Line */

const FIRST_WAIT = 400;
const LONGEST_WAIT = 8000;
const GROWTH = 1.7;
const FINAL_CODES = 4000;
const LOST = 1006;
/** Closings that pass: too slow to listen, too many, and a store that is away. */
const PASSING_CODES = [4408, 4429, 4503];

/** A line can die without a word. How long to wait, in milliseconds, before we ask whether anybody is there: */
const UNANSWERED = 3000;
const SILENCE = 30_000;
/** ... and for anything to be heard then, or on a new line, before we give it up. */
const PATIENCE = 5000;
const FIRST_PATIENCE = 20_000;

/** One connection of one viewer. */
export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Asked>} */
  #asked = new Map();
  #wait = FIRST_WAIT;
  #timer = 0;
  /** Runs while we do not know whether anybody is there. */
  #doubt = 0;
  #silence = 0;
  #isProbing = false;
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
      this.#expect(id);
    });
  }

  /**
   * Say something that needs no answer; lost if the line is.
   * @param {object} message
   */
  tell(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** The network or the reader is back: connect at once instead of after the wait, or see whether the line still lives. */
  hurry() {
    if (this.#ended || document.hidden) return;
    if (this.#socket !== null) return this.#probe();
    clearTimeout(this.#timer);
    this.#connect();
  }

  /** Hang up for good. */
  end() {
    this.#ended = true;
    clearTimeout(this.#timer);
    this.#rest();
    removeEventListener("online", this.hurry);
    document.removeEventListener("visibilitychange", this.hurry);
    this.#socket?.close();
    for (const { failed } of this.#asked.values()) failed(new Trouble(unreachable()));
    this.#asked.clear();
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#distrust(FIRST_PATIENCE);
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", ...this.owner.hello() }));
      for (const { message } of this.#asked.values()) this.tell(message);
    };
    socket.onmessage = ({ data }) => {
      if (this.#ended) return;
      this.#wait = FIRST_WAIT;
      this.owner.line("open", 0, "");
      const message = JSON.parse(data);
      this.#judge(message);
      this.#hear(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#socket = null;
      if (!this.#ended) this.#closed(code, reason);
    };
  }

  /**
   * Ask whether anybody is there, after so long without an answer, until it comes.
   * @param {string} id
   */
  #expect(id) {
    setTimeout(() => {
      if (!this.#asked.has(id)) return;
      this.#probe();
      this.#expect(id);
    }, UNANSWERED);
  }

  #probe() {
    if (this.#isProbing || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#isProbing = true;
    this.tell({ t: "ping" });
    this.#distrust(PATIENCE);
  }

  /** @param {number} patience */
  #distrust(patience) {
    clearTimeout(this.#doubt);
    this.#doubt = setTimeout(() => this.#giveUp(), patience);
  }

  /**
   * Whatever is heard gives a line more time. Only the answer saves it: a page that wakes up hears what came before.
   * @param {ServerMessage} message
   */
  #judge(message) {
    if (message.t === "pong") this.#isProbing = false;
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#probe(), SILENCE);
    if (this.#isProbing) this.#distrust(PATIENCE);
    else clearTimeout(this.#doubt);
  }

  #rest() {
    this.#isProbing = false;
    clearTimeout(this.#doubt);
    clearTimeout(this.#silence);
  }

  #giveUp() {
    const socket = this.#socket;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = null;
    this.#closed(LOST, "");
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
    this.#rest();
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
