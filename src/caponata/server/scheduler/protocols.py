"""What the scheduler needs of the connections."""

from __future__ import annotations

from typing import Protocol

from caponata.server.tables.open_table import OpenTable


class ConnectedSeats(Protocol):
    """Which seats are connected, and how far away they are."""

    @property
    def has_full_presence(self) -> bool:
        """Return whether the connections at all other processes are known."""

    def is_connected(self, table: OpenTable, seat: int) -> bool:
        """Return whether a seat has a connection, here or elsewhere."""

    def hold(self, table: OpenTable, seat: int) -> float:
        """Return the seconds by which a seat is held in a game without turns."""
