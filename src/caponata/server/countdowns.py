"""Countdowns of games without turns: at the end chance moves, or all acting seats play their default move.

The game's `timing` module says which countdowns exist, how long they run and which moves restart the quiet
period. Each server process counts for the tables it has open, and starts again when it opens one. A paused
table does not count.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from caponata.server import deeds
from caponata.server.errors import RequestRefused
from caponata.server.latency import TIMER_TOLERANCE
from caponata.server.open_table import OpenTable
from caponata.server.room import Room
from caponata.server.table_state import PAUSED, PLAYING

if TYPE_CHECKING:
    from caponata.server.table_service import TableService


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


class Countdowns:
    """Runs the countdowns of all open tables."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def update(self, table: OpenTable) -> None:
        """Start, continue or stop a table's countdown after a change."""
        timing = table.room.game.timing
        if timing is None:
            return
        status, game_table, now = table.room.state.status, table.room.game_table, self._service.settings.now()
        if status == PAUSED and table.countdown is not None:
            table.countdown.pause(now)
            return
        limits = timing.limits(game_table.position) if status == PLAYING and game_table is not None else None
        if table.countdown is not None and (limits is None or table.countdown.name != limits[0]):
            table.countdown.stop()
            table.countdown = None
        if limits is None or game_table is None:
            return
        name, total_ms, quiet_ms = limits
        mark = timing.mark(game_table.position)
        countdown = table.countdown = table.countdown or Countdown(name, now, now, mark)
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
        countdown = table.countdown
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
            self._service.run_in_background(self._end(table))

    async def _end(self, table: OpenTable) -> None:
        """Play chance moves or all default moves, while it is still the same countdown.

        The lock is held throughout, so that no move comes between the default moves of two seats.
        """
        service = self._service
        try:
            async with service.locked_room(table):
                countdown = table.countdown
                if countdown is None or not countdown.is_over(asyncio.get_running_loop().time()):
                    return  # a move that was being stored when the timer fired has restarted the quiet period
                await service.perform_locked(table, lambda room: room.play_chance())
                for seat in range(len(table.room.state.seats)):
                    if table.countdown is None or table.countdown.name != countdown.name:
                        return
                    await service.perform_locked(table, partial(_default, seat=seat))
        except RequestRefused as error:
            service.scheduler.note_refusal(table, error)


def _default(room: Room, seat: int) -> deeds.AnyDeed | None:
    if room.game_table is None or seat not in room.game_table.acting:
        return None
    return room.move(seat, None, room.game_table.default_move(seat), by="clock")
