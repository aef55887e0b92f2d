"""What stays of a table: what lists show of it, and the record and replay of a game that is over."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.engine.record import record_text
from caponata.server.room import Room
from caponata.server.thinkers import Thinkers
from caponata.store import Store, Summary


def summary(room: Room) -> Summary:
    """What lists show of a table."""
    card = msgspec.json.encode(room.card())
    return Summary(room.table, room.life.status, room.is_listed, room.life.at, card)


class Played(NamedTuple):
    """What was played at a table until now: a record without entries, and the log."""

    game: str
    head: str
    log: list[tuple[int, bytes]]


class Archive:
    """Keeps what outlives a game."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers
        self._desk = asyncio.Lock()  # one game after the other: what waits is a table, not its whole log

    async def summarise(self, room: Room) -> None:
        """Keep what lists show of a table."""
        await self._store.summarise(summary(room), room.life.people)

    async def keep_record(self, room: Room) -> None:
        """Keep the record of a game that is over, and all that its replays show."""
        async with self._desk:
            await self._keep(room)

    async def repair(self, room: Room) -> None:
        """Keep what a server did not come to keep before it was stopped, unless somebody has."""
        await self.summarise(room)
        async with self._desk:
            if await self._store.record(room.table) is None:
                await self._keep(room)

    async def _keep(self, room: Room) -> None:
        if room.play is None:
            return
        viewers = [SPECTATOR, *range(len(room.life.seats))]
        text, replays = await self._thinkers.packed(*await self.played(room), viewers)
        await self._store.finish(room.table, text.encode(), replays)

    async def played(self, room: Room) -> Played:
        """What was played at a table: all that its replay is made of."""
        head = record_text(room.record([]))
        rows = await self._store.rows(room.table)
        return Played(room.game.name, head, [(row.at, row.body) for row in rows])

    async def replayed(self, played: Played, viewer: int) -> tuple[str, bytes]:
        """The record of a game, and its replay as one viewer saw it, made now."""
        text, shown = await self._thinkers.replayed(*played, viewer)
        return text, shown[viewer]
