"""The types of Capital Lux's views."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

Colour: TypeAlias = Literal["green", "yellow", "blue", "pink"]
Status: TypeAlias = Literal["safe", "over", "open"]
Phase: TypeAlias = Literal[
    "opening",
    "starting",
    "dealing",
    "first-pick",
    "second-pick",
    "playing",
    "scholar",
    "agent-draws",
    "agent",
    "cleric",
    "settling",
    "over",
]


class Options(TypedDict):
    """The options of a table."""

    opening_cards: int
    hand_size: Literal["rulebook", 6]
    bonus_cards: Literal["open", "hidden"]


class Play(TypedDict):
    """A card that a seat played this round, and whether it drew a card for it."""

    card: str
    drew: bool


class Placement(TypedDict):
    """A placed modifier; `value` is None while it is hidden from the viewer."""

    seat: int
    colour: Colour
    value: int | None


class Modifiers(TypedDict):
    """The modifiers: the number left in the supply, the one that the viewer holds, and those placed."""

    left: int
    held: int | None
    placed: list[Placement]


class Limit(TypedDict):
    """A colour's limit as the viewer knows it: `low` and `high` are equal if no modifier is hidden."""

    cards: int
    hidden: int
    low: int
    high: int


class Total(TypedDict):
    """A hometown's total of a colour; `over` is the number of points above the limit."""

    total: int
    status: Status
    over: int


class Memory(TypedDict):
    """What a seat remembers of this round's draft."""

    picked_first: list[str]
    picked_second: list[str]
    passed_first: list[str]
    passed_last: list[str]
    received_last: list[str]


class CommonView(TypedDict):
    """The fields that are equal for everybody."""

    game: Literal["capital-lux"]
    rules_version: int
    options: Options
    seats: int
    round: int
    rounds: int
    phase: Phase
    starter: int
    turn: int
    to_act: list[int]
    last_turns: int
    to_open: int
    deal: int
    to_deal: int
    settled: int
    kept: list[Colour]
    deck: int
    capital: list[str]
    discards: list[str]
    homes: list[list[str]]
    bonuses: list[list[str]]
    gold: list[int]
    gold_pile: int
    cards: list[int]
    plays: list[list[Play]]


class SpectatorView(CommonView):
    """The view of a spectator."""

    seat: int | None
    face_down: list[int]
    scores: list[int]
    modifiers: Modifiers
    unseen: dict[str, int]
    limits: dict[Colour, Limit]
    totals: list[dict[Colour, Total]]


class LuxView(SpectatorView):
    """The view of a seat or spectator; `hand` and `memory` are shown to seats only.

    `face_down` lists the seats whose bonus cards lie face down for the viewer; `scores` leave them out.
    """

    hand: NotRequired[list[str]]
    memory: NotRequired[Memory]
