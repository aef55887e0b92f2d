/** Types of Capital Lux's views. Generated from `view_types.py` by `python docs/typescript.py`; do not edit. */

export type Colour = "green" | "yellow" | "blue" | "pink";

export type Status = "safe" | "over" | "open";

export type Phase =
  | "opening"
  | "starting"
  | "dealing"
  | "first-pick"
  | "second-pick"
  | "playing"
  | "scholar"
  | "agent-draws"
  | "agent"
  | "cleric"
  | "settling"
  | "over";

/** The options of a table. */
export type Options = {
  opening_cards: number;
  hand_size: "rulebook" | 6;
  bonus_cards: "open" | "hidden";
};

/** A card that a seat played this round, and whether it drew a card for it. */
export type Play = {
  card: string;
  drew: boolean;
};

/** A placed modifier; `value` is null while it is hidden from the viewer. */
export type Placement = {
  seat: number;
  colour: Colour;
  value: number | null;
};

/** The modifiers: the number left in the supply, the one that the viewer holds, and those placed. */
export type Modifiers = {
  left: number;
  held: number | null;
  placed: Placement[];
};

/** A colour's limit as the viewer knows it: `low` and `high` are equal if no modifier is hidden. */
export type Limit = {
  cards: number;
  hidden: number;
  low: number;
  high: number;
};

/** A hometown's total of a colour; `over` is the number of points above the limit. */
export type Total = {
  total: number;
  status: Status;
  over: number;
};

/** What a seat remembers of this round's draft. */
export type Memory = {
  picked_first: string[];
  picked_second: string[];
  passed_first: string[];
  passed_last: string[];
  received_last: string[];
};

/** The fields that are equal for everybody. */
export type CommonView = {
  game: "capital-lux";
  rules_version: number;
  options: Options;
  seats: number;
  round: number;
  rounds: number;
  phase: Phase;
  starter: number;
  turn: number;
  to_act: number[];
  last_turns: number;
  to_open: number;
  deal: number;
  to_deal: number;
  settled: number;
  kept: Colour[];
  deck: number;
  capital: string[];
  discards: string[];
  homes: string[][];
  bonuses: string[][];
  gold: number[];
  gold_pile: number;
  cards: number[];
  plays: Play[][];
};

/** The view of a spectator. */
export type SpectatorView = {
  game: "capital-lux";
  rules_version: number;
  options: Options;
  seats: number;
  round: number;
  rounds: number;
  phase: Phase;
  starter: number;
  turn: number;
  to_act: number[];
  last_turns: number;
  to_open: number;
  deal: number;
  to_deal: number;
  settled: number;
  kept: Colour[];
  deck: number;
  capital: string[];
  discards: string[];
  homes: string[][];
  bonuses: string[][];
  gold: number[];
  gold_pile: number;
  cards: number[];
  plays: Play[][];
  seat: number | null;
  face_down: number[];
  scores: number[];
  modifiers: Modifiers;
  unseen: Record<string, number>;
  limits: Record<Colour, Limit>;
  totals: Record<Colour, Total>[];
};

/**
 * The view of a seat or spectator; `hand` and `memory` are shown to seats only.
 *
 * `face_down` lists the seats whose bonus cards lie face down for the viewer; `scores` leave them out.
 */
export type LuxView = {
  game: "capital-lux";
  rules_version: number;
  options: Options;
  seats: number;
  round: number;
  rounds: number;
  phase: Phase;
  starter: number;
  turn: number;
  to_act: number[];
  last_turns: number;
  to_open: number;
  deal: number;
  to_deal: number;
  settled: number;
  kept: Colour[];
  deck: number;
  capital: string[];
  discards: string[];
  homes: string[][];
  bonuses: string[][];
  gold: number[];
  gold_pile: number;
  cards: number[];
  plays: Play[][];
  seat: number | null;
  face_down: number[];
  scores: number[];
  modifiers: Modifiers;
  unseen: Record<string, number>;
  limits: Record<Colour, Limit>;
  totals: Record<Colour, Total>[];
  hand?: string[];
  memory?: Memory;
};

export type View = LuxView;
