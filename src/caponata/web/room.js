/** A table as this device sees it: one seat, several that share the device, or a spectator's place. */

import { batch, computed, effect, signal } from "@preact/signals";
import { gameTexts, say } from "./language.js";
import { logLines } from "./log.js";
import { forgetSeat, keepSeats, seatKeys } from "./memory.js";
import { post, randomText, read, Trouble } from "./net.js";
import { complain, notice, speak } from "./notices.js";
import { introduce } from "./person.js";
import { go, here } from "./route.js";
import { recover, takeSeats } from "./seating.js";
import { settings } from "./settings.js";
import { buzz, sound } from "./sound.js";
import { Witness } from "./witness.js";

/** @typedef {import("./types.js").Choice} Choice */
/** @typedef {import("./types.js").SeatKey} SeatKey */
/** @typedef {import("./types.js").Texts} Texts */
/** @typedef {import("./types.js").TableCard} TableCard */

const WRONG_KEY = 4401;
const NO_SPECTATORS = 4403;
const MOVED = 4409;
const REMOVED = 4410;

/** A table that is open on this device. */
export class Room {
  /** @type {import("@preact/signals").Signal<Witness[]>} */
  witnesses = signal([]);
  /** The seat that looks at the screen, where several share it. @type {import("@preact/signals").Signal<number | null>} */
  shown = signal(null);
  /** The move on its way. @type {import("@preact/signals").Signal<string | null>} */
  pending = signal(null);
  /** @type {import("@preact/signals").Signal<Texts | null>} */
  texts = signal(null);
  /** Why there is nothing to see. @type {import("@preact/signals").Signal<"gone" | "private" | "moved" | "removed" | null>} */
  closed = signal(null);
  /** What is known of a table that lets nobody watch. @type {import("@preact/signals").Signal<TableCard | null>} */
  card = signal(null);

