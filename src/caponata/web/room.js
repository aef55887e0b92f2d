/** A table on this device: one seat, several seats that share the device, or a spectator. */

import { batch, computed, effect, signal } from "@preact/signals";
import { gameTexts, say } from "./language.js";
import { logLines } from "./log.js";
import { removeSeatKey, saveSeatKeys, seatKeys } from "./storage.js";
import { post, randomText, read, ApiError } from "./api.js";
import { announce, notice, showError } from "./notices.js";
import { registerName } from "./person.js";
import { currentAddress, navigate } from "./route.js";
import { recoverSeatKeys, claimOrRecoverSeats } from "./seating.js";
import { settings } from "./settings.js";
import { buzz, playSound } from "./sound.js";
import { TableClient } from "./tableclient.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").SeatKey} SeatKey */
/** @typedef {import("./types.js").Texts} Texts */
/** @typedef {import("./types.js").TableCard} TableCard */

const WRONG_KEY = 4401;
const NO_SPECTATORS = 4403;
const MOVED = 4409;
const REMOVED = 4410;
const CLOSED = 4411;

/** A table that is open on this device. */
export class Room {
  /** @type {import("@preact/signals").Signal<TableClient[]>} */
  clients = signal([]);
  /** The seat whose view is on the screen, if several share the device. @type {import("@preact/signals").Signal<number | null>} */
  shownSeat = signal(null);
  /** The move that has been sent but not answered. @type {import("@preact/signals").Signal<string | null>} */
  pending = signal(null);
  /** @type {import("@preact/signals").Signal<Texts | null>} */
  texts = signal(null);
  /** Why the table cannot be shown. @type {import("@preact/signals").Signal<"gone" | "closed" | "private" | "moved" | "removed" | null>} */
  closed = signal(null);
  /** The public card of a table that allows no spectators. @type {import("@preact/signals").Signal<TableCard | null>} */
  card = signal(null);

