"""A table in memory: its room, its viewers, and its running timers and bot tasks."""

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

Action: TypeAlias = Callable[[Room], AnyDeed | None]  # checks a request and returns its deed


class OpenTable:
    """A room and everything that runs for it. Hold `lock` while reading or changing the room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.viewers = Viewers()
        self.lock = asyncio.Lock()
        self.bot_tasks: dict[tuple[int, int], asyncio.Task[None]] = {}  # by seat and decision
        # what spectators saw when a seat's bot last started to think
        self.bot_public_views: dict[int, bytes] = {}
        self.advice_pending: set[int] = set()  # seats that wait for advice
        self.clock_timer: asyncio.TimerHandle | None = None
        self.absence_timers: dict[int, asyncio.TimerHandle] = {}
        # runs until changed presence is sent to everybody
        self.presence_timer: asyncio.TimerHandle | None = None
        self.sent_presence: tuple[int, ...] = ()
        self.grace_until = 0  # milliseconds: no clock runs out before this time, because the server was away
        self._chat_limits: dict[int, TokenBucket] = {}
        self.sent_number = room.state.number  # number of the last deed sent to viewers
        self.sent_changes = -1  # value of `state.changes` when the table was last sent
        self.needs_reload = False  # the room may hold a deed that is not stored
        self.latency = TableLatency()  # used in games without turns
        self.countdown: Countdown | None = None  # used in games without turns
        self.rematch_id: str | None = None  # a table created for a rematch whose deed may not be stored yet
        self.last_used = time.monotonic()

    @property
    def is_idle(self) -> bool:
        """Return whether nobody is connected and nothing is running."""
        busy = (
            self.viewers.size
            or self.bot_tasks
            or self.clock_timer
            or self.absence_timers
            or self.lock.locked()
        )
        return not busy

    def stop_bots_and_clock(self) -> None:
        """Cancel bot tasks and the clock timer."""
        for task in self.bot_tasks.values():
            task.cancel()
        self.bot_tasks.clear()
        if self.clock_timer is not None:
            self.clock_timer.cancel()
            self.clock_timer = None

    def stop(self) -> None:
        """Cancel everything that is running."""
        self.stop_bots_and_clock()
        for handle in (*self.absence_timers.values(), self.presence_timer):
            if handle is not None:
                handle.cancel()
        self.absence_timers.clear()
        self.presence_timer = None
        if self.countdown is not None:
            self.countdown.stop()

    def can_chat(self, seat: int, rate: float, burst: int) -> bool:
        """Return whether a seat may send another chat message, counting all its sockets together."""
        now = time.monotonic()
        return self._chat_limits.setdefault(seat, TokenBucket(rate, burst, now)).take(now)


def new_room(header: Header, config: TableConfig, game: Game) -> Room:
    """Return the empty room of a table."""
    if header.rules_version != game.rules_version:
        raise RequestRefused(
            410,
            "old-rules",
            f"this table uses version {header.rules_version} of the rules of {game.title}, "
            f"and this server plays version {game.rules_version}: a finished game can still be replayed",
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
    """Apply stored rows to a room."""
    for row in rows:
        room.apply_stored_deed(read_deed(row.body), row.at, row.message)
