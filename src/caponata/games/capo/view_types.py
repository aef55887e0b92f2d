"""The types of CAPO's views."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

CityColour: TypeAlias = Literal["yellow", "red", "blue", "green", "purple"]
Title: TypeAlias = Literal["capo", "soto-capo", "cugine", "cafone"]
Penalty: TypeAlias = Literal["none", "crooked", "busted"]
Sort: TypeAlias = Literal["single", "duo", "hand"]
Reason: TypeAlias = Literal["lead", "higher", "hit", "battle"]
Phase: TypeAlias = Literal[
    "cities",
    "starting",
    "awarding",
    "staking",
    "dealing",
    "exchange",
    "playing",
    "turning",
    "challenging",
    "fighting",
    "discarding",
    "yielding",
    "drafting",
    "over",
]


class Options(TypedDict):
    """The options of a table."""

    variant: Literal["classic", "cadrie_plain", "cadrie", "capoker"]
    pass_locks: bool
    yellow_wild: bool
    soto_capo_city_card: bool
    mamma: Literal["none", "swap"]
    battle_city_card: Literal["all", "prospect"]


# `as` and `with` are keywords of Python, so these types are not written as classes.
Counted = TypedDict("Counted", {"sort": Sort, "kind": str, "as": list[int]})
Exchange = TypedDict("Exchange", {"with": int, "gave": list[str], "received": list[str], "known": list[str]})


class Top(Counted):
    """The play to beat, and the seat that counts as having played last."""

    seat: int
    cards: list[str]


class Lay(Counted):
    """A play that the seat could lay now, and why it may."""

    move: str
    by: Reason


class Last(TypedDict):
    """The last cards that were laid, and their seat."""

    seat: int
    cards: list[str]


class Out(TypedDict):
    """A seat that ran out of cards in this round, and its penalty."""

    seat: int
    penalty: Penalty


class City(TypedDict):
    """The number of a seat's city cards, whether it has staked one, and the cards that the viewer knows."""

    count: int
    staked: bool
    stake: CityColour | None
    known: list[CityColour]
    known_to_all: list[CityColour]


class Fight(TypedDict):
    """Both sides of a Battle, and its winner if it is decided."""

    challenger: int
    foe: int
    equal: bool
    winner: int | None
    loser: int | None


class Gift(TypedDict):
    """The receiver of a seat's gift during the exchange, and the number of cards."""

    to: int
    count: int


class CapoView(TypedDict):
    """The view of a seat or spectator; the fields from `hand` on are shown to seats only.

    `stars` has a row for each rank with the stars of each family, in the order red, green, blue, purple and
    orange; `hands` has the names of the hands, the best first.
    """

    game: Literal["capo"]
    rules_version: int
    options: Options
    seats: int
    seat: int | None
    round: int
    rounds: int
    phase: Phase
    leader: int
    turn: int
    to_act: list[int]
    direction: Literal[-1, 1]
    top: Top | None
    last: Last
    passed: list[int]
    locked: list[int]
    cards: list[int]
    played: list[list[str]]
    outs: list[Out]
    places: list[int]
    titles: list[Title | None]
    deal: int
    to_deal: int
    deck: int
    stock: int
    cities: list[City]
    shown: list[CityColour]
    pick_place: int
    picks_left: int
    gained: list[int]
    battle: Fight | None
    mamma_due: bool
    swapped: bool
    unseen: dict[str, int]
    stars: list[str]
    hands: list[str]
    champion: int | None
    hand: NotRequired[list[str]]
    chosen: NotRequired[list[str]]
    city: NotRequired[list[CityColour]]
    exchange: NotRequired[Exchange | None]
    gift: NotRequired[Gift | None]
    known_of_me: NotRequired[list[list[CityColour]]]
    lays: NotRequired[list[Lay]]
