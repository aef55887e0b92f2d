/** Types of Capio's views. Generated from `view_types.py` by `python docs/typescript.py`; do not edit. */

export type Colour =
  | "red"
  | "yellow"
  | "green"
  | "blue"
  | "orange"
  | "pink"
  | "purple"
  | "white"
  | "black"
  | "grey";

export type Kind = "target" | "towers" | "lines" | "chain" | "sets" | "confusion";

export type Form = "dots" | "arabic" | "roman";

export type Phase =
  | "choosing"
  | "dealing"
  | "rolling"
  | "gathering"
  | "throwing"
  | "grabbing"
  | "placing"
  | "reckoning"
  | "over";

/** The options of a table; times are in seconds. */
export type Options = {
  block_mistakes: boolean;
  course: boolean;
  confusion_pips: boolean;
  colour_words: "own" | "box" | "foreign";
  idle_after: number;
  quiet_after: number;
  hand_time: number;
  countdown: number;
  calm: boolean;
};

/** A field of Lines or Chain: its colour, null for a joker, and its numbers. */
export type PlainField = {
  colour: Colour | null;
  faces: number[];
};

/** A field of Towers: the colours of base and top, and the number of the top. */
export type TowerField = {
  base: Colour;
  top: Colour;
  face: number;
};

/** A field of Color Confusion: the colours of the word and of its print, and the number. */
export type ConfusionField = {
  word: Colour;
  print: Colour;
  face: number;
};

/** A row of Sets: two colours, the number and the form in which it is written. */
export type SetRow = {
  left: Colour;
  right: Colour;
  face: number;
  form: Form;
};

/** A Target card and the number to reach. */
export type TargetGoal = {
  name: string;
  kind: "target";
  number: number;
  fields?: undefined;
  rows?: undefined;
  language?: undefined;
};

/** A card of Lines or Chain. */
export type PlainGoal = {
  name: string;
  kind: "lines" | "chain";
  fields: PlainField[];
  number?: undefined;
  rows?: undefined;
  language?: undefined;
};

/** A card of Towers. */
export type TowersGoal = {
  name: string;
  kind: "towers";
  fields: TowerField[];
  number?: undefined;
  rows?: undefined;
  language?: undefined;
};

/** A card of Sets. */
export type SetsGoal = {
  name: string;
  kind: "sets";
  rows: SetRow[];
  number?: undefined;
  fields?: undefined;
  language?: undefined;
};

/** A card of Color Confusion and the language of its words. */
export type ConfusionGoal = {
  name: string;
  kind: "confusion";
  language: string;
  fields: ConfusionField[];
  number?: undefined;
  rows?: undefined;
};

export type Goal = TargetGoal | PlainGoal | TowersGoal | SetsGoal | ConfusionGoal;

/** A die parked beside a field of Towers. */
export type Parked = {
  field: number;
  die: string;
};

/** The dice on a card, by field, and beside it. A Target has `sum`; Towers have `tops` and `parked`. */
export type Laid = {
  beside: string[];
  fields: (string | null)[];
  sum?: number;
  tops?: (string | null)[];
  parked?: Parked | null;
};

/** A card's points, and a mark for each field, or for each die on a Target; Towers have `parked`. */
export type CardReckoning = {
  kind: Kind;
  points: number;
  full: boolean;
  marks: number[];
  parked?: number;
};

/** A die that the caller of STOP could have added, and its place. */
export type Missed = {
  die: string;
  card: Kind;
  where: string;
};

/** How a seat's cards and its call of STOP were scored. */
export type Reckoning = {
  cards: CardReckoning[];
  several: number;
  stop: number | null;
  missed: Missed[];
  total: number;
};

/**
 * The view of a seat or spectator.
 *
 * `thrown` has the numbers of all forty dice by colour, `bonus` the points that decide a tie.
 * `pace` is a factor for all times except the countdown.
 */
export type CapioView = {
  game: "capio";
  rules_version: number;
  options: Options;
  pace: number;
  seats: number;
  seat: number | null;
  phase: Phase;
  round: number;
  playthrough: number;
  to_act: number[];
  caller: number | null;
  resting: number[];
  next: number;
  kinds: Kind[];
  goals: Goal[][];
  rolls: (number | null)[];
  thrown: string | null;
  middle: Record<Colour, (number | null)[]>;
  hands: (string | null)[];
  laid: Laid[][];
  gone: string[];
  used: string[];
  points: number[][];
  scores: number[];
  bonus: number[];
  tallies: number[][];
  reckoning: Reckoning[] | null;
};

export type View = CapioView;
