"""What is running or waiting for a table: bot tasks, timers and a countdown."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass

from caponata.server.settings import TIMER_TOLERANCE
from caponata.server.tables.open_table import OpenTable


@dataclass
class Countdown:
    """A running countdown: its name, start, start of the quiet period (in milliseconds) and end."""

    name: str
    began: int
    quiet_since: int
    mark: int
    paused: int | None = None
    due: float = 0.0  # on the event loop's clock
    timer_due: float = 0.0
    timer: asyncio.TimerHandle | None = None

    def pause(self, now: int) -> None:
        """Stop counting."""
        self.stop()
        if self.paused is None:
            self.paused = now

    def resume(self, now: int) -> None:
        """Continue after a pause, which does not count."""
        if self.paused is not None:
            self.began += now - self.paused
            self.quiet_since += now - self.paused
            self.paused = None

    def is_over(self, time: float) -> bool:
        """Return whether it has ended, on the event loop's clock."""
        return self.paused is None and self.due <= time + TIMER_TOLERANCE

    def stop(self) -> None:
        """Cancel the timer."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class TableSchedule:
    """The bot tasks, timers and countdown of one table."""

    def __init__(self) -> None:
        self.bot_tasks: dict[tuple[int, int], asyncio.Task[None]] = {}  # by seat and decision
        # what spectators saw when a seat's bot last started to think
        self.bot_public_views: dict[int, bytes] = {}
        self.clock_timer: asyncio.TimerHandle | None = None
        self.absence_timers: dict[int, asyncio.TimerHandle] = {}
        self.countdown: Countdown | None = None  # used in games without turns

    @property
    def is_busy(self) -> bool:
        """Return whether something is running or waiting."""
        return bool(self.bot_tasks or self.clock_timer or self.absence_timers)

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
        for timer in self.absence_timers.values():
            timer.cancel()
        self.absence_timers.clear()
        if self.countdown is not None:
            self.countdown.stop()


class Schedules:
    """The schedules of all open tables."""

    def __init__(self) -> None:
        self._by_table: dict[OpenTable, TableSchedule] = {}

    def at(self, table: OpenTable) -> TableSchedule:
        """Return the schedule of a table."""
        schedule = self._by_table.get(table)
        if schedule is None:
            schedule = self._by_table[table] = TableSchedule()
        return schedule

    def forget(self, table: OpenTable) -> None:
        """Stop everything that is running for a table, and drop it."""
        schedule = self._by_table.pop(table, None)
        if schedule is not None:
            schedule.stop()
