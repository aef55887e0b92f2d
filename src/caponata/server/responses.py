"""The types of HTTP responses, which also make up the OpenAPI description."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from caponata.server.clocks import Clock


class Me(msgspec.Struct):
    """A person."""

    person: str
    name: str


class Identity(Me):
    """A person with their token, for programs: browsers keep it in a cookie that no script can read."""

    token: str | None


class CardSeat(msgspec.Struct, rename={"kind": "is"}):
    """A seat in a table list; `stands_in` is the level of a bot that plays for the person."""

    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    stands_in: str | None = None


class Card(msgspec.Struct):
    """A table in a list; `code` is null except for people who sit there or know it."""

    table: str
    code: str | None
    game: str
    status: str
    listed: bool
    spectators: bool
    clock: Clock | None
    seats: list[CardSeat]
    changed: int


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


class ScoreLine(msgspec.Struct):
    """One line of a seat's score."""

    rule: str
    reason: str
    points: int


class Result(msgspec.Struct):
    """The result of a game."""

    rule: str
    decided_by: str
    scores: list[int]
    places: list[int]
    lines: list[list[ScoreLine]]


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
    by: int | str
    move: str | None
    events: list[dict[str, Any]]
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


class Analysis(msgspec.Struct, kw_only=True):
    """Where the results of a game came from; only `done` and `of` until it is finished."""

    done: int | None = None
    of: int | None = None
    format: str | None = None
    version: int | None = None
    game: str | None = None
    effort: dict[str, int] | None = None
    accounts: list[dict[str, float]] | None = None
    curve: list[list[float]] | None = None
    errors: list[list[float]] | None = None
    steps: list[list[int]] | None = None
    draws: list[dict[str, Any]] | None = None
    choices: list[dict[str, Any]] | None = None
    lucky: list[dict[str, Any]] | None = None
    dear: list[dict[str, Any]] | None = None
