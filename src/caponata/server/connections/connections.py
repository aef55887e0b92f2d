"""The connections of all tables: what is sent after a deed, and to whom."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Mapping, Sequence
from typing import Final, Protocol

import msgspec

from caponata.server.connections.latency import TableLatency
from caponata.server.connections.sent_messages import Done
from caponata.server.connections.table_message import encode_chat, send_table
from caponata.server.connections.viewers import Update, Viewers, as_answer
from caponata.server.rate_limits import TokenBucket
from caponata.server.settings import Limits, Settings
from caponata.server.tables import deeds
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.protocols import Sender

DONE: Final = msgspec.json.encode(Done())


class RemoteConnections(Protocol):
    """The connections at other server processes."""

    @property
    def has_full_presence(self) -> bool:
        """Return whether the connections at all other processes are known."""

    def remote_counts(self, table_id: str) -> Mapping[int, int]:
        """Return the number of connections at other processes, by seat."""

    def remote_delays(self, table_id: str) -> Mapping[int, float]:
        """Return the one-way delays of seats at other processes, in seconds."""


class TableConnections:
    """The connections of one table: its viewers, their latency and limits, and what was sent to them."""

    def __init__(self, max_hold: float) -> None:
        self.viewers = Viewers()
        self.latency = TableLatency(max_hold)  # used in games without turns
        self.advice_pending: set[int] = set()  # seats that wait for advice
        self.sent_changes = -1  # value of `state.changes` when the table was last sent
        # runs until changed presence is sent to everybody
        self.presence_timer: asyncio.TimerHandle | None = None
        self.sent_presence: tuple[int, ...] = ()
        self._chat_limits: dict[int, TokenBucket] = {}

    def can_chat(self, seat: int, limits: Limits) -> bool:
        """Return whether a seat may send another chat message, counting all its sockets together."""
        now = time.monotonic()
        bucket = self._chat_limits.get(seat)
        if bucket is None:
            bucket = self._chat_limits[seat] = TokenBucket(limits.chat_per_second, limits.chat_burst, now)
        return bucket.take(now)


class Connections:
    """The connections of all tables, which are the audience of the table service."""

    def __init__(self, settings: Settings, remote: RemoteConnections) -> None:
        self._settings = settings
        self._remote = remote
        self._by_table: dict[OpenTable, TableConnections] = {}

    def at(self, table: OpenTable) -> TableConnections:
        """Return the connections of a table."""
        connections = self._by_table.get(table)
        if connections is None:
            connections = self._by_table[table] = TableConnections(self._settings.max_hold)
            connections.viewers.remote_counts = self._remote.remote_counts(table.room.table_id)
            connections.latency.remote = self._remote.remote_delays(table.room.table_id)
        return connections

    # For the scheduler

    @property
    def has_full_presence(self) -> bool:
        """Return whether the connections at all other processes are known."""
        return self._remote.has_full_presence

    def is_connected(self, table: OpenTable, seat: int) -> bool:
        """Return whether a seat has a connection, here or elsewhere."""
        return self.at(table).viewers.is_connected(seat)

    def hold(self, table: OpenTable, seat: int) -> float:
        """Return the seconds by which a seat is held in a game without turns."""
        return self.at(table).latency.hold(seat)

    # For the table service

    def has_viewers(self, table: OpenTable) -> bool:
        """Return whether somebody is connected to a table here."""
        return self.at(table).viewers.size > 0

    def forget(self, table: OpenTable) -> None:
        """Drop everything about a table that leaves the memory."""
        connections = self._by_table.pop(table, None)
        if connections is not None and connections.presence_timer is not None:
            connections.presence_timer.cancel()

    def prepare(self, table: OpenTable) -> list[Update]:
        """Build the updates of all viewers, without sending them."""
        return self.at(table).viewers.updates(table.room)

    def confirm(self, sender: Sender) -> None:
        """Answer a request that was granted before."""
        sender.connection.send(as_answer(DONE, sender.request_id))

    def send(
        self,
        table: OpenTable,
        stored: Sequence[deeds.AnyDeed],
        updates: Sequence[Update] = (),
        sender: Sender | None = None,
    ) -> None:
        """Send stored deeds to all viewers; the first message to the sender answers its request."""
        room, connections = table.room, self.at(table)
        viewers = connections.viewers
        if not viewers.by_seat:
            return
        for deed in stored:
            if isinstance(deed, deeds.Opened) or (isinstance(deed, deeds.Keyed) and deed.moved):
                if sender is not None:
                    self.confirm(sender)
                    sender = None
                viewers.close_seat(deed.seat, is_moved=isinstance(deed, deeds.Keyed))
        said = sum(isinstance(deed, deeds.Said) for deed in stored)
        for message in room.state.chat[max(0, len(room.state.chat) - said) :]:
            viewers.send_all(encode_chat(message))
        has_moved = any(deeds.entries_of(deed) for deed in stored)
        if has_moved or any(isinstance(deed, deeds.Started | deeds.Ended) for deed in stored):
            viewers.send_updates(updates or viewers.updates(room), sender)
            sender = None
        if room.state.changes != connections.sent_changes or (room.config.clock is not None and has_moved):
            connections.sent_changes = room.state.changes
            send_table(viewers, room, self._settings.now(), sender)
            sender = None
        if sender is not None:
            self.confirm(sender)
