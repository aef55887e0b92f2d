"""Countdowns of games without turns: at the end chance moves, or all acting seats play their default move.

The game's `timing` module says which countdowns exist, how long they run and which moves restart the quiet
period. Each server process runs the countdowns of the tables it has open, and starts them again when it opens
a table. They stop while the table is paused.
"""

from __future__ import annotations

import asyncio
from typing import Any

from caponata.server.scheduler.attempts import Attempts
from caponata.server.scheduler.schedule import Countdown, Schedules
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.requests import DefaultMove, PlayChance
from caponata.server.tables.service import TableService
from caponata.server.tables.state import PAUSED, PLAYING


class Countdowns:
    """Runs the countdowns of all open tables."""

    def __init__(self, service: TableService, schedules: Schedules, attempts: Attempts) -> None:
        self._service = service
        self._schedules = schedules
        self._attempts = attempts

    def update(self, table: OpenTable) -> None:
        """Start, continue or stop a table's countdown after a change."""
        timing = table.room.game.timing
        if timing is None or not self._service.settings.has_countdowns:
            return
        schedule = self._schedules.at(table)
        status, game_table, now = table.room.state.status, table.room.game_table, self._service.settings.now()
        if status == PAUSED and schedule.countdown is not None:
            schedule.countdown.pause(now)
            return
        limits = timing.limits(game_table.position) if status == PLAYING and game_table is not None else None
        if schedule.countdown is not None and (limits is None or schedule.countdown.name != limits[0]):
            schedule.countdown.stop()
            schedule.countdown = None
        if limits is None or game_table is None:
            return
        name, total_ms, quiet_ms = limits
        mark = timing.mark(game_table.position)
        countdown = schedule.countdown = schedule.countdown or Countdown(name, now, now, mark)
        countdown.resume(now)
        if countdown.mark != mark:
            countdown.quiet_since, countdown.mark = now, mark
        ends = [countdown.began + total_ms] if total_ms else []
        ends += [countdown.quiet_since + quiet_ms] if quiet_ms else []
        countdown.due = asyncio.get_running_loop().time() + max(min(ends) - now, 0) / 1000
        self._start_timer(table, countdown)

    def _start_timer(self, table: OpenTable, countdown: Countdown) -> None:
        """Start the timer unless it fires earlier; a timer that fires too early is restarted then."""
        if countdown.timer is None or countdown.timer_due > countdown.due:
            countdown.stop()
            countdown.timer_due = countdown.due
            countdown.timer = asyncio.get_running_loop().call_at(
                countdown.due, self._on_timer, table, countdown
            )

    def elapsed(self, table: OpenTable) -> dict[str, Any] | None:
        """The countdown's name and its elapsed milliseconds, in all and of the quiet period."""
        countdown = self._schedules.at(table).countdown
        if countdown is None:
            return None
        now = self._service.settings.now() if countdown.paused is None else countdown.paused
        return {
            "wait": countdown.name,
            "all": max(now - countdown.began, 0),
            "quiet": max(now - countdown.quiet_since, 0),
        }

    def _on_timer(self, table: OpenTable, countdown: Countdown) -> None:
        countdown.timer = None
        if not countdown.is_over(asyncio.get_running_loop().time()):
            self._start_timer(table, countdown)
        else:
            self._service.background.run(self._end(table))

    async def _end(self, table: OpenTable) -> None:
        """Play chance moves or all default moves, while it is still the same countdown.

        The lock is held throughout, so that no move comes between the default moves of two seats.
        """
        service, schedule = self._service, self._schedules.at(table)
        try:
            async with service.locked_room(table):
                countdown = schedule.countdown
                if countdown is None or not countdown.is_over(asyncio.get_running_loop().time()):
                    return  # a move that was being stored when the timer fired has restarted the quiet period
                await service.perform_locked(table, PlayChance())
                for seat in range(len(table.room.state.seats)):
                    if schedule.countdown is None or schedule.countdown.name != countdown.name:
                        return
                    await service.perform_locked(table, DefaultMove(seat))
        except RequestRefused as error:
            self._attempts.note_refusal(table, error)
