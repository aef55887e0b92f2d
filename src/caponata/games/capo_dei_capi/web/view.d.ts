/** Types of Capo dei Capi's views. Generated from `view_types.py` by `python docs/typescript.py`; do not edit. */

export type AreaName = "white-1" | "white-2" | "white-3" | "black-1" | "black-2" | "black-3";

export type Token =
  | "influence-1"
  | "influence-2"
  | "influence-3"
  | "bribe"
  | "bribe-1"
  | "bribe-2"
  | "bribe-3"
  | "open-1"
  | "open-2"
  | "open-3"
  | "hidden";

export type Bust = "doubles" | "token" | "level";

export type End = "cubes" | "bribes" | "influence-1" | "influence-2" | "influence-3";

export type Action =
  | "influence"
  | "extort"
  | "bribe"
  | "expose"
  | "invest"
  | "invest-mayor"
  | "invest-expose"
  | "influence-doubles"
  | "extort-doubles"
  | "bribe-doubles"
  | "invest-doubles";

export type Phase =
  | "starting"
  | "rolling"
  | "turn"
  | "declaring"
  | "busting"
  | "backstabbing"
  | "paying"
  | "room"
  | "looking"
  | "over";

/** The options of a table. */
export type Options = {
  influence: string;
  bribes: string;
  scandal_chip: boolean;
};

/** The lowest and the highest possible value of a number, as far as the viewer knows. */
export type Span = {
  low: number;
  high: number;
};

/** One area: its cubes, its tokens by seat and circle, and the leader, null if hidden bribes decide it. */
export type Area = {
  name: AreaName;
  cubes: number;
  beside: Token | null;
  tokens: Token[][];
  totals: Span[];
  leader: number | "tied" | null;
};

export type Option = {
  move: string;
  area: AreaName | "mayor" | null;
  token: Token | null;
  cube: boolean;
  from: AreaName | "mayor" | null;
  circle: number | null;
  level: number[];
  bonus: number[];
  chips: number;
  hand: number;
  bust: number;
  of: number;
  ends: End | null;
};

/** The roll on the table, its action and what each way to use it would do. */
export type Roll = {
  white: number;
  black: number;
  action: Action;
  doubles: boolean;
  bust: Bust | null;
  options: Option[];
};

/** The cases in which the next roll busts, out of `of`, by cause and by roll, and its total gain. */
export type Next = {
  of: number;
  bust: number;
  doubles: number;
  token: number;
  level: number;
  gain: number;
  busts: number[];
};

/** What a stop would bring now and a bust would cost; `worth` is in hundredths of a point. */
export type Stake = {
  influence: number;
  bribes: number;
  chips: number;
  cubes: number;
  worth: number;
};

/** The cubes on the Mayor and the chips beside him. */
export type Mayor = {
  cubes: number;
  chips: number;
};

/** The pieces that are left; influence tokens by value. */
export type Supply = {
  influence: number[];
  bribes: number;
  cubes: number;
  chips: number;
};

/** The full area and its new token while room must be made. */
export type Room = {
  area: AreaName;
  token: Token;
};

/** The area and circle of the last discard; the circle of a new token is null. */
export type Discard = {
  area: AreaName;
  circle: number | null;
};

/** The tokens out of the game; `yours` are the bribes that only the viewer has seen, by value. */
export type Box = {
  influence: number[];
  open: number[];
  seen: number[];
  yours: number[] | null;
  unseen: number;
};

/**
 * The view of a seat or spectator.
 *
 * `unseen` counts the bribes worth 1, 2 and 3 that the viewer has not seen; `actions` has the action of each
 * of the 36 rolls, ordered by the white die first; `prices` are in chips, by verb. `next`, `stake` and
 * `roll` are null outside a turn.
 */
export type DeiCapiView = {
  game: "capo-dei-capi";
  rules_version: number;
  options: Options;
  seats: number;
  seat: number | null;
  phase: Phase;
  turn: number;
  to_act: number[];
  rolls: number;
  must_roll: boolean;
  level: number;
  hit_man: boolean;
  promised: boolean;
  dice: number[] | null;
  declared: string | null;
  chips: number[];
  gained: number[];
  mayor: Mayor;
  supply: Supply;
  areas: Area[];
  room: Room | null;
  pocketing: boolean;
  discarded: Discard | null;
  unseen: number[];
  box: Box;
  scores: Span[];
  ended: End | null;
  actions: Action[];
  prices: Record<string, number>;
  next: Next | null;
  stake: Stake | null;
  roll: Roll | null;
};

export type View = DeiCapiView;
