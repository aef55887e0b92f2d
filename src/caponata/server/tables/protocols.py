"""What tables need of the other packages: viewers, a scheduler and other server processes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, TypeAlias

from caponata.server.tables.deeds import AnyDeed
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable


class Connection(Protocol):
    """The connection to one client."""

    def send(self, message: bytes) -> None:
        """Send a message without waiting for it to arrive."""

    def close(self, code: int, reason: str) -> None:
        """Close the connection after all messages sent so far."""


class Sender(NamedTuple):
    """The client that sent a request, the id its answer carries, and the name stored with the deed."""

    connection: Connection
    request_id: str
    request_name: str


Updates: TypeAlias = Sequence[Any]  # built by `Audience.prepare` for `Audience.send`; opaque to tables


class Audience(Protocol):
    """The viewers of all tables."""

    def prepare(self, table: OpenTable) -> Updates:
        """Build the updates after a change of the game, while its deed is being stored."""

    def send(
        self, table: OpenTable, stored: Sequence[AnyDeed], updates: Updates = (), sender: Sender | None = None
    ) -> None:
        """Send stored deeds to all viewers, with the prepared updates if there are any."""

    def confirm(self, sender: Sender) -> None:
        """Answer a repeated request that was granted before."""

    def has_viewers(self, table: OpenTable) -> bool:
        """Return whether somebody is connected to a table."""

    def forget(self, table: OpenTable) -> None:
        """Drop everything kept for a table that is evicted from memory."""


class Scheduler(Protocol):
    """Bots, clocks and other things that happen without a request."""

    def schedule(self, table: OpenTable, *, elsewhere: bool = False) -> None:
        """Start what is due after a change; if it was made `elsewhere`, that process may act first."""

    def note_refusal(self, table: OpenTable, error: RequestRefused) -> None:
        """Note that a deed was refused, perhaps because the store is unavailable."""

    def is_busy(self, table: OpenTable) -> bool:
        """Return whether something is running or waiting for a table."""

    def forget(self, table: OpenTable) -> None:
        """Stop everything that is running for a table."""


class OtherProcesses(Protocol):
    """The other processes that serve the same tables."""

    @property
    def is_shared(self) -> bool:
        """Return whether there may be other processes."""

    def publish_number(self, table_id: str, number: int) -> None:
        """Announce the number of a table's last deed."""
