"""Waits that a game without turns ends by itself: chance goes on, or all who may act make their default move.

A game says in its module `timing` which waits it has, for how long, and what breaks the quiet. They are
counted by the server that looks after the table; one that begins to look counts anew. While the table is
paused nothing is counted.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

from caponata.engine.extras import extra_of
from caponata.server import deeds
from caponata.server.life import PAUSED, PLAYING
from caponata.server.live import Live
from caponata.server.refused import Refused
from caponata.server.room import Room

if TYPE_CHECKING:
    from caponata.server.house import House


@dataclass
class Wait:
    """A wait at a table: which, since when in milliseconds, since when it is quiet, and what ends it."""

    name: str
    began: int
    moved: int
    mark: int
    paused: int | None = None
    handle: asyncio.TimerHandle | None = None

    def go_on(self, now: int) -> None:
        """A pause of the table does not count."""
        if self.paused is not None:
            self.began += now - self.paused
            self.moved += now - self.paused
            self.paused = None


class Patience:
    """Counts the waits of all tables of a house."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._waits: WeakKeyDictionary[Live, Wait] = WeakKeyDictionary()

    def watch(self, live: Live) -> None:
        """Look at a table after something happened there: a wait may have begun, gone on or ended."""
        timing = extra_of(live.room.game, "timing")
        if timing is None:
            return
        before, room, now = self._waits.pop(live, None), live.room, self._house.settings.now()
        if before is not None and before.handle is not None:
            before.handle.cancel()
        if room.life.status == PAUSED and before is not None:
            before.paused = now if before.paused is None else before.paused
            self._waits[live] = before
        if room.life.status != PLAYING or room.play is None:
            return
        found = timing.limits(room.play.position)
        if found is None:
            return
        name, in_all, in_quiet = found
        mark = timing.mark(room.play.position)
        wait = before if before is not None and before.name == name else Wait(name, now, now, mark)
        wait.go_on(now)
        if wait.mark != mark:
            wait.moved, wait.mark = now, mark
        ends = [wait.began + in_all] if in_all else []
        ends += [wait.moved + in_quiet] if in_quiet else []
        left = max(min(ends) - now, 0) / 1000
        wait.handle = asyncio.get_running_loop().call_later(left, self._ring, live, name)
        self._waits[live] = wait

    def waited(self, live: Live) -> dict[str, Any] | None:
        """A table's wait, and how many milliseconds of it are over, in all and of the quiet."""
        wait = self._waits.get(live)
        if wait is None:
            return None
        now = self._house.settings.now() if wait.paused is None else wait.paused
        return {"wait": wait.name, "all": max(now - wait.began, 0), "quiet": max(now - wait.moved, 0)}

    def _ring(self, live: Live, name: str) -> None:
        self._house.chore(self._end(live, name))

    async def _end(self, live: Live, name: str) -> None:
        """Let chance go on, or make everybody's default move, as long as it is the same wait.

        Nobody gets in between: whoever is about to lay a die would find that they rest, and others not yet.
        """
        house = self._house
        with suppress(Refused):
            async with house.looking(live):
                with suppress(Refused):
                    await house.perform(live, lambda room: room.go_on())
                for seat in range(len(live.room.life.seats)):
                    wait = self._waits.get(live)
                    if wait is None or wait.name != name:
                        return
                    await house.perform(live, partial(_default, seat=seat))


def _default(room: Room, seat: int) -> deeds.AnyDeed | None:
    if room.play is None or seat not in room.play.acting:
        return None
    return room.move(seat, None, room.play.default_move(seat), by="clock")
