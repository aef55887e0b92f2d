"""Actions that tables take on their own: bot moves, expired clocks, absent people."""

from __future__ import annotations

from typing import Any, Final

from caponata.engine.game import SPECTATOR
from caponata.server.scheduler.absences import Absences
from caponata.server.scheduler.attempts import Attempts
from caponata.server.scheduler.bot_workers import BotWorkers
from caponata.server.scheduler.bots import Bots
from caponata.server.scheduler.clocks import Clocks
from caponata.server.scheduler.countdowns import Countdowns
from caponata.server.scheduler.protocols import ConnectedSeats
from caponata.server.scheduler.schedule import Schedules
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.requests import FollowUp
from caponata.server.tables.service import TableService
from caponata.server.tables.state import PLAYING

OTHER_PROCESS_DELAY: Final = 10.0  # seconds the process that stored the last deed has to move its bots


class Scheduler:
    """Joins the bots, clocks, absences and countdowns of all open tables."""

    def __init__(self, service: TableService, workers: BotWorkers, seats: ConnectedSeats) -> None:
        self.schedules = Schedules()
        self._attempts = Attempts(service)
        self._bots = Bots(service, self.schedules, self._attempts, workers, seats)
        self._clocks = Clocks(service, self.schedules, self._attempts)
        self.absences = Absences(service.settings.absence_timeout, self.schedules, self._attempts, seats)
        self._countdowns = Countdowns(service, self.schedules, self._attempts)

    # For the table service

    def schedule(self, table: OpenTable, *, elsewhere: bool = False) -> None:
        """Start due bots and the clock timer; after a change made `elsewhere`, that process may act first."""
        room = table.room
        if room.has_follow_up():  # the server or its store stopped between a deed and its follow-up
            self._attempts.start(table, FollowUp())
            return
        schedule = self.schedules.at(table)
        if room.state.is_over:
            schedule.stop()
        self._countdowns.update(table)
        self.absences.watch(table)
        if room.state.status != PLAYING or room.game_table is None:
            schedule.stop_bots_and_clock()
            return
        self._bots.start_due(table, OTHER_PROCESS_DELAY if elsewhere else 0.0)
        self._clocks.set_timer(table)

    def note_refusal(self, table: OpenTable, error: RequestRefused) -> None:
        """Note that a deed was refused, perhaps because the store is unavailable."""
        self._attempts.note_refusal(table, error)

    def is_busy(self, table: OpenTable) -> bool:
        """Return whether something is running or waiting for a table."""
        return self.schedules.at(table).is_busy

    def forget(self, table: OpenTable) -> None:
        """Stop everything that is running for a table."""
        self.schedules.forget(table)

    # For the connections

    def connected(self, table: OpenTable, seat: int) -> None:
        """Note that a seat is connected."""
        self.absences.connected(table, seat)

    def disconnected(self, table: OpenTable, seat: int) -> None:
        """Note that a connection of a seat is closed."""
        if seat != SPECTATOR:
            self.absences.watch(table)

    def elapsed(self, table: OpenTable) -> dict[str, Any] | None:
        """Return the elapsed time of a table's countdown, or None if there is none."""
        return self._countdowns.elapsed(table)
