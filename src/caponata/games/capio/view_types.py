"""The types of Capio's views."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NotRequired, TypeAlias, TypedDict

Colour: TypeAlias = Literal[
    "red", "yellow", "green", "blue", "orange", "pink", "purple", "white", "black", "grey"
]
Kind: TypeAlias = Literal["target", "towers", "lines", "chain", "sets", "confusion"]
Form: TypeAlias = Literal["dots", "arabic", "roman"]
Phase: TypeAlias = Literal[
    "choosing",
    "dealing",
    "rolling",
    "gathering",
    "throwing",
    "grabbing",
    "placing",
    "reckoning",
    "over",
]


class Options(TypedDict):
    """The options of a table; times are in seconds."""

    block_mistakes: bool
    course: bool
    confusion_pips: bool
    colour_words: Literal["own", "box", "foreign"]
    idle_after: int
    quiet_after: int
    hand_time: int
    countdown: int
    calm: bool


class PlainField(TypedDict):
    """A field of Lines or Chain: its colour, None for a joker, and its numbers."""

    colour: Colour | None
    faces: list[int]


class TowerField(TypedDict):
    """A field of Towers: the colours of base and top, and the number of the top."""

    base: Colour
    top: Colour
    face: int


class ConfusionField(TypedDict):
    """A field of Color Confusion: the colours of the word and of its print, and the number."""

    word: Colour
    print: Colour
    face: int


class SetRow(TypedDict):
    """A row of Sets: two colours, the number and the form in which it is written."""

    left: Colour
    right: Colour
    face: int
    form: Form


class TargetGoal(TypedDict):
    """A Target card and the number to reach."""

    name: str
    kind: Literal["target"]
    number: int


class PlainGoal(TypedDict):
    """A card of Lines or Chain."""

    name: str
    kind: Literal["lines", "chain"]
    fields: list[PlainField]


class TowersGoal(TypedDict):
    """A card of Towers."""

    name: str
    kind: Literal["towers"]
    fields: list[TowerField]


class SetsGoal(TypedDict):
    """A card of Sets."""

    name: str
    kind: Literal["sets"]
    rows: list[SetRow]


class ConfusionGoal(TypedDict):
    """A card of Color Confusion and the language of its words."""

    name: str
    kind: Literal["confusion"]
    language: str
    fields: list[ConfusionField]


Goal: TypeAlias = TargetGoal | PlainGoal | TowersGoal | SetsGoal | ConfusionGoal


class Parked(TypedDict):
    """A die parked beside a field of Towers."""

    field: int
    die: str


class Laid(TypedDict):
    """The dice on a card, by field, and beside it. A Target has `sum`; Towers have `tops` and `parked`."""

    beside: list[str]
    fields: Sequence[str | None]
    sum: NotRequired[int]
    tops: NotRequired[list[str | None]]
    parked: NotRequired[Parked | None]


class CardReckoning(TypedDict):
    """A card's points, and a mark for each field, or for each die on a Target; Towers have `parked`."""

    kind: Kind
    points: int
    full: bool
    marks: list[int]
    parked: NotRequired[int]


class Missed(TypedDict):
    """A die that the caller of STOP could have added, and its place."""

    die: str
    card: Kind
    where: str


class Reckoning(TypedDict):
    """How a seat's cards and its call of STOP were scored."""

    cards: list[CardReckoning]
    several: int
    stop: int | None
    missed: list[Missed]
    total: int


class CapioView(TypedDict):
    """The view of a seat or spectator.

    `thrown` has the numbers of all forty dice by colour, `bonus` the points that decide a tie.
    `pace` is a factor for all times except the countdown.
    """

    game: Literal["capio"]
    rules_version: int
    options: Options
    pace: int
    seats: int
    seat: int | None
    phase: Phase
    round: int
    playthrough: int
    to_act: list[int]
    caller: int | None
    resting: list[int]
    next: int
    kinds: list[Kind]
    goals: list[list[Goal]]
    rolls: list[int | None]
    thrown: str | None
    middle: dict[Colour, list[int | None]]
    hands: list[str | None]
    laid: list[list[Laid]]
    gone: list[str]
    used: list[str]
    points: list[list[int]]
    scores: list[int]
    bonus: list[int]
    tallies: list[list[int]]
    reckoning: list[Reckoning] | None
