"""Presence: who is connected to a table, in this process and in others, and with what delay."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Protocol

from caponata.engine.game import SPECTATOR
from caponata.server.connections.connections import Connections
from caponata.server.connections.notifications import LocalPresence, Notifications
from caponata.server.connections.table_message import encode_chat, full_table, send_table
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.protocols import Connection
from caponata.server.tables.seating import Reconnect
from caponata.server.tables.service import TableService


class SeatWatcher(Protocol):
    """The scheduler, as far as it depends on who is connected."""

    def connected(self, table: OpenTable, seat: int) -> None:
        """Note that a seat is connected."""

    def disconnected(self, table: OpenTable, seat: int) -> None:
        """Note that a connection of a seat is closed."""

    def elapsed(self, table: OpenTable) -> dict[str, Any] | None:
        """Return the elapsed time of a table's countdown, or None if there is none."""


class Presence:
    """Adds viewers to tables, removes them, and sends the changes to the others."""

    def __init__(
        self,
        service: TableService,
        connections: Connections,
        notifications: Notifications,
        watcher: SeatWatcher,
    ) -> None:
        self._service = service
        self._connections = connections
        self._notifications = notifications
        self._watcher = watcher

    # Joining and leaving

    async def join(
        self,
        table: OpenTable,
        key: str | None,
        connection: Connection,
        since: int,
        known_hash: str | None,
        chat: int,
    ) -> int:
        """Connect a viewer, send what it has missed, and return the seat of its key."""
        # the process that stored the last deed may have died before it sent a notification
        await self._service.find_current(table.room.table_id)
        async with self._service.locked_room(table) as room:
            seat = SPECTATOR if key is None else room.seat_of_key(key)
            self._check_capacity(table, seat)
            viewers = self._connections.at(table).viewers
            viewers.add(seat, connection)
            self._watcher.connected(table, seat)
            connection.send(full_table(viewers, room, self._service.settings.now(), seat))
            if room.game_table is not None:
                waited = self._watcher.elapsed(table)
                connection.send(viewers.full_state(room.game_table, seat, since, known_hash, waited))
            for message in room.state.chat:
                if message.k > chat:
                    connection.send(encode_chat(message))
            self._schedule_update(table)
            if seat != SPECTATOR and Reconnect(seat).apply(room) is not None:
                await self._service.perform_locked(table, Reconnect(seat))
        return seat

    def _check_capacity(self, table: OpenTable, seat: int) -> None:
        limits, room = self._service.settings.limits, table.room
        if seat == SPECTATOR and not room.config.spectators:
            raise RequestRefused(403, "no-spectators", "this table does not allow spectators")
        most = limits.spectators_per_table if seat == SPECTATOR else limits.sockets_per_seat
        if self._connections.at(table).viewers.connection_counts().get(seat, 0) >= most:
            raise RequestRefused(429, "too-many-listeners", "too many people are watching this table already")

    def leave(self, table: OpenTable, connection: Connection) -> None:
        """Remove a connection."""
        seat = self._connections.at(table).viewers.remove(connection)
        if seat is not None:
            table.last_used = time.monotonic()
            self._watcher.disconnected(table, seat)
            self._schedule_update(table)

    # Sending

    def _schedule_update(self, table: OpenTable) -> None:
        """Send changed presence after a short delay, which combines several changes."""
        connections = self._connections.at(table)
        if connections.presence_timer is None:
            wait = self._service.settings.presence_delay
            connections.presence_timer = asyncio.get_running_loop().call_later(wait, self.send, table)

    def send_now(self, table: OpenTable) -> None:
        """Send changed presence without the usual delay."""
        timer = self._connections.at(table).presence_timer
        if timer is not None:
            timer.cancel()
            self.send(table)

    def send(self, table: OpenTable) -> None:
        """Send changed presence to the viewers and to other processes."""
        connections = self._connections.at(table)
        connections.presence_timer = None
        present = connections.viewers.presence(len(table.room.state.seats))
        if present != connections.sent_presence:  # a second tab changes nothing for the others
            connections.sent_presence = present
            send_table(connections.viewers, table.room, self._service.settings.now())
        self._notifications.publish_presence(table.room.table_id, connections.viewers.connection_counts())

    def record_delay(self, table: OpenTable, seat: int, connection: Hashable, delay: float | None) -> None:
        """Record the delay of a local connection, or None when it is closed."""
        latency = self._connections.at(table).latency
        latency.record(seat, connection, delay)
        self._notifications.publish_delays(table.room.table_id, latency.local)

    # Other processes

    def local_presence(self) -> Iterator[LocalPresence]:
        """Yield the connections of this process, by table."""
        for table_id, table in self._service.open_tables.items():
            connections = self._connections.at(table)
            yield LocalPresence(table_id, connections.viewers.connection_counts(), connections.latency.local)

    def catch_up(self, table_id: str, number: int | None = None) -> None:
        """Apply what another process stored, in the background."""
        self._service.background.run(self._service.catch_up(table_id, number))

    def set_remote_counts(self, table_id: str, counts: Mapping[int, int]) -> None:
        """Set the number of connections to other processes, by seat."""
        table = self._service.open_tables.get(table_id)
        if table is not None:
            viewers = self._connections.at(table).viewers
            gone = [seat for seat in viewers.remote_counts if seat not in counts]
            viewers.remote_counts = counts
            self._schedule_update(table)
            for seat in gone:  # the process they were connected to may be dead
                self._watcher.disconnected(table, seat)

    def set_remote_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        """Set the delays of seats connected to other processes."""
        table = self._service.open_tables.get(table_id)
        if table is not None:
            self._connections.at(table).latency.remote = delays