  /** The viewer whose side is shown; the first one where the device waits to be passed on. */
  witness = computed(() => {
    const all = this.witnesses.value;
    return all.find((each) => each.about.value?.you === this.shown.value && this.shown.value !== null) ?? all[0] ?? null;
  });
  about = computed(() => this.witness.value?.about.value ?? null);
  state = computed(() => this.witness.value?.state.value ?? null);
  view = computed(() => this.witness.value?.view.value ?? null);
  you = computed(() => this.about.value?.you ?? null);
  lost = computed(() => this.witnesses.value.some((each) => each.line.value.line === "lost"));
  names = computed(() => (this.about.value?.seats ?? []).map((seat, number) => seat.name ?? say("seat.number", { n: number + 1 })));
  log = computed(() => {
    const texts = this.texts.value;
    const witness = this.witness.value;
    return texts === null || witness === null ? [] : logLines(witness.events.value, texts, this.names.value, this.you.value);
  });
  /** How many events came before the first line of the log. */
  earlier = computed(() => (this.witness.value?.events.value[0]?.n ?? 1) - 1);
  yourTurn = computed(() => {
    const you = this.you.value;
    return you !== null && this.about.value?.status === "playing" && (this.state.value?.acting.includes(you) ?? false);
  });
  /** The seat of this device that is to look next, when another one is looking. */
  handover = computed(() => {
    const seats = this.witnesses.value.map((each) => each.about.value?.you ?? null);
    const acting = this.state.value?.acting ?? [];
    if (seats.length < 2 || this.about.value?.status !== "playing") return null;
    const shown = this.shown.value;
    if (shown !== null && acting.includes(shown)) return null;
    const waiting = seats.filter((seat) => seat !== null && acting.includes(seat) && !this.#stoodIn(seat));
    const next = waiting.find((seat) => seat !== null && seat > (shown ?? -1)) ?? waiting[0] ?? null;
    return next ?? (shown === null ? (seats[0] ?? null) : null);
  });

  /** @type {(() => void)[]} */
  #endings = [];
  #heard = 0;
  #ended = false;
  #isAskedAgain = false;
  /** @type {string | undefined} */
  #status;

  /** @param {string} table */
  constructor(table) {
    this.table = table;
    this.#open();
    this.#endings.push(
      effect(() => void (this.about.value && settings.value.language && this.#learn(this.about.value.game))),
      effect(() => this.#tellNews()),
      effect(() => void (this.yourTurn.value && this.#nudge())),
      effect(() => this.#ring(this.about.value?.status)),
    );
  }

  /**
   * Sit down at a free seat.
   * @param {number | null} seat
   */
  async sit(seat) {
    await introduce();
    const given = await post(`/tables/${this.table}/sit`, { seat, entropy: randomText() });
    keepSeats(this.table, given.keys ?? [given]);
    this.#open();
  }

  /** Take the seat of a personal link that came here after the table was opened. */
  async claim() {
    await takeSeats(this.table);
    this.#open();
  }

  /**
   * Play a move, or hear why not.
   * @param {string} move
   * @returns {Promise<Choice>}
   */
  async choose(move) {
    const witness = this.witness.value;
    const state = this.state.value;
    if (this.pending.value !== null || witness === null || state === null) return refused(say("table.one-moment"), null, true);
    if (state.decision === null) return this.#refuse(this.#waitingFor(), null);
    const { value: since } = witness.since;
    this.pending.value = move;
    witness.since.value = state.n;
    try {
      await witness.ask({ t: "move", decision: state.decision, move });
      sound("tick");
      return { ok: true };
    } catch (trouble) {
      witness.since.value = since;
      return this.#ended ? refused("", null, true) : this.#refuse(...this.#why(trouble));
    } finally {
      this.pending.value = null;
    }
  }

  /** Take the last choice back, or ask for that; not twice at once, and not while a move is on its way. */
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
   * Ask the table for something that is no move; what goes wrong is shown.
   * @param {Record<string, unknown>} message
   */
  async ask(message) {
    try {
      return (await this.witness.value?.ask(message)) ?? null;
    } catch (trouble) {
      this.#complain(trouble);
      return null;
    }
  }

  /** Play again: ask for a table with the same people, and go there; who went elsewhere meanwhile stays there. */
  async again() {
    if (this.#isAskedAgain) return;
    this.#isAskedAgain = true;
    await this.ask({ t: "rematch", entropy: randomText() });
    this.#isAskedAgain = false;
    const next = this.about.value?.rematch;
    if (next != null && this.#isHere()) go(`/t/${next}`);
  }

  /** Give up one's seats before the game, and go back to the shelf. */
  async leave() {
    try {
      for (const witness of this.witnesses.value) {
        await witness.ask({ t: "leave" });
        if (witness.key !== null) forgetSeat(this.table, witness.key);
      }
      if (this.#isHere()) go("/");
    } catch (trouble) {
      this.#complain(trouble);
    }
  }

  /** Leave the table's side: what is answered later is nobody's concern. */
  end() {
    this.#ended = true;
    for (const ending of this.#endings) ending();
    for (const witness of this.witnesses.value) witness.end();
  }

  /** Whether somebody looks at this table, and is not on the way to another screen. */
  #isHere() {
    return !this.#ended && here.peek().path === `/t/${this.table}`;
  }

  /** @param {unknown} trouble */
  #complain(trouble) {
    if (!this.#ended) complain(trouble);
  }

  #open() {
    if (this.#ended) return;
    const keys = seatKeys(this.table);
    for (const witness of this.witnesses.value) witness.end();
    const opened = keys.length > 0 ? keys.map(({ key }) => new Witness(this.table, key)) : [new Witness(this.table, null)];
    batch(() => {
      this.closed.value = null;
      this.witnesses.value = opened;
    });
    for (const witness of opened) this.#endings.push(effect(() => this.#watch(witness)));
  }

  /**
   * React to a line that the server closed for good.
   * @param {Witness} witness
   */
  #watch(witness) {
    const { line, code } = witness.line.value;
    if (line !== "closed") return;
    if (code === WRONG_KEY && witness.key !== null) {
      forgetSeat(this.table, witness.key);
      void recover(this.table).catch((trouble) => this.#complain(trouble)).finally(() => this.#open());
    } else if (code === MOVED && witness.key !== null) {
      forgetSeat(this.table, witness.key);
      if (this.witnesses.peek().length > 1) queueMicrotask(() => this.#open());
      else this.closed.value = "moved";
    } else if (code === REMOVED && witness.key !== null) {
      forgetSeat(this.table, witness.key);
      this.closed.value = "removed";
    } else {
      this.closed.value = code === NO_SPECTATORS ? "private" : "gone";
      if (code === NO_SPECTATORS) void read(`/tables/${this.table}`).then((card) => (this.card.value = card), (trouble) => this.#complain(trouble));
    }
  }

  /** @param {string} game */
  async #learn(game) {
    const { language } = settings.peek();
    try {
      const texts = await gameTexts(game);
      if (language === settings.peek().language) this.texts.value = texts;
    } catch (trouble) {
      this.#complain(trouble);
    }
  }

  #tellNews() {
    const lines = this.log.value;
    const last = lines.at(-1)?.n ?? 0;
    if (this.#heard > 0 && last > this.#heard && this.handover.value === null) {
      speak(lines.filter((line) => line.n > this.#heard).map((line) => line.text));
      sound("tick");
    }
    this.#heard = last;
  }

  #nudge() {
    sound("turn");
    buzz();
  }

  /** @param {string | undefined} status */
  #ring(status) {
    if (status === "finished" && this.#status === "playing") sound("end");
    this.#status = status;
  }

  /** @param {number} seat */
  #stoodIn(seat) {
    return this.about.value?.seats[seat]?.stands_in != null;
  }

  #waitingFor() {
    const acting = (this.state.value?.acting ?? []).map((seat) => this.names.value[seat] ?? "");
    return this.texts.value?.prompt(this.state.value?.outcome ? "over" : "wait", acting) ?? say("table.one-moment");
  }

  /**
   * @param {unknown} trouble
   * @returns {[string, string | null]}
   */
  #why(trouble) {
    if (!(trouble instanceof Trouble)) return [String(trouble), null];
    const { rule, reason, facts } = trouble.error;
    if (rule === null || reason === undefined || this.texts.value === null) return [trouble.message, rule];
    const sentence = this.texts.value.refusal({ rule, reason, facts: facts ?? {} }, this.names.value);
    return [sentence.replace(` [${rule}]`, ""), rule];
  }

  /**
   * @param {string} sentence
   * @param {string | null} rule
   */
  #refuse(sentence, rule) {
    sound("refused");
    notice(sentence, { rule, kind: "refused" });
    return refused(sentence, rule);
  }
}

/**
 * @param {string} sentence
 * @param {string | null} [rule]
 * @param {boolean} [busy]
 * @returns {Choice}
 */
function refused(sentence, rule = null, busy = false) {
  return { ok: false, sentence, rule, busy };
}
