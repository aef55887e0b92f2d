/** Messages and HTTP bodies of the server. Generated from `server/` by `python docs/typescript.py`; do not edit. */

export type Status = "waiting" | "playing" | "paused" | "finished" | "abandoned";

export type BotSpeed = "slow" | "normal" | "quick";

export type Proposal = "undo" | "end";

export type Ending = "played" | "resigned" | "agreed" | "deserted" | "old-rules";

/** Seconds that each move is free, seconds in the bank for the whole game, and what happens at zero. */
export type Clock = {
  move: number;
  bank: number;
  then: "default" | "bot";
};

/** A seat in a table list; `stands_in` is the level of a bot that plays for the person. */
export type CardSeat = {
  is: "person" | "bot" | "open";
  name: string;
  level: string | null;
  stands_in: string | null;
};

/** An option of a game. */
export type OptionCard = {
  name: string;
  default: string | number | boolean;
  choices: (string | number | boolean)[];
};

/** A game of the catalogue. */
export type GameCard = {
  name: string;
  title: string;
  blurb: string;
  minutes: number;
  seats: number[];
  rules_version: number;
  languages: string[];
  levels: string[];
  options: OptionCard[];
  races: boolean;
};

/** A rulebook page as HTML and its language; each rule is a paragraph with its id. */
export type RulePage = {
  language: string;
  html: string;
};

/** The secret key of a seat, for the person who plays it. */
export type Key = {
  seat: number;
  key: string;
};

/** A seat with its key, and the keys of all seats if a person has several. */
export type SeatKeys = {
  seat: number;
  key: string;
  keys: Key[];
};

/** The token of a personal link. */
export type LinkToken = {
  token: string;
};

/** A table in a list; `code` is null except for people who sit there or know it. */
export type Card = {
  table: string;
  code: string | null;
  game: string;
  status: Status;
  listed: boolean;
  spectators: boolean;
  clock: Clock | null;
  seats: CardSeat[];
  changed: number;
};

/** A table where the requesting person sits or sat. */
export type MyCard = {
  table: string;
  code: string | null;
  game: string;
  status: Status;
  listed: boolean;
  spectators: boolean;
  clock: Clock | null;
  seats: CardSeat[];
  changed: number;
  your_turn: boolean;
};

/** A table, with the seats of the requesting person. */
export type OwnCard = {
  table: string;
  code: string | null;
  game: string;
  status: Status;
  listed: boolean;
  spectators: boolean;
  clock: Clock | null;
  seats: CardSeat[];
  changed: number;
  yours: number[];
};

/** A new table with the keys of the seats at this device. */
export type CreatedTable = {
  table: string;
  code: string;
  keys: Key[];
};

/**
 * A refusal as clients receive it, over HTTP and over a socket; `status` is the HTTP status.
 *
 * If a rule forbids a move, `rule`, `reason` and `facts` are those of the engine's `Refusal`.
 */
export type ErrorBody = {
  status: number;
  code: string;
  sentence: string;
  rule: string | null;
  reason: string | null;
  facts: Record<string, unknown>;
};

/** A person. */
export type Me = {
  person: string;
  name: string;
};

/** A person with their token, for programs: browsers keep it in a cookie that no script can read. */
export type Identity = {
  person: string;
  name: string;
  token: string | null;
};

/** A seat in a record: its name, and `person` or the level of its bot. */
export type RecordSeat = {
  name: string;
  player: string;
};

/** An entry of the log: a choice, a draw, an undo or a rewind. */
export type RecordEntry = {
  n: number;
  by: number | string;
  move?: string | null;
  draw?: number | null;
  undo?: number | null;
  rewind?: number | null;
  cancelled?: boolean;
  at?: number | null;
};

/** One line of a seat's score. */
export type ScoreLine = {
  rule: string;
  reason: string;
  points: number;
};

/** The result of a game. */
export type Result = {
  rule: string;
  decided_by: string;
  scores: number[];
  places: number[];
  lines: ScoreLine[][];
};

/** A complete game, as `caponata verify` reads it. */
export type RecordFile = {
  game: string;
  rules_version: number;
  options: Record<string, unknown>;
  seats: RecordSeat[];
  table: string;
  commitment: string | null;
  entropy: string[];
  seed: string | null;
  format: string;
  version: number;
  entries: RecordEntry[];
  result: Result | null;
  closed: string | null;
};

/** An event with its own facts; its sentence is in the game's texts under `events`. */
export type Event = {
  n: number;
  event: string;
  seat: number | null;
  rule: string | null;
  takes_back?: number[];
  [fact: string]: unknown;
};

/** One entry in a replay; most fields are null while the game runs. */
export type Frame = {
  entry: number | null;
  by: number | "chance" | "table";
  move: string | null;
  events: Event[];
  changed: Record<string, unknown>;
  gone: string[];
  odds: ([string, number])[] | null;
  draw: number | null;
  ticket: number | null;
  cancelled: boolean;
  at: number | null;
};

