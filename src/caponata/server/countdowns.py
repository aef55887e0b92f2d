"""Waits that a game without turns ends by itself: chance goes on, or all who may act make their default move.

A game says in its module `timing` which waits it has, for how long, and what breaks the quiet. They are
counted by the server that looks after the table; one that begins to look counts anew. While the table is
paused nothing is counted.
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
    """A wait at a table: which, since when in milliseconds, since when it is quiet, and when it ends."""

    name: str
    began: int
    quiet_since: int
    mark: int
    paused: int | None = None
    due: float = 0.0  # by the clock of the event loop, as long as a timer runs
    timer_due: float = 0.0
    timer: asyncio.TimerHandle | None = None

    def pause(self, now: int) -> None:
        """Count no more."""
        self.stop()
        if self.paused is None:
            self.paused = now

    def resume(self, now: int) -> None:
        """A pause of the table does not count."""
        if self.paused is not None:
            self.began += now - self.paused
            self.quiet_since += now - self.paused
            self.paused = None

    def is_over(self, time: float) -> bool:
        """Whether it has come to its end, by the clock of the event loop."""
        return self.paused is None and self.due <= time + TIMER_TOLERANCE

    def stop(self) -> None:
        """Nothing ends it."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Countdowns:
    """Counts the waits of all tables of a house."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def update(self, table: OpenTable) -> None:
        """Look at a table after something happened there: a wait may have begun, gone on or ended."""
        timing = table.room.game.timing
        if timing is None:
            return
        status, game_table, now = table.room.state.status, table.room.game_table, self._service.settings.now()
        if status == PAUSED and table.countdown is not None:
            table.countdown.pause(now)
            return
        found = timing.limits(game_table.position) if status == PLAYING and game_table is not None else None
        if table.countdown is not None and (found is None or table.countdown.name != found[0]):
            table.countdown.stop()
            table.countdown = None
        if found is None or game_table is None:
            return
        name, in_all, in_quiet = found
        mark = timing.mark(game_table.position)
        countdown = table.countdown = table.countdown or Countdown(name, now, now, mark)
        countdown.resume(now)
        if countdown.mark != mark:
            countdown.quiet_since, countdown.mark = now, mark
        ends = [countdown.began + in_all] if in_all else []
        ends += [countdown.quiet_since + in_quiet] if in_quiet else []
        countdown.due = asyncio.get_running_loop().time() + max(min(ends) - now, 0) / 1000
        self._start_timer(table, countdown)

    def _start_timer(self, table: OpenTable, countdown: Countdown) -> None:
        """Let a timer run; one that rings too soon is wound again then, not at every move."""
        if countdown.timer is None or countdown.timer_due > countdown.due:
            countdown.stop()
            countdown.timer_due = countdown.due
            countdown.timer = asyncio.get_running_loop().call_at(
                countdown.due, self._on_timer, table, countdown
            )

    def elapsed(self, table: OpenTable) -> dict[str, Any] | None:
        """A table's wait, and how many milliseconds of it are over, in all and of the quiet."""
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
        """Let chance go on, or make everybody's default move, as long as it is the same wait.

        Nobody gets in between: whoever is about to lay a die would find that they rest, and others not yet.
        """
        service = self._service
        try:
            async with service.locked_room(table):
                countdown = table.countdown
                if countdown is None or not countdown.is_over(asyncio.get_running_loop().time()):
                    return  # what was being stored when it rang has broken the quiet
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
