"""What HTTP answers, as types: the OpenAPI description is made of them."""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from caponata.server.clocks import Clock


class Me(msgspec.Struct):
    """Who I am."""

    person: str
    name: str


class Identity(Me):
    """Who I am, with the token that proves it, for programs: a browser keeps it where no script reads it."""

    token: str | None


class CardSeat(msgspec.Struct, rename={"kind": "is"}):
    """A seat as lists show it; `stands_in` is the level of a bot that plays for the person."""

    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None
    stands_in: str | None = None


class Card(msgspec.Struct):
    """A table as lists show it; the join code is for those who sit there, or who know it."""

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
    """A table where I sit or sat."""

    your_turn: bool


class OwnCard(Card):
    """A table, with the seats that are mine."""

    yours: list[int]


class Health(msgspec.Struct):
    """How the server is."""

    ok: bool
    tables: int
    in_memory: int


class Address(msgspec.Struct):
    """Where the page is found."""

    address: str | None


# Records and replays: what `engine/record.py` and `engine/frames.py` write.


class RecordSeat(msgspec.Struct):
    """Who sat there: a name, and `person` or the level of a bot."""

    name: str
    player: str


class ScoreLine(msgspec.Struct):
    """A line of a seat's score."""

    rule: str
    reason: str
    points: int


class Result(msgspec.Struct):
    """How a game ended."""

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


class Played(msgspec.Struct, kw_only=True):
    """What a record and a replay both tell of a game."""

    game: str
    rules_version: int
    options: dict[str, Any]
    seats: list[RecordSeat]
    table: str
    commitment: str | None
    entropy: list[str]
    seed: str | None


class RecordFile(Played, kw_only=True):
    """A game from its first draw on, as `caponata verify` reads it."""

    format: str
    version: int
    entries: list[RecordEntry]
    result: Result | None
    closed: str | None


class Frame(msgspec.Struct):
    """One step of a replay; while the game runs most of it is null."""

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


class Replay(Played, kw_only=True):
    """A game as one viewer saw it: the first view, then what every step changed."""

    outcome: Result | None
    viewer: int
    view: dict[str, Any]
    frames: list[Frame]


class Analysis(msgspec.Struct, kw_only=True):
    """Where the results of a game came from; while that is being found out, only how much is done."""

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
