/** Messages between the page and the server, as described in docs/wire.md, and types shared by the page's modules. */

import type { VNode, ComponentChildren } from "preact";
import type { Texts, Words, Outcome, GameEvent } from "./texts.js";

export type { Texts, Words, Outcome };
export type Html = VNode<any> | VNode<any>[];
export type Children = ComponentChildren;
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type View = { [field: string]: any };
export type Moves = { [verb: string]: string[] };
export type Status = "waiting" | "playing" | "paused" | "finished" | "abandoned";
export type BotSpeed = "slow" | "normal" | "quick";

export type Clock = { move: number; bank: number; then: "default" | "bot" };
export type OptionSpec = { name: string; default: string | number | boolean; choices: (string | number | boolean)[] };
export type GameCard = {
  name: string;
  title: string;
  seats: number[];
  rules_version: number;
  languages: string[];
  levels: string[];
  options: OptionSpec[];
  races: boolean;
};
export type CardSeat = { is: "person" | "bot" | "open"; name: string | null; level: string | null; stands_in: string | null };
export type TableCard = {
  table: string;
  code: string | null;
  game: string;
  status: Status;
  listed: boolean;
  spectators: boolean;
  clock: Clock | null;
  seats: CardSeat[];
  changed: number;
  your_turn?: boolean;
  yours?: number[];
};
export type SeatPlan =
  | { is: "me" }
  | { is: "open" }
  | { is: "here"; name: string }
  | { is: "bot"; level: string };
export type TablePlan = {
  game: string;
  options: { [name: string]: string | number | boolean };
  seats: SeatPlan[];
  listed: boolean;
  spectators: boolean;
  clock: Clock | null;
  bot_speed: BotSpeed;
  advice: boolean;
  start: boolean;
};
export type SeatKey = { seat: number; key: string };
export type Person = { person: string; name: string };

export type WireError = {
  status: number;
  code: string;
  sentence: string;
  rule: string | null;
  reason?: string;
  facts?: { [name: string]: any };
};

export type Seat = CardSeat & {
  here: boolean;
  offered: boolean;
  resigned: boolean;
};
export type SeatClock = { move: number; bank: number; runs: boolean };
export type Ask = { ask: number; what: "undo" | "end"; by: number; yes: number[]; waits: number[] };
export type About = {
  t: "table";
  table: string;
  code: string | null;
  game: string;
  rules_version: number;
  options: { [name: string]: any };
  status: Status;
  you: number | null;
  host: number | null;
  listed: boolean;
  spectators: boolean;
  bot_speed: BotSpeed;
  advice: boolean;
  clock: Clock | null;
  commitment: string | null;
  seats: Seat[];
  clocks: SeatClock[] | null;
  asks: Ask[];
  watching: number;
  rematch: string | null;
  reason: null | "played" | "resigned" | "agreed";
  places?: number[] | null;
};
export type Event = GameEvent & { n: number; takes_back?: number[] };
export type State = {
  t: "state";
  n: number;
  events: Event[];
  missed?: number;
  waited?: { wait: string; all: number; quiet: number };
  view?: View;
  changed?: View;
  gone?: string[];
  hash: string;
  acting: number[];
  decision: number | null;
  prompt: string;
  moves: Moves;
  undo: "free" | "ask" | null;
  outcome: Outcome | null;
};
export type ChatMessage = { t: "chat"; k: number; seat: number | null; name: string; text: string; at: number };
export type Advised = { move: string; chance: number };
export type Advice = {
  t: "advice";
  decision: number;
  moves: Advised[];
  reason: "only" | "clear" | "close" | "tempting";
  than: Advised | null;
};
export type ServerMessage =
  | (About & { answers?: string })
  | (State & { answers?: string })
  | (ChatMessage & { answers?: string })
  | { t: "preview"; answers: string; changed: View }
  | (Advice & { answers: string })
  | { t: "done"; answers: string }
  | { t: "refused"; answers: string; error: WireError }
  | { t: "moved"; answers?: string }
  | { t: "pong"; answers?: string }
  | { t: "echo"; k: number; delays: (number | null)[]; behind?: (number | null)[]; answers?: string };

/** Result of a move. `busy`: it was not sent because another request is pending. */
export type Choice = { ok: true } | { ok: false; sentence: string; rule: string | null; busy?: boolean };

/** What a board receives besides the view. */
export type BoardTable = {
  seats: Seat[];
  you: number | null;
  names: string[];
  texts: Texts;
  say: Words;
  events: Event[];
  preview: (move: string) => Promise<View>;
  /** Whether this seat can take back its last choice immediately ("free"), with consent ("ask"), or not at all. */
  undo: "free" | "ask" | null;
  takeBack: () => Promise<unknown>;
  openRule: (rule: string) => void;
  motion: boolean;
  acting: number[];
  /** Number of this viewer's open decision; it differs for every decision. */
  decision: number | null;
  prompt: string;
  outcome: Outcome | null;
  /** Latency of each seat's connection in milliseconds, if known; only in games without turns. */
  delays?: (number | null)[];
  /** The part of each latency that the server does not compensate. */
  behind?: (number | null)[];
  /** The countdown that was running when this viewer joined: its start and its last change, as `performance.now()`. */
  waited?: Waited | null;
  isPaused?: boolean;
  mode: "play" | "replay";
};
export type Waited = { wait: string; began: number; moved: number };
export type BoardProps = {
  view: View;
  moves: Moves;
  choose: (move: string) => Promise<Choice>;
  table: BoardTable;
  prompt: Children;
};
export type BoardModule = {
  Board: (props: BoardProps) => any;
  pieces: string[];
  /** Replays of this game run at the original speed by default. */
  pace?: "played";
  /** Key of the phrase in the game's texts that explains the board's keyboard shortcuts. */
  keys?: string;
};

export type Settings = {
  language: string;
  sound: boolean;
  buzz: boolean;
  motion: "system" | "full" | "reduced";
  colours: "system" | "light" | "dark";
  patterns: boolean;
  contrast: boolean;
  botSpeed: BotSpeed;
};
