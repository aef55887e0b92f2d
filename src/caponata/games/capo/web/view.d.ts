/** Types of CAPO's views. Generated from `view_types.py` by `python docs/typescript.py`; do not edit. */

export type CityColour = "yellow" | "red" | "blue" | "green" | "purple";

export type Title = "capo" | "soto-capo" | "cugine" | "cafone";

export type Penalty = "none" | "crooked" | "busted";

export type Sort = "single" | "duo" | "hand";

export type Reason = "lead" | "higher" | "hit" | "battle";

export type Phase =
  | "cities"
  | "starting"
  | "awarding"
  | "staking"
  | "dealing"
  | "exchange"
  | "playing"
  | "turning"
  | "challenging"
  | "fighting"
  | "discarding"
  | "yielding"
  | "drafting"
  | "over";

/** The options of a table. */
export type Options = {
  variant: "classic" | "cadrie_plain" | "cadrie" | "capoker";
  pass_locks: boolean;
  yellow_wild: boolean;
  soto_capo_city_card: boolean;
  mamma: "none" | "swap";
  battle_city_card: "all" | "prospect";
};

export type Counted = {
  sort: Sort;
  kind: string;
  as: number[];
};

export type Exchange = {
  with: number;
  gave: string[];
  received: string[];
  known: string[];
};

/** The play to beat, and the seat that counts as having played last. */
export type Top = {
  sort: Sort;
  kind: string;
  as: number[];
  seat: number;
  cards: string[];
};

/** A play that the seat could lay now, and why it may. */
export type Lay = {
  sort: Sort;
  kind: string;
  as: number[];
  move: string;
  by: Reason;
};

/** The last cards that were laid, and their seat. */
export type Last = {
  seat: number;
  cards: string[];
};

/** A seat that ran out of cards in this round, and its penalty. */
export type Out = {
  seat: number;
  penalty: Penalty;
};

/** The number of a seat's city cards, whether it has staked one, and the cards that the viewer knows. */
export type City = {
  count: number;
  staked: boolean;
  stake: CityColour | null;
  known: CityColour[];
  known_to_all: CityColour[];
};

/** Both sides of a Battle, and its winner if it is decided. */
export type Fight = {
  challenger: number;
  foe: number;
  equal: boolean;
  winner: number | null;
  loser: number | null;
};

/** The receiver of a seat's gift during the exchange, and the number of cards. */
export type Gift = {
  to: number;
  count: number;
};

/**
 * The view of a seat or spectator; the fields from `hand` on are shown to seats only.
 *
 * `stars` has a row for each rank with the stars of each family, in the order red, green, blue, purple and
 * orange; `hands` has the names of the hands, the best first.
 */
export type CapoView = {
  game: "capo";
  rules_version: number;
  options: Options;
  seats: number;
  seat: number | null;
  round: number;
  rounds: number;
  phase: Phase;
  leader: number;
  turn: number;
  to_act: number[];
  direction: -1 | 1;
  top: Top | null;
  last: Last;
  passed: number[];
  locked: number[];
  cards: number[];
  played: string[][];
  outs: Out[];
  places: number[];
  titles: (Title | null)[];
  deal: number;
  to_deal: number;
  deck: number;
  stock: number;
  cities: City[];
  shown: CityColour[];
  pick_place: number;
  picks_left: number;
  gained: number[];
  battle: Fight | null;
  mamma_due: boolean;
  swapped: boolean;
  unseen: Record<string, number>;
  stars: string[];
  hands: string[];
  champion: number | null;
  hand?: string[];
  chosen?: string[];
  city?: CityColour[];
  exchange?: Exchange | null;
  gift?: Gift | null;
  known_of_me?: CityColour[][];
  lays?: Lay[];
};

export type View = CapoView;