/** A game as one viewer saw it: the first view, and the changes of every entry. */
export type Replay = {
  game: string;
  rules_version: number;
  options: Record<string, unknown>;
  seats: RecordSeat[];
  table: string;
  commitment: string | null;
  entropy: string[];
  seed: string | null;
  outcome: Result | null;
  viewer: number;
  view: Record<string, unknown>;
  frames: Frame[];
};

/** The parts that add up to a seat's result; older analyses have no errors. */
export type Account = {
  result: number;
  start: number;
  luck: number;
  own: number;
  others: number;
  unseen: number;
  luck_error?: number;
  own_error?: number;
  others_error?: number;
  unseen_error?: number;
};

/** Draws, and what they gained or lost for every seat. */
export type Swing = {
  entry: number;
  draws: string[];
  swing: number[];
  errors?: number[];
};

/** A decision, and what it gained or lost for every seat compared with ordinary play. */
export type DecisionValue = {
  entry: number;
  seat: number;
  played: string;
  swing: number[];
  errors: number[];
};

/** A choice that was not the search's favourite, and what it gained or lost for every seat. */
export type ComparedChoice = {
  entry: number;
  seat: number;
  played: string;
  better: string;
  swing: number[];
  errors?: number[];
  counts?: boolean;
};

/** Where the results of a game came from; only `done` and `of` until it is finished. */
export type Analysis = {
  done: number | null;
  of: number | null;
  format: string | null;
  version: number | null;
  game: string | null;
  effort: Record<string, number> | null;
  accounts: Account[] | null;
  curve: number[][] | null;
  errors: number[][] | null;
  steps: number[][] | null;
  draws: Swing[] | null;
  decisions: DecisionValue[] | null;
  choices: ComparedChoice[] | null;
  lucky: Swing[] | null;
  dear: ComparedChoice[] | null;
};

/** The address of the page. */
export type Address = {
  address: string | null;
};

/** A requested seat: for the host (`me`), a person at the same device (`here`), a bot, or anybody. */
export type SeatOrder = {
  is: "me" | "here" | "open" | "bot";
  name?: string | null;
  level?: string | null;
};

/** A request for a new table. */
export type TableOrder = {
  game: string;
  seats: SeatOrder[];
  options?: Record<string, unknown>;
  listed?: boolean;
  spectators?: boolean;
  clock?: Clock | null;
  bot_speed?: BotSpeed;
  advice?: boolean;
  start?: boolean;
  entropy?: string;
};

/** A seat of the table. */
export type Seat = {
  is: "person" | "bot" | "open";
  name: string;
  level: string | null;
  here: boolean;
  stands_in: string | null;
  offered: boolean;
  resigned: boolean;
};

/** A seat's clock: the milliseconds left when it was read. */
export type SeatClock = {
  move: number;
  bank: number;
  runs: boolean;
};

/** A proposal: the seat that made it, the seats that agreed, and those whose answer is pending. */
export type Ask = {
  ask: number;
  what: Proposal;
  by: number;
  yes: number[];
  waits: number[];
};

/** Everything about the table except the game, complete, whenever it changes. */
export type Table = {
  t: "table";
  answers?: string;
  protocol: number;
  table: string;
  game: string;
  rules_version: number;
  options: Record<string, unknown>;
  status: Status;
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
  reason: Ending | null;
  places: number[] | null;
  you: number | null;
  code: string | null;
};

/** A countdown: its name, and its elapsed milliseconds, in all and of the quiet period. */
export type Waited = {
  wait: string;
  all: number;
  quiet: number;
};

/** The game as this viewer may know it, after every change. */
export type State = {
  t: "state";
  answers?: string;
  n: number;
  events: Event[];
  missed?: number;
  waited?: Waited;
  view?: Record<string, unknown>;
  changed?: Record<string, unknown>;
  gone?: string[];
  hash: string;
  acting: number[];
  decision: number | null;
  prompt: string;
  moves: Record<string, string[]>;
  undo: "free" | "ask" | null;
  outcome: Result | null;
};

/** A chat message, numbered by `k`. A client that joins late gets the last 200. */
export type Chat = {
  t: "chat";
  answers?: string;
  k: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
};

/** The fields of the view that a move would change. */
export type Previewed = {
  t: "preview";
  answers?: string;
  changed: Record<string, unknown>;
};

/** A move and the probability of winning with it. */
export type RatedMove = {
  move: string;
  chance: number;
};

/** The moves that a good bot recommends from this seat's view, best first. */
export type Advice = {
  t: "advice";
  answers?: string;
  decision: number;
  moves: RatedMove[];
  reason: "only" | "clear" | "close" | "tempting";
  than: RatedMove | null;
};

