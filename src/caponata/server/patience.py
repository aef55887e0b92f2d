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
from caponata.server.evenness import SOON
from caponata.server.life import PAUSED, PLAYING
from caponata.server.live import Live
from caponata.server.refused import Refused
from caponata.server.room import Room

if TYPE_CHECKING:
    from caponata.server.house import House


@dataclass
class Wait:
    """A wait at a table: which, since when in milliseconds, since when it is quiet, and when it ends."""

    name: str
    began: int
    moved: int
    mark: int
    paused: int | None = None
    due: float = 0.0  # by the clock of the event loop, as long as a timer runs
    rings: float = 0.0
    timer: asyncio.TimerHandle | None = None

    def pause(self, now: int) -> None:
        """Count no more."""
        self.stop()
        if self.paused is None:
            self.paused = now

    def go_on(self, now: int) -> None:
        """A pause of the table does not count."""
        if self.paused is not None:
            self.began += now - self.paused
            self.moved += now - self.paused
            self.paused = None

    def is_over(self, time: float) -> bool:
        """Whether it has come to its end, by the clock of the event loop."""
        return self.paused is None and self.due <= time + SOON

    def stop(self) -> None:
        """Nothing ends it."""
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None


class Patience:
    """Counts the waits of all tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house

    def watch(self, live: Live) -> None:
        """Look at a table after something happened there: a wait may have begun, gone on or ended."""
        timing = live.room.game.timing
        if timing is None:
            return
        status, play, now = live.room.life.status, live.room.play, self._house.settings.now()
        if status == PAUSED and live.wait is not None:
            live.wait.pause(now)
            return
        found = timing.limits(play.position) if status == PLAYING and play is not None else None
        if live.wait is not None and (found is None or live.wait.name != found[0]):
            live.wait.stop()
            live.wait = None
        if found is None or play is None:
            return
        name, in_all, in_quiet = found
        mark = timing.mark(play.position)
        wait = live.wait = live.wait or Wait(name, now, now, mark)
        wait.go_on(now)
        if wait.mark != mark:
            wait.moved, wait.mark = now, mark
        ends = [wait.began + in_all] if in_all else []
        ends += [wait.moved + in_quiet] if in_quiet else []
        wait.due = asyncio.get_running_loop().time() + max(min(ends) - now, 0) / 1000
        self._wind(live, wait)

    def _wind(self, live: Live, wait: Wait) -> None:
        """Let a timer run; one that rings too soon is wound again then, not at every move."""
        if wait.timer is None or wait.rings > wait.due:
            wait.stop()
            wait.rings = wait.due
            wait.timer = asyncio.get_running_loop().call_at(wait.due, self._ring, live, wait)

    def waited(self, live: Live) -> dict[str, Any] | None:
        """A table's wait, and how many milliseconds of it are over, in all and of the quiet."""
        wait = live.wait
        if wait is None:
            return None
        now = self._house.settings.now() if wait.paused is None else wait.paused
        return {"wait": wait.name, "all": max(now - wait.began, 0), "quiet": max(now - wait.moved, 0)}

    def _ring(self, live: Live, wait: Wait) -> None:
        wait.timer = None
        if not wait.is_over(asyncio.get_running_loop().time()):
            self._wind(live, wait)
        else:
            self._house.chore(self._end(live))

    async def _end(self, live: Live) -> None:
        """Let chance go on, or make everybody's default move, as long as it is the same wait.

        Nobody gets in between: whoever is about to lay a die would find that they rest, and others not yet.
        """
        house = self._house
        try:
            async with house.looking(live):
                wait = live.wait
                if wait is None or not wait.is_over(asyncio.get_running_loop().time()):
                    return  # what was being stored when it rang has broken the quiet
                await house.perform(live, lambda room: room.go_on())
                for seat in range(len(live.room.life.seats)):
                    if live.wait is None or live.wait.name != wait.name:
                        return
                    await house.perform(live, partial(_default, seat=seat))
        except Refused as error:
            house.steward.refused(live, error)


def _default(room: Room, seat: int) -> deeds.AnyDeed | None:
    if room.play is None or seat not in room.play.acting:
        return None
    return room.move(seat, None, room.play.default_move(seat), by="clock")
