"""Summaries for table lists, and the records and replays of finished games."""

from __future__ import annotations

import asyncio

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.engine.record import record_text
from caponata.server.tables.replays import GameLog, ReplayWorkers
from caponata.server.tables.room import Room
from caponata.store import Store, Summary


def summary(room: Room) -> Summary:
    """Return what table lists show of a room."""
    card = msgspec.json.encode(room.card())
    return Summary(room.table_id, room.state.status, room.is_listed, room.state.at, card)


class Archive:
    """Stores summaries, records and replays."""

    def __init__(self, store: Store, workers: ReplayWorkers) -> None:
        self._store = store
        self.workers = workers
        self._lock = asyncio.Lock()  # one game at a time, so that only one log is in memory

    async def save_summary(self, room: Room) -> None:
        """Store what table lists show of a room."""
        await self._store.save_summary(summary(room), room.state.seated_people)

    async def keep_record(self, room: Room) -> None:
        """Store the record and the replays of a finished game."""
        async with self._lock:
            await self._keep(room)

    async def repair(self, room: Room) -> None:
        """Store the summary, and the record if a stopped server did not store it."""
        await self.save_summary(room)
        async with self._lock:
            if await self._store.record(room.table_id) is None:
                await self._keep(room)

    async def _keep(self, room: Room) -> None:
        if room.game_table is None:
            return
        viewers = [SPECTATOR, *range(len(room.state.seats))]
        text, replays = await self.workers.packed_replays(await self.game_log(room), viewers)
        await self._store.save_result(room.table_id, text.encode(), replays)

    async def game_log(self, room: Room) -> GameLog:
        """Return the game log of a room, from the store."""
        head = record_text(room.record([]))
        rows = await self._store.rows(room.table_id)
        return GameLog(room.game.name, head, [(row.at, row.body) for row in rows])