/** The request was carried out and caused no other message to you. */
export type Done = {
  t: "done";
  answers?: string;
};

/** The request was refused; `answers` is null if no `id` could be read. */
export type Refused = {
  t: "refused";
  answers: string | null;
  error: ErrorBody;
};

/** The seat was moved to another device; the socket closes. */
export type Moved = {
  t: "moved";
  answers?: string;
};

/** The answer to `ping`. */
export type Pong = {
  t: "pong";
  answers?: string;
};

/** Only in games without turns: answer at once with the same `k`. */
export type Echo = {
  t: "echo";
  answers?: string;
  k: number;
  delays: (number | null)[];
  behind: (number | null)[];
};

/** The first message, see above. */
export type ClientHello = {
  t: "hello";
  key?: string | null;
  n?: number;
  hash?: string | null;
  chat?: number;
};

/**
 * Play a move, given as text.
 *
 * Refused with `closed-decision` if that decision is no longer open and the game has no rule of its own for
 * late moves, or with `illegal-move` and the rule, `reason` and `facts` for a sentence of the game's
 * `refusals`.
 */
export type ClientMove = {
  t: "move";
  id: string;
  decision: number;
  move: string;
};

/**
 * Undo my last move.
 *
 * At once if nobody has learned anything since, otherwise proposed to everybody (`asks`). Refused
 * (`no-undo`) if the move, or another one that would be undone with it, is binding.
 */
export type ClientUndo = {
  t: "undo";
  id: string;
};

/** Agree to a proposal or reject it; one rejection ends it. */
export type ClientAnswer = {
  t: "answer";
  id: string;
  ask: number;
  yes: boolean;
};

/** Propose to end the game without a winner. */
export type ClientEnd = {
  t: "end";
  id: string;
};

/** Stop clocks and bots; nobody can move. Refused for resigned seats. */
export type ClientPause = {
  t: "pause";
  id: string;
};

/** Resume a paused game. Refused for resigned seats. */
export type ClientResume = {
  t: "resume";
  id: string;
};

/**
 * Resign from the game.
 *
 * With two seats the game is over; with more seats a bot plays on, and the seat takes the last place.
 */
export type ClientResign = {
  t: "resign";
  id: string;
};

/** Send a chat message of at most 500 characters; seats only. */
export type ClientChat = {
  t: "chat";
  id: string;
  text: string;
};

/**
 * After the end: open a new table with the same people, its own seed and your entropy.
 *
 * Its id is `rematch` in `table`.
 */
export type ClientRematch = {
  t: "rematch";
  id: string;
  entropy?: string;
};

/**
 * Fill or free a seat; `as` is `"bot"`, with `level`, or `"open"`.
 *
 * Before the start, as host; this may remove somebody. During the game, any player may let the casual bot in
 * for a seat that is `offered`; `level` is ignored.
 */
export type ClientSetSeat = {
  t: "seat";
  id: string;
  seat: number;
  as: string;
  level?: string | null;
};

/** Start the game, as host. */
export type ClientStart = {
  t: "start";
  id: string;
};

/** Free my seat, or leave a running game, as over HTTP. */
export type ClientLeave = {
  t: "leave";
  id: string;
};

/** Take my seat back from the bot that plays for me. */
export type ClientBack = {
  t: "back";
  id: string;
};

/**
 * Ask which fields of the view would change with a move, as far as this seat can know.
 *
 * An illegal move is refused as by `move`.
 */
export type ClientPreview = {
  t: "preview";
  id: string;
  decision: number;
  move: string;
};

/** Ask for the best moves, if the table allows `advice`. */
export type ClientAdvise = {
  t: "advise";
  id: string;
  decision: number;
};

/** Send the whole view again. */
export type ClientWhole = {
  t: "whole";
};

/**
 * Check that the connection works; answered by `pong`, without an `id`.
 *
 * A connection can die without an error: the page pings when it becomes visible, when a request stays
 * unanswered and after half a minute of silence, and reconnects if there is no answer.
 */
export type ClientPing = {
  t: "ping";
};

/** The server's echo, returned at once. */
export type ClientEcho = {
  t: "echo";
  k: number;
};

export type ServerMessage = Table | State | Chat | Previewed | Advice | Done | Refused | Moved | Pong | Echo;

export type ClientMessage =
  | ClientHello
  | ClientMove
  | ClientUndo
  | ClientAnswer
  | ClientEnd
  | ClientPause
  | ClientResume
  | ClientResign
  | ClientChat
  | ClientRematch
  | ClientSetSeat
  | ClientStart
  | ClientLeave
  | ClientBack
  | ClientPreview
  | ClientAdvise
  | ClientWhole
  | ClientPing
  | ClientEcho;
