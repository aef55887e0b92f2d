/** One viewer at one table: all that it knows, kept up to date, and what it may ask. */

import { batch, signal } from "@preact/signals";
import { longer } from "./log.js";
import { TableSocket } from "./socket.js";

/** @typedef {import("./types.js").About} About */
/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").View} View */
/** @typedef {import("./types.js").Event} Event */
/** @typedef {import("./types.js").ChatLine} ChatLine */
/** @typedef {import("./types.js").ServerMessage} ServerMessage */

/** A seat's side of a table, or a spectator's. */
export class Witness {
  /** @type {import("@preact/signals").Signal<About | null>} */
  about = signal(null);
  /** @type {import("@preact/signals").Signal<State | null>} */
  state = signal(null);
  /** @type {import("@preact/signals").Signal<View | null>} */
  view = signal(null);
  /** @type {import("@preact/signals").Signal<Event[]>} */
  events = signal([]);
  /** @type {import("@preact/signals").Signal<ChatLine[]>} */
  chat = signal([]);
  /** What this seat has typed and not sent. */
  draft = signal("");
  /** How many milliseconds away each seat is, where a race must be even. @type {import("@preact/signals").Signal<(number | null)[]>} */
  delays = signal([]);
  /** How many of them no wait makes up for. @type {import("@preact/signals").Signal<(number | null)[]>} */
  behind = signal([]);
  /** The wait that this viewer joined, where a game goes on by itself. @type {import("@preact/signals").Signal<import("./types.js").Waited | null>} */
  waited = signal(null);
  /** @type {import("@preact/signals").Signal<{ line: import("./socket.js").Line, code: number, reason: string }>} */
  line = signal({ line: "connecting", code: 0, reason: "" });
  /** When the clocks were last told, by the browser's own clock. */
  told = signal(0);
  /** The number of the last event before this seat's own last move. */
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
      heard: (message) => this.#hear(message),
      line: (line, code, reason) => {
        const now = this.line.peek();
        if (now.line !== line || now.code !== code) this.line.value = { line, code, reason };
      },
    });
  }

  /**
   * Ask the table for something, such as a move.
   * @param {Record<string, unknown>} message
   */
  ask(message) {
    return this.socket.ask(message);
  }

  /**
   * What the view would be after a move, as far as this seat can know.
   * @param {string} move
   * @returns {Promise<View>}
   */
  async preview(move) {
    const decision = this.state.peek()?.decision ?? null;
    const { changed } = await this.ask({ t: "preview", decision, move });
    return { ...this.view.peek(), ...changed };
  }

  /** Leave the table's side; the seat stays. */
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
  #hear(message) {
    if (message.t === "table") {
      batch(() => {
        this.about.value = message;
        this.told.value = performance.now();
      });
    } else if (message.t === "state") {
      this.#follow(message);
    } else if (message.t === "echo") {
      this.socket.tell({ t: "echo", k: message.k });
      const { delays, behind = [] } = message;
      if (String(this.delays.peek()) !== String(delays)) this.delays.value = delays;
      if (String(this.behind.peek()) !== String(behind)) this.behind.value = behind;
    } else if (message.t === "chat") {
      if (!this.chat.peek().some((line) => line.k === message.k)) this.chat.value = [...this.chat.peek(), message];
    }
  }

  /** @param {State} state */
  #follow(state) {
    const before = this.view.peek();
    const view = state.view ?? changed(before ?? {}, state);
    batch(() => {
      this.view.value = view;
      this.events.value = longer(this.events.peek(), state);
      this.state.value = state;
      if (state.waited) this.waited.value = since(state.waited);
    });
    if (state.view === undefined) void this.#check(view, state);
  }

  /**
   * Ask for the whole view when ours is not the server's.
   * @param {View} view
   * @param {State} state
   */
  async #check(view, state) {
    const { viewHash } = await import("./fair.js");
    if (viewHash(view) !== state.hash && this.state.peek() === state) this.socket.tell({ t: "whole" });
  }
}

/**
 * When a wait began, by the browser's own clock.
 * @param {{ wait: string, all: number, quiet: number }} waited
 */
function since({ wait, all, quiet }) {
  const now = performance.now();
  return { wait, began: now - all, moved: now - quiet };
}

/**
 * A view with the fields that a message says have changed.
 * @param {View} view
 * @param {{ changed?: View, gone?: string[] }} message
 * @returns {View}
 */
export function changed(view, { changed: fields = {}, gone = [] }) {
  const after = { ...view, ...fields };
  for (const field of gone) delete after[field];
  return after;
}
