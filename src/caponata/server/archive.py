"""What stays of a table: what lists show of it, and the record and replay of a game that is over."""

from __future__ import annotations

import asyncio
from typing import NamedTuple

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.engine.record import record_text
from caponata.server.bot_workers import BotWorkers
from caponata.server.room import Room
from caponata.store import Store, Summary


def summary(room: Room) -> Summary:
    """What lists show of a table."""
    card = msgspec.json.encode(room.card())
    return Summary(room.table_id, room.state.status, room.is_listed, room.state.at, card)


class GameLog(NamedTuple):
    """What was played at a table until now: a record without entries, and the log."""

    game: str
    head: str
    log: list[tuple[int, bytes]]


class Archive:
    """Keeps what outlives a game."""

    def __init__(self, store: Store, bot_workers: BotWorkers) -> None:
        self._store = store
        self._bot_workers = bot_workers
        self._lock = asyncio.Lock()  # one game after the other: what waits is a table, not its whole log

    async def save_summary(self, room: Room) -> None:
        """Keep what lists show of a table."""
        await self._store.save_summary(summary(room), room.state.seated_people)

    async def keep_record(self, room: Room) -> None:
        """Keep the record of a game that is over, and all that its replays show."""
        async with self._lock:
            await self._keep(room)

    async def repair(self, room: Room) -> None:
        """Keep what a server did not come to keep before it was stopped, unless somebody has."""
        await self.save_summary(room)
        async with self._lock:
            if await self._store.record(room.table_id) is None:
                await self._keep(room)

    async def _keep(self, room: Room) -> None:
        if room.game_table is None:
            return
        viewers = [SPECTATOR, *range(len(room.state.seats))]
        text, replays = await self._bot_workers.packed_replays(*await self.game_log(room), viewers)
        await self._store.save_result(room.table_id, text.encode(), replays)

    async def game_log(self, room: Room) -> GameLog:
        """What was played at a table: all that its replay is made of."""
        head = record_text(room.record([]))
        rows = await self._store.rows(room.table_id)
        return GameLog(room.game.name, head, [(row.at, row.body) for row in rows])

    async def replay(self, game_log: GameLog, viewer: int) -> tuple[str, bytes]:
        """The record of a game, and its replay as one viewer saw it, made now."""
        text, replays = await self._bot_workers.replay(*game_log, viewer)
        return text, replays[viewer]
