"""A table that somebody looks at, or that has something to do by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from caponata.engine.fair import FairDraws, commitment
from caponata.engine.game import Game
from caponata.engine.options import OptionError, read_options
from caponata.server.audience import Audience
from caponata.server.deeds import AnyDeed, read_deed
from caponata.server.evenness import Lines
from caponata.server.limits import Bucket
from caponata.server.refused import Refused
from caponata.server.room import Plan, Room
from caponata.store import Header, Row

if TYPE_CHECKING:
    from caponata.server.patience import Wait

Act: TypeAlias = Callable[[Room], AnyDeed | None]  # what somebody wants: judged, it becomes a deed


class Live:
    """A room, its audience, and what is under way there. Whoever touches the room holds the lock."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.audience = Audience()
        self.lock = asyncio.Lock()
        self.thinking: dict[tuple[int, int], asyncio.Task[None]] = {}  # by seat and decision
        self.sight: dict[int, bytes] = {}  # what everybody saw when the bot of a seat last began to think
        self.advised: set[int] = set()  # seats for which somebody thinks about what they asked
        self.alarm: asyncio.TimerHandle | None = None
        self.absences: dict[int, asyncio.TimerHandle] = {}
        self.presence: asyncio.TimerHandle | None = None  # when everybody is told who is there
        self.presence_told: tuple[int, ...] = ()
        self.grace = 0  # until when no clock runs out here, for the server was away
        self._talk: dict[int, Bucket] = {}
        self.told = room.life.number  # deeds that everybody was told of
        self.table_told = -1  # what of the table's life everybody was told
        self.is_in_doubt = False  # something took effect in the room that may not be stored
        self.lines = Lines()  # where a race must be even
        self.wait: Wait | None = None  # that ends by itself, in a game without turns
        self.rematch: str | None = None  # a table that was made for it: whether that is stored is not known
        self.last_used = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is under way."""
        busy = self.audience.size or self.thinking or self.alarm or self.absences or self.lock.locked()
        return not busy

    def rest(self) -> None:
        """Let bots and clocks rest."""
        for task in self.thinking.values():
            task.cancel()
        self.thinking.clear()
        if self.alarm is not None:
            self.alarm.cancel()
            self.alarm = None

    def hush(self) -> None:
        """Stop everything that is under way."""
        self.rest()
        for handle in (*self.absences.values(), self.presence):
            if handle is not None:
                handle.cancel()
        self.absences.clear()
        self.presence = None
        if self.wait is not None:
            self.wait.stop()

    def talks(self, seat: int, rate: float, brim: int) -> bool:
        """Whether a seat may say something again, however many sockets it has."""
        now = time.monotonic()
        return self._talk.setdefault(seat, Bucket(rate, brim, now)).take(now)


def new_room(header: Header, plan: Plan, game: Game) -> Room:
    """The empty room of a table."""
    if header.rules_version != game.rules_version:
        raise Refused(
            410,
            "old-rules",
            f"this table follows version {header.rules_version} of the rules of {game.title}, "
            f"and version {game.rules_version} is played here now: a finished game can still be replayed",
        )
    try:
        options = read_options(game, plan.options)
    except OptionError as error:
        raise Refused(400, "bad-options", str(error)) from None
    return Room(
        header.table,
        header.code,
        game,
        options,
        plan,
        commitment(header.seed),
        lambda entropy: FairDraws(header.seed, header.table, entropy),
    )


def follow_rows(room: Room, rows: list[Row]) -> None:
    """Let a room take in what was stored."""
    for row in rows:
        room.follow(read_deed(row.body), row.at, row.message)
