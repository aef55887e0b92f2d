"""Who is connected to a table, here and at other processes, and with which delays."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from caponata.server.open_table import OpenTable

if TYPE_CHECKING:
    from caponata.server.table_service import TableService


class Presence:
    """Tracks the connections of all tables and sends changes to the viewers."""

    def __init__(self, service: TableService) -> None:
        self._service = service

    def schedule_update(self, table: OpenTable) -> None:
        """Send changed presence after a short delay, which combines several changes."""
        if table.presence_timer is None:
            wait = self._service.settings.presence_delay
            table.presence_timer = asyncio.get_running_loop().call_later(wait, self.send, table)

    def send(self, table: OpenTable) -> None:
        """Send changed presence to the viewers and to other processes."""
        table.presence_timer = None
        present = table.viewers.presence(len(table.room.state.seats))
        if present != table.sent_presence:  # a second tab changes nothing for the others
            table.sent_presence = present
            table.viewers.send_table(table.room, self._service.settings.now())
        self._service.notifications.publish_presence(table.room.table_id, table.viewers.connection_counts())

    def set_remote_counts(self, table_id: str, counts: Mapping[int, int]) -> None:
        """Set the number of connections at other processes, by seat."""
        table = self._service.open_tables.get(table_id)
        if table is not None:
            gone = [seat for seat in table.viewers.remote_counts if seat not in counts]
            table.viewers.remote_counts = counts
            self.schedule_update(table)
            for seat in gone:  # the process they were connected to may be dead
                self._service.scheduler.disconnected(table, seat)

    def record_delay(self, table: OpenTable, seat: int, connection: Hashable, delay: float | None) -> None:
        """Record the delay of a local connection, or None when it is closed."""
        table.latency.record(seat, connection, delay)
        self._service.notifications.publish_delays(table.room.table_id, table.latency.local)

    def set_remote_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        """Set the delays of seats at other processes."""
        table = self._service.open_tables.get(table_id)
        if table is not None:
            table.latency.remote = delays
