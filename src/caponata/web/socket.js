/** A web socket to a table that reconnects by itself and repeats unanswered requests. */

import { ApiError, randomText, unreachableError } from "./api.js";

/** @typedef {import("./types.js").ServerMessage} ServerMessage */
/** @typedef {{ message: Record<string, unknown>, resolve: (answer: import("./types.js").ServerMessage) => void, reject: (error: unknown) => void }} Request */
/** @typedef {"connecting" | "open" | "lost" | "closed"} ConnectionStatus */

const FIRST_RETRY_DELAY = 400;
const MAX_RETRY_DELAY = 8000;
const RETRY_DELAY_GROWTH = 1.7;
const FIRST_FINAL_CODE = 4000;
const ABNORMAL_CLOSURE = 1006;
/** Close codes after which reconnecting helps: reader too slow, too many connections, store unavailable. */
const TEMPORARY_CODES = [4408, 4429, 4503];

/** A connection can die silently. Milliseconds without an answer, or without any message, before a ping is sent: */
const ANSWER_TIMEOUT = 3000;
const IDLE_TIMEOUT = 30_000;
/** ... and milliseconds to wait for the pong, or for the first message of a new connection, before it is dropped. */
const PONG_TIMEOUT = 5000;
const CONNECT_TIMEOUT = 20_000;

/** The connection of one viewer. */
export class TableSocket {
  /** @type {WebSocket | null} */
  #socket = null;
  /** @type {Map<string, Request>} */
  #requests = new Map();
  #retryDelay = FIRST_RETRY_DELAY;
  #retryTimer = 0;
  /** Drops the connection unless a message arrives in time. */
  #dropTimer = 0;
  #idleTimer = 0;
  #isProbing = false;
  #ended = false;

  /**
   * @param {string} table
   * @param {{ hello: () => object, onMessage: (message: ServerMessage) => void, onStatus: (status: ConnectionStatus, code: number, reason: string) => void }} owner
   */
  constructor(table, owner) {
    this.address = `${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/api/tables/${table}/socket`;
    this.owner = owner;
    this.wakeUp = this.wakeUp.bind(this);
    addEventListener("online", this.wakeUp);
    document.addEventListener("visibilitychange", this.wakeUp);
    this.#connect();
  }

  /**
   * Send a request; the promise resolves to the answer or rejects with an ApiError.
   * @param {Record<string, unknown>} message
   * @returns {Promise<import("./types.js").ServerMessage>}
   */
  ask(message) {
    const id = randomText();
    const request = { ...message, id };
    return new Promise((resolve, reject) => {
      if (this.#ended) {
        reject(new ApiError(unreachableError()));
        return;
      }
      this.#requests.set(id, { message: request, resolve, reject });
      this.send(request);
      this.#watchForAnswer(id);
    });
  }

  /**
   * Send a message that needs no answer; it is dropped while there is no connection.
   * @param {object} message
   */
  send(message) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(message));
  }

  /** The network or the tab is back: reconnect immediately, or check that the connection is still alive. */
  wakeUp() {
    if (this.#ended || document.hidden) return;
    if (this.#socket !== null) return this.#probe();
    clearTimeout(this.#retryTimer);
    this.#connect();
  }

  /** Close the connection permanently. */
  end() {
    this.#ended = true;
    clearTimeout(this.#retryTimer);
    this.#stopTimers();
    removeEventListener("online", this.wakeUp);
    document.removeEventListener("visibilitychange", this.wakeUp);
    this.#socket?.close();
    for (const { reject } of this.#requests.values()) reject(new ApiError(unreachableError()));
    this.#requests.clear();
  }

  #connect() {
    const socket = new WebSocket(this.address);
    this.#socket = socket;
    this.#dropAfter(CONNECT_TIMEOUT);
    socket.onopen = () => {
      socket.send(JSON.stringify({ t: "hello", ...this.owner.hello() }));
      for (const { message } of this.#requests.values()) this.send(message);
    };
    socket.onmessage = ({ data }) => {
      if (this.#ended) return;
      this.#retryDelay = FIRST_RETRY_DELAY;
      this.owner.onStatus("open", 0, "");
      const message = JSON.parse(data);
      this.#noteActivity(message);
      this.#receive(message);
    };
    socket.onclose = ({ code, reason }) => {
      if (this.#socket === socket) this.#socket = null;
      if (!this.#ended) this.#handleClose(code, reason);
    };
  }

  /**
   * Ping the server every ANSWER_TIMEOUT until a request is answered.
   * @param {string} id
   */
  #watchForAnswer(id) {
    setTimeout(() => {
      if (!this.#requests.has(id)) return;
      this.#probe();
      this.#watchForAnswer(id);
    }, ANSWER_TIMEOUT);
  }

  #probe() {
    if (this.#isProbing || this.#socket?.readyState !== WebSocket.OPEN) return;
    this.#isProbing = true;
    this.send({ t: "ping" });
    this.#dropAfter(PONG_TIMEOUT);
  }

  /** @param {number} timeout */
  #dropAfter(timeout) {
    clearTimeout(this.#dropTimer);
    this.#dropTimer = setTimeout(() => this.#drop(), timeout);
  }

  /**
   * Any message extends the timeout, but only the pong ends it: a tab that wakes up first receives old messages.
   * @param {ServerMessage} message
   */
  #noteActivity(message) {
    if (message.t === "pong") this.#isProbing = false;
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.#probe(), IDLE_TIMEOUT);
    if (this.#isProbing) this.#dropAfter(PONG_TIMEOUT);
    else clearTimeout(this.#dropTimer);
  }

  #stopTimers() {
    this.#isProbing = false;
    clearTimeout(this.#dropTimer);
    clearTimeout(this.#idleTimer);
  }

  #drop() {
    const socket = this.#socket;
    if (socket === null) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
    this.#socket = null;
    this.#handleClose(ABNORMAL_CLOSURE, "");
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    this.owner.onMessage(message);
    const request = this.#requests.get(message.answers ?? "");
    if (request === undefined) return;
    this.#requests.delete(/** @type {string} */ (message.answers));
    if (message.t === "refused") request.reject(new ApiError(message.error));
    else request.resolve(message);
  }

  /**
   * @param {number} code
   * @param {string} reason
   */
  #handleClose(code, reason) {
    this.#stopTimers();
    if (code >= FIRST_FINAL_CODE && !TEMPORARY_CODES.includes(code)) {
      this.end();
      this.owner.onStatus("closed", code, reason);
      return;
    }
    this.owner.onStatus("lost", code, reason);
    this.#retryTimer = setTimeout(() => this.#connect(), this.#retryDelay * (0.5 + Math.random()));
    this.#retryDelay = Math.min(MAX_RETRY_DELAY, this.#retryDelay * RETRY_DELAY_GROWTH);
  }
}
