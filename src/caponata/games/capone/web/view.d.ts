/** Types of Capone's views. Generated from `view_types.py` by `python docs/typescript.py`; do not edit. */

export type Family = "armaretto" | "mascapone" | "vinorosso" | "ramazotti" | "kaputtschino" | "zappajone";

export type Member =
  | "don"
  | "mama"
  | "right-hand"
  | "collector"
  | "lawyer"
  | "bookkeeper"
  | "secretary"
  | "novice";

export type Colour = "green" | "yellow" | "orange" | "red";

export type Leisure = "restaurant" | "penthouse" | "barber";

export type Legal = "pasta" | "laundry" | "bakery" | "florist" | "cinema" | "icecream" | "taxi" | "funeral";

export type Mode = "freely" | "exactly" | "last-guards" | "last-member";

export type Phase =
  | "dealer"
  | "dealing"
  | "exchange"
  | "drawing"
  | "turn"
  | "site"
  | "pieces"
  | "aim-member"
  | "aim-place"
  | "aim-seat"
  | "year-end"
  | "over";

/** The options of a table. */
export type Options = {
  payout: "value" | "colour_piece" | "colour_site" | "colour_bonus";
  right_hand: number;
  years: number;
};

/** The members and guards of a family that are not on the board. */
export type People = {
  home: Member[];
  guards: number;
  cells: Member[][];
  harbour: Member[];
  park: number;
  lost: number;
};

/** A site: its pieces, value and income, the value needed to take it, and the seats that can. */
export type Site = {
  site: string;
  colour: Colour;
  minimum: number;
  owner: number | null;
  members: Member[];
  guards: number;
  value: number;
  earns: number;
  takes: number;
  beaten_by: number[];
};

/** The guest of a leisure place. */
export type Guest = {
  seat: number;
  member: Member;
};

/** The pieces that the dealer's last card could place now, by colour of the business. */
export type LastCard = {
  seat: number;
  now: boolean;
  brings: Record<Colour, string[]>;
};

/** The cards that the seat has laid aside for the exchange. */
export type Exchange = {
  aside: string[];
  card?: undefined;
  site?: undefined;
  mode?: undefined;
  members?: undefined;
  guards?: undefined;
  value?: undefined;
  need?: undefined;
  complete?: undefined;
  earns?: undefined;
};

/** The play that the seat is composing; the fields after `site` appear when a site is chosen. */
export type Play = {
  card: string;
  site: string | null;
  mode?: Mode;
  members?: Member[];
  guards?: number;
  value?: number;
  need?: number;
  complete?: boolean;
  earns?: number;
  aside?: undefined;
};

/**
 * The view of a seat or spectator; the fields from `hand` on are shown to seats only.
 *
 * `unseen` counts the copies of each card that the viewer has not seen; `held` is the chance in percent
 * that another seat holds one now.
 */
export type CaponeView = {
  game: "capone";
  rules_version: number;
  options: Options;
  seats: number;
  seat: number | null;
  families: Family[];
  year: number;
  years: number;
  phase: Phase;
  dealer: number;
  turn: number;
  to_act: number[];
  turns: number;
  played: number;
  to_deal: number;
  settled: number;
  deck: number;
  discards: string[];
  cards: number[];
  returned: number[];
  cash: number[];
  steps: number[];
  people: People[];
  sites: Site[];
  leisure: Record<Leisure, Guest | null>;
  fronts: Record<Legal, number | null>;
  income: number[];
  worth: Record<Member | "guard", number>;
  front_pay: number[];
  protection: number[];
  reach: number[];
  unseen: Record<string, number>;
  held: Record<string, number>;
  last_card: LastCard | null;
  hand?: string[];
  gave_back?: string[];
  plan?: Play | Exchange | null;
  places?: Record<string, string[]>;
};

export type View = CaponeView;
