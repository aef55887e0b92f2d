"""Waits that a game without turns ends by itself: chance goes on, or all who may act make their default move.

A game says in its module `timing` which waits it has, and for how long. They are counted by the server that
looks after the table; one that begins to look counts anew.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from caponata.engine.extras import extra_of
from caponata.server import deeds
from caponata.server.life import PLAYING
from caponata.server.live import Live
from caponata.server.refused import Refused
from caponata.server.room import Room

if TYPE_CHECKING:
    from caponata.server.house import House


@dataclass
class Wait:
    """A wait at a table: which, since when, when somebody last moved, and what ends it."""

    name: str
    began: float
    moved: float
    entries: int
    handle: asyncio.TimerHandle | None = None


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
        before = self._waits.pop(live, None)
        if before is not None and before.handle is not None:
            before.handle.cancel()
        room = live.room
        if room.life.status != PLAYING or room.play is None:
            return
        found = timing.limits(room.play.position)
        if found is None:
            return
        name, in_all, without_move = found
        loop = asyncio.get_running_loop()
        entries, now = len(room.play.entries), loop.time()
        wait = before if before is not None and before.name == name else Wait(name, now, now, entries)
        if wait.entries != entries:
            wait.moved, wait.entries = now, entries
        ends = [wait.began + in_all / 1000] if in_all else []
        ends += [wait.moved + without_move / 1000] if without_move else []
        wait.handle = loop.call_at(min(ends), self._ring, live, name)
        self._waits[live] = wait

    def _ring(self, live: Live, name: str) -> None:
        self._house.chore(self._end(live, name))

    async def _end(self, live: Live, name: str) -> None:
        """Let chance go on, or make everybody's default move, as long as it is the same wait."""
        with suppress(Refused):
            await self._house.act(live, lambda room: room.go_on())
        for seat in range(len(live.room.life.seats)):
            wait = self._waits.get(live)
            if wait is None or wait.name != name:
                return
            try:
                await self._house.act(live, partial(_default, seat=seat))
            except Refused:
                return


def _default(room: Room, seat: int) -> deeds.AnyDeed | None:
    if room.play is None or seat not in room.play.acting:
        return None
    return room.move(seat, None, room.play.default_move(seat), by="clock")