  /** The client whose view is shown; the first one while the device is being handed over. */
  client = computed(() => {
    const all = this.clients.value;
    return all.find((client) => client.about.value?.you === this.shownSeat.value && this.shownSeat.value !== null) ?? all[0] ?? null;
  });
  about = computed(() => this.client.value?.about.value ?? null);
  state = computed(() => this.client.value?.state.value ?? null);
  view = computed(() => this.client.value?.view.value ?? null);
  you = computed(() => this.about.value?.you ?? null);
  isConnectionLost = computed(() => this.clients.value.some((client) => client.connection.value.status === "lost"));
  names = computed(() => (this.about.value?.seats ?? []).map((seat, number) => seat.name ?? say("seat.number", { n: number + 1 })));
  log = computed(() => {
    const texts = this.texts.value;
    const client = this.client.value;
    return texts === null || client === null ? [] : logLines(client.events.value, texts, this.names.value, this.you.value);
  });
  /** Number of events before the first line of the log. */
  earlier = computed(() => (this.client.value?.events.value[0]?.n ?? 1) - 1);
  yourTurn = computed(() => {
    const you = this.you.value;
    return you !== null && this.about.value?.status === "playing" && (this.state.value?.acting.includes(you) ?? false);
  });
  /** The seat of this device that must act next while another one's view is shown. */
  handover = computed(() => {
    const seats = this.clients.value.map((client) => client.about.value?.you ?? null);
    const acting = this.state.value?.acting ?? [];
    if (seats.length < 2 || this.about.value?.status !== "playing") return null;
    const shownSeat = this.shownSeat.value;
    if (shownSeat !== null && acting.includes(shownSeat)) return null;
    const waiting = seats.filter((seat) => seat !== null && acting.includes(seat) && !this.#hasStandIn(seat));
    const next = waiting.find((seat) => seat !== null && seat > (shownSeat ?? -1)) ?? waiting[0] ?? null;
    return next ?? (shownSeat === null ? (seats[0] ?? null) : null);
  });

  /** @type {(() => void)[]} */
  #disposers = [];
  #lastAnnounced = 0;
  #ended = false;
  #isRematchRequested = false;
  /** @type {string | undefined} */
  #status;

  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.#open();
    this.#disposers.push(
      effect(() => void (this.about.value && settings.value.language && this.#loadTexts(this.about.value.game))),
      effect(() => this.#announceNewLines()),
      effect(() => void (this.yourTurn.value && this.#alertTurn())),
      effect(() => this.#playEndSound(this.about.value?.status)),
    );
  }

  /**
   * Take a free seat.
   * @param {number | null} seat
   */
  async sit(seat) {
    await registerName();
    const given = await post(`/tables/${this.table}/sit`, { seat, entropy: randomText() });
    saveSeatKeys(this.table, given.keys ?? [given]);
    this.#open();
  }

  /** Take the seat of a personal link that was opened after the table. */
  async claim() {
    await claimOrRecoverSeats(this.table);
    this.#open();
  }

  /**
   * Play a move. Returns the refusal if it was not accepted.
   * @param {string} move
   * @returns {Promise<Choice>}
   */
  async choose(move) {
    const client = this.client.value;
    const state = this.state.value;
    if (this.pending.value !== null || client === null || state === null) return refusal(say("table.one-moment"), null, true);
    if (state.decision === null) return this.#refuse(this.#waitingFor(), null);
    const { value: since } = client.since;
    this.pending.value = move;
    client.since.value = state.n;
    try {
      await client.ask({ t: "move", decision: state.decision, move });
      playSound("tick");
      return { ok: true };
    } catch (error) {
      client.since.value = since;
      return this.#ended ? refusal("", null, true) : this.#refuse(...this.#explain(error));
    } finally {
      this.pending.value = null;
    }
  }

  /** Take back the last choice, or ask the others to allow it. Does nothing while a request is pending. */
  async takeBack() {
    if (this.pending.value !== null) return null;
    this.pending.value = "undo";
    try {
      return await this.ask({ t: "undo" });
    } finally {
      this.pending.value = null;
    }
  }

  /**
   * Send a request other than a move; errors are shown as notices.
   * @param {Record<string, unknown>} message
   */
  async ask(message) {
    try {
      return (await this.client.value?.ask(message)) ?? null;
    } catch (error) {
      this.#showError(error);
      return null;
    }
  }

  /** Request a rematch with the same people and go to its table, unless the user has left this screen meanwhile. */
  async requestRematch() {
    if (this.#isRematchRequested) return;
    this.#isRematchRequested = true;
    await this.ask({ t: "rematch", entropy: randomText() });
    this.#isRematchRequested = false;
    const next = this.about.value?.rematch;
    if (next != null && this.#isCurrentScreen()) navigate(`/t/${next}`);
  }

  /** Give up all seats of this device before the game, and go to the home screen. */
  async leave() {
    try {
      for (const client of this.clients.value) {
        await client.ask({ t: "leave" });
        if (client.key !== null) removeSeatKey(this.table, client.key);
      }
      if (this.#isCurrentScreen()) navigate("/");
    } catch (error) {
      this.#showError(error);
    }
  }

  /** Close all connections and ignore answers that arrive later. */
  end() {
    this.#ended = true;
    for (const dispose of this.#disposers) dispose();
    for (const client of this.clients.value) client.end();
  }

  /** Return whether this table is the current screen. */
  #isCurrentScreen() {
    return !this.#ended && currentAddress.peek().path === `/t/${this.table}`;
  }

  /** @param {unknown} error */
  #showError(error) {
    if (!this.#ended) showError(error);
  }

  #open() {
    if (this.#ended) return;
    const keys = seatKeys(this.table);
    for (const client of this.clients.value) client.end();
    const opened = keys.length > 0 ? keys.map(({ key }) => new TableClient(this.table, key)) : [new TableClient(this.table, null)];
    batch(() => {
      this.closed.value = null;
      this.clients.value = opened;
    });
    for (const client of opened) this.#disposers.push(effect(() => this.#handleClosed(client)));
  }

  /**
   * React to a connection that the server closed permanently.
   * @param {TableClient} client
   */
  #handleClosed(client) {
    const { status, code } = client.connection.value;
    if (status !== "closed") return;
    if (code === WRONG_KEY && client.key !== null) {
      removeSeatKey(this.table, client.key);
      void recoverSeatKeys(this.table).catch((error) => this.#showError(error)).finally(() => this.#open());
    } else if (code === MOVED && client.key !== null) {
      removeSeatKey(this.table, client.key);
      if (this.clients.peek().length > 1) queueMicrotask(() => this.#open());
      else this.closed.value = "moved";
    } else if (code === REMOVED && client.key !== null) {
      removeSeatKey(this.table, client.key);
      this.closed.value = "removed";
    } else {
      this.closed.value = code === NO_SPECTATORS ? "private" : code === CLOSED ? "closed" : "gone";
      if (code === NO_SPECTATORS) void read(`/tables/${this.table}`).then((card) => (this.card.value = card), (error) => this.#showError(error));
    }
  }

  /** @param {string} game */
  async #loadTexts(game) {
    const { language } = settings.peek();
    try {
      const texts = await gameTexts(game);
      if (language === settings.peek().language) this.texts.value = texts;
    } catch (error) {
      this.#showError(error);
    }
  }

  #announceNewLines() {
    const lines = this.log.value;
    const last = lines.at(-1)?.n ?? 0;
    if (this.#lastAnnounced > 0 && last > this.#lastAnnounced && this.handover.value === null) {
      announce(lines.filter((line) => line.n > this.#lastAnnounced).map((line) => line.text));
      playSound("tick");
    }
    this.#lastAnnounced = last;
  }

  #alertTurn() {
    playSound("turn");
    buzz();
  }

  /** @param {string | undefined} status */
  #playEndSound(status) {
    if (status === "finished" && this.#status === "playing") playSound("end");
    this.#status = status;
  }

  /** @param {number} seat */
  #hasStandIn(seat) {
    return this.about.value?.seats[seat]?.stands_in != null;
  }

  #waitingFor() {
    const acting = (this.state.value?.acting ?? []).map((seat) => this.names.value[seat] ?? "");
    return this.texts.value?.prompt(this.state.value?.outcome ? "over" : "wait", acting) ?? say("table.one-moment");
  }

  /**
   * @param {unknown} error
   * @returns {[string, string | null]}
   */
  #explain(error) {
    if (!(error instanceof ApiError)) return [String(error), null];
    const { rule, reason, facts } = error.error;
    if (rule === null || reason === null || this.texts.value === null) return [error.message, rule];
    const sentence = this.texts.value.refusal({ rule, reason, facts }, this.names.value);
    return [sentence.replace(` [${rule}]`, ""), rule];
  }

  /**
   * @param {string} sentence
   * @param {string | null} rule
   */
  #refuse(sentence, rule) {
    playSound("refused");
    notice(sentence, { rule, kind: "refused" });
    return refusal(sentence, rule);
  }
}

/**
 * @param {string} sentence
 * @param {string | null} [rule]
 * @param {boolean} [busy]
 * @returns {Choice}
 */
function refusal(sentence, rule = null, busy = false) {
  return { ok: false, sentence, rule, busy };
}
