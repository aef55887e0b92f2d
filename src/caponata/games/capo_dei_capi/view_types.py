"""The types of Capo dei Capi's views."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

AreaName: TypeAlias = Literal["white-1", "white-2", "white-3", "black-1", "black-2", "black-3"]
Token: TypeAlias = Literal[
    "influence-1",
    "influence-2",
    "influence-3",
    "bribe",
    "bribe-1",
    "bribe-2",
    "bribe-3",
    "open-1",
    "open-2",
    "open-3",
    "hidden",
]
Bust: TypeAlias = Literal["doubles", "token", "level"]
End: TypeAlias = Literal["cubes", "bribes", "influence-1", "influence-2", "influence-3"]
Action: TypeAlias = Literal[
    "influence",
    "extort",
    "bribe",
    "expose",
    "invest",
    "invest-mayor",
    "invest-expose",
    "influence-doubles",
    "extort-doubles",
    "bribe-doubles",
    "invest-doubles",
]
Phase: TypeAlias = Literal[
    "starting",
    "rolling",
    "turn",
    "declaring",
    "busting",
    "backstabbing",
    "paying",
    "room",
    "looking",
    "over",
]


class Options(TypedDict):
    """The options of a table."""

    influence: str
    bribes: str
    scandal_chip: bool


class Span(TypedDict):
    """The lowest and the highest possible value of a number, as far as the viewer knows."""

    low: int
    high: int


class Area(TypedDict):
    """One area: its cubes, its tokens by seat and circle, and the leader, None if hidden bribes decide it."""

    name: AreaName
    cubes: int
    beside: Token | None
    tokens: list[list[Token]]
    totals: list[Span]
    leader: int | Literal["tied"] | None


# `from` is a keyword of Python, so this type is not written as a class.
Option = TypedDict(
    "Option",
    {
        "move": str,
        "area": AreaName | Literal["mayor"] | None,
        "token": Token | None,
        "cube": bool,
        "from": AreaName | Literal["mayor"] | None,
        "circle": int | None,
        "level": list[int],
        "bonus": list[int],
        "chips": int,
        "hand": int,
        "bust": int,
        "of": int,
        "ends": End | None,
    },
)


class Roll(TypedDict):
    """The roll on the table, its action and what each way to use it would do."""

    white: int
    black: int
    action: Action
    doubles: bool
    bust: Bust | None
    options: list[Option]


class Next(TypedDict):
    """The cases in which the next roll busts, out of `of`, by cause and by roll, and its total gain."""

    of: int
    bust: int
    doubles: int
    token: int
    level: int
    gain: int
    busts: list[int]


class Stake(TypedDict):
    """What a stop would bring now and a bust would cost; `worth` is in hundredths of a point."""

    influence: int
    bribes: int
    chips: int
    cubes: int
    worth: int


class Mayor(TypedDict):
    """The cubes on the Mayor and the chips beside him."""

    cubes: int
    chips: int


class Supply(TypedDict):
    """The pieces that are left; influence tokens by value."""

    influence: list[int]
    bribes: int
    cubes: int
    chips: int


class Room(TypedDict):
    """The full area and its new token while room must be made."""

    area: AreaName
    token: Token


class Discard(TypedDict):
    """The area and circle of the last discard; the circle of a new token is None."""

    area: AreaName
    circle: int | None


class Box(TypedDict):
    """The tokens out of the game; `yours` are the bribes that only the viewer has seen, by value."""

    influence: list[int]
    open: list[int]
    seen: list[int]
    yours: list[int] | None
    unseen: int


class DeiCapiView(TypedDict):
    """The view of a seat or spectator.

    `unseen` counts the bribes worth 1, 2 and 3 that the viewer has not seen; `actions` has the action of each
    of the 36 rolls, ordered by the white die first; `prices` are in chips, by verb. `next`, `stake` and
    `roll` are None outside a turn.
    """

    game: Literal["capo-dei-capi"]
    rules_version: int
    options: Options
    seats: int
    seat: int | None
    phase: Phase
    turn: int
    to_act: list[int]
    rolls: int
    must_roll: bool
    level: int
    hit_man: bool
    promised: bool
    dice: list[int] | None
    declared: str | None
    chips: list[int]
    gained: list[int]
    mayor: Mayor
    supply: Supply
    areas: list[Area]
    room: Room | None
    pocketing: bool
    discarded: Discard | None
    unseen: list[int]
    box: Box
    scores: list[Span]
    ended: End | None
    actions: list[Action]
    prices: dict[str, int]
    next: Next | None
    stake: Stake | None
    roll: Roll | None
