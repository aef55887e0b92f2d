"""The viewers of a table and their state messages, each built from the viewer's own view only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.engine.table import Table
from caponata.server.connections.encoded_view import EncodedView, encode_views
from caponata.server.connections.sent_messages import Moved
from caponata.server.connections.state_message import common_state, encode_update, viewer_state
from caponata.server.tables.protocols import Connection, Sender
from caponata.server.tables.room import Room

MAX_EVENTS: Final = 400  # sent on joining; older ones are in the replay

_encode = msgspec.json.Encoder().encode
_MOVED: Final = _encode(Moved())


def as_answer(message: bytes, request_id: str) -> bytes:
    """Mark a message as the answer to a request."""
    return b'{"answers":' + _encode(request_id) + b"," + message[1:]


class Viewer:
    """A seat, or all spectators together: connections, the last view sent, and the number of events sent."""

    __slots__ = ("connections", "seat", "sent_events", "sent_view")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.connections: set[Connection] = set()
        self.sent_view: EncodedView | None = None
        self.sent_events = 0

    def update(self, game_table: Table, now: EncodedView, common: Mapping[str, Any]) -> Update:
        """Return what changed since the last update."""
        state = viewer_state(game_table, self.seat, now.hash, common)
        events = game_table.witness(self.seat, self.sent_events)
        return Update(self, encode_update(state, events, now, self.sent_view), now, state["n"])

    def send(self, message: bytes, sender: Sender | None) -> None:
        """Send a message to all connections; the sender's copy also answers its request."""
        for connection in self.connections:
            if sender is not None and connection is sender.connection:
                connection.send(as_answer(message, sender.request_id))
            else:
                connection.send(message)


class Update(NamedTuple):
    """A state message for a viewer, and what the viewer knows after it."""

    viewer: Viewer
    message: bytes
    view: EncodedView
    sent_events: int


class Viewers:
    """All viewers of one table that are connected here."""

    def __init__(self) -> None:
        self.by_seat: dict[int, Viewer] = {}
        self.remote_counts: Mapping[int, int] = {}  # connections to other processes, by seat

    @property
    def size(self) -> int:
        """Number of connections here."""
        return sum(len(viewer.connections) for viewer in self.by_seat.values())

    def is_connected(self, seat: int) -> bool:
        """Return whether a seat has a connection, here or elsewhere."""
        viewer = self.by_seat.get(seat)
        return bool(viewer and viewer.connections) or bool(self.remote_counts.get(seat))

    def presence(self, seats: int) -> tuple[int, ...]:
        """Return for each seat whether it is connected, followed by the number of spectators."""
        return (*(int(self.is_connected(seat)) for seat in range(seats)), self.watching)

    @property
    def watching(self) -> int:
        """Number of spectators, here and elsewhere."""
        viewer = self.by_seat.get(SPECTATOR)
        return (len(viewer.connections) if viewer else 0) + self.remote_counts.get(SPECTATOR, 0)

    def connection_counts(self) -> dict[int, int]:
        """Return the number of connections here, by seat."""
        return {seat: len(viewer.connections) for seat, viewer in self.by_seat.items() if viewer.connections}

    def add(self, seat: int, connection: Connection) -> None:
        """Add a connection."""
        self.by_seat.setdefault(seat, Viewer(seat)).connections.add(connection)

    def remove(self, connection: Connection) -> int | None:
        """Remove a connection and return its seat, or None if it is unknown."""
        for seat, viewer in self.by_seat.items():
            if connection in viewer.connections:
                viewer.connections.discard(connection)
                if not viewer.connections:
                    del self.by_seat[seat]
                return seat
        return None

    def close_seat(self, seat: int, *, is_moved: bool) -> None:
        """Close all connections of a seat that was moved or freed."""
        for connection in list(self.by_seat[seat].connections) if seat in self.by_seat else ():
            if is_moved:
                connection.send(_MOVED)
                connection.close(4409, "your seat was moved to another device")
            else:
                connection.close(4410, "this seat is free again")

    def send_all(self, message: bytes) -> None:
        """Send the same message to everybody."""
        for viewer in self.by_seat.values():
            for connection in viewer.connections:
                connection.send(message)

    # The game

    def updates(self, room: Room) -> list[Update]:
        """Return the game updates of all viewers, without sending them."""
        if room.game_table is None:
            return []
        game_table, viewers = room.game_table, list(self.by_seat.values())
        common = common_state(game_table)
        # all views first, then all updates: one kind of work at a time keeps the CPU caches warm
        views = encode_views(game_table.views([viewer.seat for viewer in viewers]))
        return [viewer.update(game_table, now, common) for viewer, now in zip(viewers, views)]

    def send_updates(self, updates: Sequence[Update], sender: Sender | None = None) -> None:
        """Send updates; the sender's copy also answers its request."""
        for viewer, message, view, event_count in updates:
            viewer.sent_view, viewer.sent_events = view, event_count
            viewer.send(message, sender)

    def full_state(
        self,
        game_table: Table,
        seat: int,
        after: int,
        known_hash: str | None,
        waited: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the state message for a viewer who joins, with the events after event number `after`.

        The view is left out if its hash is `known_hash`.
        """
        view = EncodedView(game_table.view(seat))
        state = viewer_state(game_table, seat, view.hash, common_state(game_table))
        after = after if 0 <= after <= state["n"] else 0
        state["events"] = game_table.witness(seat, max(after, state["n"] - MAX_EVENTS))
        state["missed"] = state["n"] - after - len(state["events"])
        if waited is not None:
            state["waited"] = waited
        if known_hash == view.hash:
            state["changed"], state["gone"] = {}, []
        else:
            state["view"] = view.fields
        viewer = self.by_seat.get(seat)
        if viewer is not None and viewer.sent_view is None:
            viewer.sent_view, viewer.sent_events = view, state["n"]
        return _encode(state)
