/** Types shared by the page's modules. Those of the server's messages are generated: see wire.d.ts. */

import type { VNode, ComponentChildren } from "preact";
import type { Texts, Words } from "./texts.js";
import type { Address, Analysis, BotSpeed, Card, Clock, CreatedTable, Event, GameCard, Identity, LinkToken, Me, MyCard, OwnCard, Replay, Result, RulePage, Seat, SeatKeys } from "./wire.js";

export type * from "./wire.js";
export type {
  Advice,
  Key as SeatKey,
  Me as Person,
  ErrorBody as WireError,
  OptionCard as OptionSpec,
  RatedMove as Advised,
  Result as Outcome,
  Table as About,
  Chat as ChatMessage,
} from "./wire.js";
export type { Texts, Words };
export type Html = VNode<any> | VNode<any>[];
export type Children = ComponentChildren;
export type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };
export type View = { [field: string]: unknown };
export type Moves = { [verb: string]: string[] };

/** A table in a list; `yours` and `your_turn` depend on the list. */
export type TableCard = Card & Partial<Pick<OwnCard, "yours"> & Pick<MyCard, "your_turn">>;
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

/** Answer to a GET request, by its path below /api. */
export type Read<Path extends string> = Path extends "/me"
  ? Me
  : Path extends "/me/tables"
    ? MyCard[]
    : Path extends "/tables"
      ? Card[]
      : Path extends "/games" | `/games?${string}`
        ? GameCard[]
        : Path extends `/games/${string}/rulebook/${string}`
          ? RulePage
          : Path extends `/tables/${string}/analysis`
            ? Analysis
            : Path extends `/tables/${string}/replay?${string}`
              ? Replay
              : Path extends `/tables/${string}`
                ? OwnCard
                : Path extends `/codes/${string}`
                  ? Card
                  : Path extends "/address"
                    ? Address
                    : unknown;

/** Answer to a POST or PUT request, by its path below /api. */
export type Posted<Path extends string> = Path extends "/me"
  ? Identity
  : Path extends "/tables"
    ? CreatedTable
    : Path extends `/tables/${string}/sit`
      ? SeatKeys
      : Path extends `/tables/${string}/claim`
        ? SeatKeys
        : Path extends `/tables/${string}/link`
          ? LinkToken
          : unknown;

/** Result of a move. `busy`: it was not sent because another request is pending. */
export type Choice = { ok: true } | { ok: false; sentence: string; rule: string | null; busy?: boolean };

/** What a board receives besides the view; `V` is the game's view. */
export type BoardTable<V = View> = {
  seats: Seat[];
  you: number | null;
  names: string[];
  texts: Texts;
  say: Words;
  events: Event[];
  preview: (move: string) => Promise<V>;
  /** Whether this seat can take back its last choice immediately ("free"), with consent ("ask"), or not at all. */
  undo: "free" | "ask" | null;
  takeBack: () => Promise<unknown>;
  openRule: (rule: string) => void;
  motion: boolean;
  acting: number[];
  /** Number of this viewer's open decision; it differs for every decision. */
  decision: number | null;
  prompt: string;
  outcome: Result | null;
  /** Latency of each seat's connection in milliseconds, if known; only in games without turns. */
  delays?: (number | null)[];
  /** The part of each latency that the server does not compensate. */
  behind?: (number | null)[];
  /** The countdown that was running when this viewer joined: its start and its last change, as `performance.now()`. */
  waited?: RunningWait | null;
  isPaused?: boolean;
  mode: "play" | "replay";
};
export type RunningWait = { wait: string; began: number; moved: number };
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
