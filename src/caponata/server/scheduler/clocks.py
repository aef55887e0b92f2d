"""Clocks: a timer for the earliest deadline of a table, and what happens when time runs out."""

from __future__ import annotations

import asyncio

from caponata.server.scheduler.attempts import Attempts
from caponata.server.scheduler.schedule import Schedules
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.requests import TimeOut
from caponata.server.tables.service import TableService


class Clocks:
    """Runs the clock timers of all open tables."""

    def __init__(self, service: TableService, schedules: Schedules, attempts: Attempts) -> None:
        self._service = service
        self._schedules = schedules
        self._attempts = attempts

    def set_timer(self, table: OpenTable) -> None:
        """Set the timer to the earliest deadline."""
        schedule = self._schedules.at(table)
        if schedule.clock_timer is not None:
            schedule.clock_timer.cancel()
            schedule.clock_timer = None
        room = table.room
        if room.config.clock is None:
            return
        due = [deadline for n in range(len(room.state.seats)) if (deadline := room.deadline(n)) is not None]
        if due:
            wait = max(0, max(min(due), table.grace_until) - self._service.settings.now()) / 1000
            schedule.clock_timer = asyncio.get_running_loop().call_later(wait, self._on_timer, table)

    def _on_timer(self, table: OpenTable) -> None:
        self._schedules.at(table).clock_timer = None
        self._service.background.run(self._play_timeouts(table))

    async def _play_timeouts(self, table: OpenTable) -> None:
        now = self._service.settings.now()
        if table.grace_until > now:
            self.set_timer(table)
            return
        for seat in range(len(table.room.state.seats)):
            deadline = table.room.deadline(seat)
            if deadline is not None and deadline <= now:
                await self._attempts.refusal_code(table, TimeOut(seat, now))
        if not table.needs_reload:  # else the timer would fire again and again while the store is unavailable
            self.set_timer(table)
