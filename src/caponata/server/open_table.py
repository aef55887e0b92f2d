"""A table that somebody looks at, or that has something to do by itself."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from caponata.engine.fair import FairDraws, commitment
from caponata.engine.game import Game
from caponata.engine.options import OptionError, read_options
from caponata.server.deeds import AnyDeed, read_deed
from caponata.server.errors import RequestRefused
from caponata.server.latency import TableLatency
from caponata.server.rate_limits import TokenBucket
from caponata.server.room import Room, TableConfig
from caponata.server.viewers import Viewers
from caponata.store import Header, Row

if TYPE_CHECKING:
    from caponata.server.countdowns import Countdown

Action: TypeAlias = Callable[[Room], AnyDeed | None]  # what somebody wants: judged, it becomes a deed


class OpenTable:
    """A room, its audience, and what is under way there. Whoever touches the room holds the lock."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.viewers = Viewers()
        self.lock = asyncio.Lock()
        self.bot_tasks: dict[tuple[int, int], asyncio.Task[None]] = {}  # by seat and decision
        self.bot_public_views: dict[
            int, bytes
        ] = {}  # what everybody saw when the bot of a seat last began to think
        self.advice_pending: set[int] = set()  # seats for which somebody thinks about what they asked
        self.clock_timer: asyncio.TimerHandle | None = None
        self.absence_timers: dict[int, asyncio.TimerHandle] = {}
        self.presence_timer: asyncio.TimerHandle | None = None  # when everybody is told who is there
        self.sent_presence: tuple[int, ...] = ()
        self.grace_until = 0  # until when no clock runs out here, for the server was away
        self._chat_limits: dict[int, TokenBucket] = {}
        self.sent_number = room.state.number  # deeds that everybody was told of
        self.sent_changes = -1  # what of the table's life everybody was told
        self.needs_reload = False  # something took effect in the room that may not be stored
        self.latency = TableLatency()  # where a race must be even
        self.countdown: Countdown | None = None  # that ends by itself, in a game without turns
        self.rematch_id: str | None = (
            None  # a table that was made for it: whether that is stored is not known
        )
        self.last_used = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Whether nobody listens and nothing is under way."""
        busy = (
            self.viewers.size
            or self.bot_tasks
            or self.clock_timer
            or self.absence_timers
            or self.lock.locked()
        )
        return not busy

    def stop_bots_and_clock(self) -> None:
        """Let bots and clocks rest."""
        for task in self.bot_tasks.values():
            task.cancel()
        self.bot_tasks.clear()
        if self.clock_timer is not None:
            self.clock_timer.cancel()
            self.clock_timer = None

    def stop(self) -> None:
        """Stop everything that is under way."""
        self.stop_bots_and_clock()
        for handle in (*self.absence_timers.values(), self.presence_timer):
            if handle is not None:
                handle.cancel()
        self.absence_timers.clear()
        self.presence_timer = None
        if self.countdown is not None:
            self.countdown.stop()

    def can_chat(self, seat: int, rate: float, burst: int) -> bool:
        """Whether a seat may say something again, however many sockets it has."""
        now = time.monotonic()
        return self._chat_limits.setdefault(seat, TokenBucket(rate, burst, now)).take(now)


def new_room(header: Header, config: TableConfig, game: Game) -> Room:
    """The empty room of a table."""
    if header.rules_version != game.rules_version:
        raise RequestRefused(
            410,
            "old-rules",
            f"this table follows version {header.rules_version} of the rules of {game.title}, "
            f"and version {game.rules_version} is played here now: a finished game can still be replayed",
        )
    try:
        options = read_options(game, config.options)
    except OptionError as error:
        raise RequestRefused(400, "bad-options", str(error)) from None
    return Room(
        header.table,
        header.code,
        game,
        options,
        config,
        commitment(header.seed),
        lambda entropy: FairDraws(header.seed, header.table, entropy),
    )


def apply_rows(room: Room, rows: list[Row]) -> None:
    """Let a room take in what was stored."""
    for row in rows:
        room.apply_stored_deed(read_deed(row.body), row.at, row.message)
