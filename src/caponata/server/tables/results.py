"""Events and results of games, as replays and state messages carry them."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import UNSET, Meta, UnsetType


class Event(msgspec.Struct):
    """An event with its own facts; its sentence is in the game's texts under `events`."""

    n: int
    event: str
    seat: int | None
    rule: str | None
    takes_back: Annotated[
        list[int] | UnsetType,
        Meta(description="in `undo` and `rewind`: the numbers of events that no longer count"),
    ] = UNSET


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
