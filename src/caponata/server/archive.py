"""What stays of a table: what lists show of it, and the record and replay of a game that is over."""

from __future__ import annotations

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.engine.record import Entry, Record, record_text
from caponata.server import deeds
from caponata.server.room import Room
from caponata.server.thinkers import Thinkers
from caponata.store import Store, Summary


def summary(room: Room) -> Summary:
    """What lists show of a table."""
    card = msgspec.json.encode(room.card())
    return Summary(room.table, room.life.status, room.plan.listed, room.life.at, card)


class Archive:
    """Keeps what outlives a game."""

    def __init__(self, store: Store, thinkers: Thinkers) -> None:
        self._store = store
        self._thinkers = thinkers

    async def summarise(self, room: Room) -> None:
        """Keep what lists show of a table."""
        people = [(number, seat.person) for number, seat in enumerate(room.life.seats) if seat.person]
        await self._store.summarise(summary(room), people)

    async def keep_record(self, room: Room) -> None:
        """Keep the record of a game that is over, and all that its replays show."""
        if room.play is None:
            return
        record, times = await self.record(room)
        text = record_text(record)
        viewers = [SPECTATOR, *range(len(room.life.seats))]
        shown = await self._thinkers.frames(room.game.name, text, viewers, times)
        replay = msgspec.json.encode({str(viewer): msgspec.Raw(body) for viewer, body in shown.items()})
        await self._store.finish(room.table, text.encode(), replay)

    async def repair(self, room: Room) -> None:
        """Keep what a server did not come to keep before it was stopped."""
        await self.summarise(room)
        if await self._store.record(room.table) is None:
            await self.keep_record(room)

    async def record(self, room: Room) -> tuple[Record, dict[int, int]]:
        """The record of a table from its whole log, and the time of each entry."""
        entries: list[Entry] = []
        times: dict[int, int] = {}
        for row in await self._store.rows(room.table):
            for entry in deeds.read_entries(deeds.entries_of(deeds.read_deed(row.body))):
                entries.append(entry)
                times[entry.number] = row.at
        return room.record(entries), times

    async def frames(self, room: Room, viewer: int) -> bytes:
        """The replay of a game as one viewer saw it, made now."""
        record, times = await self.record(room)
        shown = await self._thinkers.frames(room.game.name, record_text(record), [viewer], times)
        return shown[viewer]
