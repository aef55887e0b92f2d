"""Cards: what lists show of a table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from caponata.server.tables.clock import Clock

Status: TypeAlias = Literal["waiting", "playing", "paused", "finished", "abandoned"]


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
    status: Status
    listed: bool
    spectators: bool
    clock: Clock | None
    seats: list[CardSeat]
    changed: int
