"""Who is there: everybody who listens, here and in other processes, and how far away they are."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from caponata.server.open_table import OpenTable

if TYPE_CHECKING:
    from caponata.server.table_service import TableService


class Presence:
    """Knows who listens at the tables of a house, and tells those who are there."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def schedule_update(self, table: OpenTable) -> None:
        """Somebody came or went: tell everybody, once for all who do within a moment."""
        if table.presence_timer is None:
            wait = self._service.settings.presence_delay
            table.presence_timer = asyncio.get_running_loop().call_later(wait, self.send, table)

    def send(self, table: OpenTable) -> None:
        """Tell everybody who is there, here and elsewhere."""
        table.presence_timer = None
        present = table.viewers.presence(len(table.room.state.seats))
        if present != table.sent_presence:  # a second tab is nobody else's business
            table.sent_presence = present
            table.viewers.send_table(table.room, self._service.settings.now())
        self._service.notifications.publish_presence(table.room.table_id, table.viewers.connection_counts())

    def set_remote_counts(self, table_id: str, counts: Mapping[int, int]) -> None:
        """Other processes tell how many listen there, by seat."""
        table = self._service.open_tables.get(table_id)
        if table is not None:
            gone = [seat for seat in table.viewers.remote_counts if seat not in counts]
            table.viewers.remote_counts = counts
            self.schedule_update(table)
            for seat in gone:  # the process where they listened may be dead
                self._service.scheduler.disconnected(table, seat)

    def record_delay(self, table: OpenTable, seat: int, connection: Hashable, delay: float | None) -> None:
        """A line of a seat that listens here is so many seconds long, or there no more."""
        table.latency.record(seat, connection, delay)
        self._service.notifications.publish_delays(table.room.table_id, table.latency.local)

    def set_remote_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        """Other processes tell how far away those are who listen there, by seat."""
        table = self._service.open_tables.get(table_id)
        if table is not None:
            table.latency.remote = delays
