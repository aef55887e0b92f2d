"""A table in memory: its room and the lock that protects it."""

from __future__ import annotations

import asyncio
import time

from caponata.server.tables.room import Room


class OpenTable:
    """A room in memory. Hold `lock` while reading or changing the room."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.lock = asyncio.Lock()
        self.grace_until = 0  # milliseconds: no clock runs out before this time, as the server was down
        self.sent_number = room.state.number  # number of the last deed sent to viewers
        self.needs_reload = False  # the room may hold a deed that is not stored
        self.rematch_id: str | None = None  # a table created for a rematch whose deed may not be stored yet
        self.last_used = time.monotonic()
