"""The types of Capone's views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

Family: TypeAlias = Literal["armaretto", "mascapone", "vinorosso", "ramazotti", "kaputtschino", "zappajone"]
Member: TypeAlias = Literal[
    "don", "mama", "right-hand", "collector", "lawyer", "bookkeeper", "secretary", "novice"
]
Colour: TypeAlias = Literal["green", "yellow", "orange", "red"]
Leisure: TypeAlias = Literal["restaurant", "penthouse", "barber"]
Legal: TypeAlias = Literal["pasta", "laundry", "bakery", "florist", "cinema", "icecream", "taxi", "funeral"]
Mode: TypeAlias = Literal["freely", "exactly", "last-guards", "last-member"]
Phase: TypeAlias = Literal[
    "dealer",
    "dealing",
    "exchange",
    "drawing",
    "turn",
    "site",
    "pieces",
    "aim-member",
    "aim-place",
    "aim-seat",
    "year-end",
    "over",
]


class Options(TypedDict):
    """The options of a table."""

    payout: Literal["value", "colour_piece", "colour_site", "colour_bonus"]
    right_hand: int
    years: int


class People(TypedDict):
    """The members and guards of a family that are not on the board."""

    home: list[Member]
    guards: int
    cells: list[list[Member]]
    harbour: list[Member]
    park: int
    lost: int


class Site(TypedDict):
    """A site: its pieces, value and income, the value needed to take it, and the seats that can."""

    site: str
    colour: Colour
    minimum: int
    owner: int | None
    members: list[Member]
    guards: int
    value: int
    earns: int
    takes: int
    beaten_by: list[int]


class Guest(TypedDict):
    """The guest of a leisure place."""

    seat: int
    member: Member


class LastCard(TypedDict):
    """The pieces that the dealer's last card could place now, by colour of the business."""

    seat: int
    now: bool
    brings: dict[Colour, Sequence[str]]


class Exchange(TypedDict):
    """The cards that the seat has laid aside for the exchange."""

    aside: list[str]


class Play(TypedDict):
    """The play that the seat is composing; the fields after `site` appear when a site is chosen."""

    card: str
    site: str | None
    mode: NotRequired[Mode]
    members: NotRequired[list[Member]]
    guards: NotRequired[int]
    value: NotRequired[int]
    need: NotRequired[int]
    complete: NotRequired[bool]
    earns: NotRequired[int]


class CaponeView(TypedDict):
    """The view of a seat or spectator; the fields from `hand` on are shown to seats only.

    `unseen` counts the copies of each card that the viewer has not seen; `held` is the chance in percent
    that another seat holds one now.
    """

    game: Literal["capone"]
    rules_version: int
    options: Options
    seats: int
    seat: int | None
    families: list[Family]
    year: int
    years: int
    phase: Phase
    dealer: int
    turn: int
    to_act: list[int]
    turns: int
    played: int
    to_deal: int
    settled: int
    deck: int
    discards: list[str]
    cards: list[int]
    returned: list[int]
    cash: list[int]
    steps: list[int]
    people: list[People]
    sites: list[Site]
    leisure: dict[Leisure, Guest | None]
    fronts: dict[Legal, int | None]
    income: list[int]
    worth: dict[Member | Literal["guard"], int]
    front_pay: list[int]
    protection: list[int]
    reach: list[int]
    unseen: dict[str, int]
    held: dict[str, int]
    last_card: LastCard | None
    hand: NotRequired[list[str]]
    gave_back: NotRequired[list[str]]
    plan: NotRequired[Play | Exchange | None]
    places: NotRequired[dict[str, list[str]]]
