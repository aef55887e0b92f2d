"""The types of HTTP responses, which also make up the OpenAPI description."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import UNSET, UnsetType

from caponata.server.tables.cards import Card
from caponata.server.tables.results import Event, Result


class Me(msgspec.Struct):
    """A person."""

    person: str
    name: str


class Identity(Me):
    """A person with their token, for programs: browsers keep it in a cookie that no script can read."""

    token: str | None


class MyCard(Card):
    """A table where the requesting person sits or sat."""

    your_turn: bool


class OwnCard(Card):
    """A table, with the seats of the requesting person."""

    yours: list[int]


class Health(msgspec.Struct):
    """The state of the server."""

    ok: bool
    tables: int
    in_memory: int


class Address(msgspec.Struct):
    """The address of the page."""

    address: str | None


# Records and replays, as `engine/record.py` and `engine/frames.py` write them.


class RecordSeat(msgspec.Struct):
    """A seat in a record: its name, and `person` or the level of its bot."""

    name: str
    player: str


class RecordEntry(msgspec.Struct, omit_defaults=True):
    """An entry of the log: a choice, a draw, an undo or a rewind."""

    n: int
    by: int | str
    move: str | None = None
    draw: int | None = None
    undo: int | None = None
    rewind: int | None = None
    cancelled: bool = False
    at: int | None = None


class GameHeader(msgspec.Struct, kw_only=True):
    """The fields that records and replays share."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: list[RecordSeat]
    table: str
    commitment: str | None
    entropy: list[str]
    seed: str | None


class RecordFile(GameHeader, kw_only=True):
    """A complete game, as `caponata verify` reads it."""

    format: str
    version: int
    entries: list[RecordEntry]
    result: Result | None
    closed: str | None


class Frame(msgspec.Struct):
    """One entry in a replay; most fields are null while the game runs."""

    entry: int | None
    by: int | Literal["chance", "table"]
    move: str | None
    events: list[Event]
    changed: dict[str, Any]
    gone: list[str]
    odds: list[tuple[str, int]] | None
    draw: int | None
    ticket: int | None
    cancelled: bool
    at: int | None


class Replay(GameHeader, kw_only=True):
    """A game as one viewer saw it: the first view, and the changes of every entry."""

    outcome: Result | None
    viewer: int
    view: dict[str, Any]
    frames: list[Frame]


class Account(msgspec.Struct):
    """The parts that add up to a seat's result; older analyses have no errors."""

    result: float
    start: float
    luck: float
    own: float
    others: float
    unseen: float
    luck_error: float | UnsetType = UNSET
    own_error: float | UnsetType = UNSET
    others_error: float | UnsetType = UNSET
    unseen_error: float | UnsetType = UNSET


class Swing(msgspec.Struct):
    """Draws, and what they gained or lost for every seat."""

    entry: int
    draws: list[str]
    swing: list[float]
    errors: list[float] | UnsetType = UNSET


class ComparedChoice(msgspec.Struct):
    """A choice that was not the search's favourite, and what it gained or lost for every seat."""

    entry: int
    seat: int
    played: str
    better: str
    swing: list[float]
    errors: list[float] | UnsetType = UNSET
    counts: bool | UnsetType = UNSET


class DecisionValue(msgspec.Struct):
    """A decision, and what it gained or lost for every seat compared with ordinary play."""

    entry: int
    seat: int
    played: str
    swing: list[float]
    errors: list[float]


class Analysis(msgspec.Struct, kw_only=True):
    """Where the results of a game came from; only `done` and `of` until it is finished."""

    done: int | None = None
    of: int | None = None
    format: str | None = None
    version: int | None = None
    game: str | None = None
    effort: dict[str, int] | None = None
    accounts: list[Account] | None = None
    curve: list[list[float]] | None = None
    errors: list[list[float]] | None = None
    steps: list[list[int]] | None = None
    draws: list[Swing] | None = None
    decisions: list[DecisionValue] | None = None
    choices: list[ComparedChoice] | None = None
    lucky: list[Swing] | None = None
    dear: list[ComparedChoice] | None = None
