/** The client of one seat, or of a spectator, at one table: its current state and its requests to the server. */

import { batch, signal } from "@preact/signals";
import { mergeEvents } from "./log.js";
import { TableSocket } from "./socket.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").ChatMessage} ChatMessage */
/** @typedef {import("./types.js").ServerMessage} ServerMessage */

/** One viewer's connection to a table, with everything the server has sent about it. */
export class TableClient {
  /** @type {import("@preact/signals").Signal<About | null>} */
  about = signal(null);
  /** @type {import("@preact/signals").Signal<State | null>} */
  state = signal(null);
  /** @type {import("@preact/signals").Signal<View | null>} */
  view = signal(null);
  /** @type {import("@preact/signals").Signal<Event[]>} */
  events = signal([]);
  /** @type {import("@preact/signals").Signal<ChatMessage[]>} */
  chat = signal([]);
  /** The chat message being typed. */
  draft = signal("");
  /** Latency of each seat's connection in milliseconds; only in games without turns. @type {import("@preact/signals").Signal<(number | null)[]>} */
  delays = signal([]);
  /** The part of each seat's latency that the server does not compensate. @type {import("@preact/signals").Signal<(number | null)[]>} */
  behind = signal([]);
  /** The countdown that was running when this viewer joined. @type {import("@preact/signals").Signal<import("./types.js").RunningWait | null>} */
  waited = signal(null);
  /** @type {import("@preact/signals").Signal<{ status: import("./socket.js").ConnectionStatus, code: number, reason: string }>} */
  connection = signal({ status: "connecting", code: 0, reason: "" });
  /** When the clocks last arrived, as `performance.now()`. */
  clocksReceivedAt = signal(0);
  /** Number of the last event before this seat's most recent move. */
  since = signal(0);

  /**
   * @param {string} table
   * @param {string | null} key
   */
  constructor(table, key) {
    this.table = table;
    this.key = key;
    this.socket = new TableSocket(table, {
      hello: () => this.#hello(),
      onMessage: (message) => this.#receive(message),
      onStatus: (status, code, reason) => {
        const now = this.connection.peek();
        if (now.status !== status || now.code !== code) this.connection.value = { status, code, reason };
      },
    });
  }

  /**
   * Send a request, such as a move, and return the server's answer.
   * @param {Record<string, unknown>} message
   */
  ask(message) {
    return this.socket.ask(message);
  }

  /**
   * Return the view as it would be after a move, as far as this seat can know it.
   * @param {string} move
   * @returns {Promise<View>}
   */
  async preview(move) {
    const decision = this.state.peek()?.decision ?? null;
    const answer = await this.ask({ t: "preview", decision, move });
    return { ...this.view.peek(), ...(answer.t === "preview" ? answer.changed : {}) };
  }

  /** Close the connection; the seat stays taken. */
  end() {
    this.socket.end();
  }

  #hello() {
    const known = this.state.peek();
    return {
      key: this.key ?? undefined,
      n: known?.n ?? 0,
      hash: known?.hash ?? null,
      chat: this.chat.peek().at(-1)?.k ?? 0,
    };
  }

  /** @param {ServerMessage} message */
  #receive(message) {
    if (message.t === "table") {
      batch(() => {
        this.about.value = message;
        this.clocksReceivedAt.value = performance.now();
      });
    } else if (message.t === "state") {
      this.#applyState(message);
    } else if (message.t === "echo") {
      this.socket.send({ t: "echo", k: message.k });
      const { delays, behind = [] } = message;
      if (String(this.delays.peek()) !== String(delays)) this.delays.value = delays;
      if (String(this.behind.peek()) !== String(behind)) this.behind.value = behind;
    } else if (message.t === "chat") {
      if (!this.chat.peek().some((known) => known.k === message.k)) this.chat.value = [...this.chat.peek(), message];
    }
  }

  /** @param {State} state */
  #applyState(state) {
    const before = this.view.peek();
    const view = state.view ?? withChanges(before ?? {}, state);
    batch(() => {
      this.view.value = view;
      this.events.value = mergeEvents(this.events.peek(), state);
      this.state.value = state;
      if (state.waited) this.waited.value = startOfWait(state.waited);
    });
    if (state.view === undefined) void this.#verifyHash(view, state);
  }

  /**
   * Request the complete view if the hash of ours differs from the server's.
   * @param {View} view
   * @param {State} state
   */
  async #verifyHash(view, state) {
    const { viewHash } = await import("./fair.js");
    if (viewHash(view) !== state.hash && this.state.peek() === state) this.socket.send({ t: "whole" });
  }
}

/**
 * Start of a countdown and of its last change, as `performance.now()`.
 * @param {{ wait: string, all: number, quiet: number }} waited
 */
function startOfWait({ wait, all, quiet }) {
  const now = performance.now();
  return { wait, began: now - all, moved: now - quiet };
}

/**
 * Return a view with the changes of a message applied.
 * @param {View} view
 * @param {{ changed?: View, gone?: string[] }} message
 * @returns {View}
 */
export function withChanges(view, { changed: fields = {}, gone = [] }) {
  const after = { ...view, ...fields };
  for (const field of gone) delete after[field];
  return after;
}
