"""The store's data types and errors."""

from __future__ import annotations

from typing import Final, NamedTuple

OPEN: Final = ("waiting", "playing", "paused")  # statuses of tables that are not closed

STARTED: Final = "started"  # deed kinds that the store itself queries
ENDED: Final = "ended"


class Row(NamedTuple):
    """One deed in the log of a table; numbers begin at 1."""

    table: str
    number: int
    at: int  # milliseconds since 1970
    kind: str
    body: bytes  # JSON
    message: str | None  # "<seat>:<part of the hashed key>:<id>" of the client's request; unique per table


class Header(NamedTuple):
    """The fixed data of a table."""

    table: str
    code: str
    game: str
    rules_version: int
    created: int
    seed: bytes
    body: bytes  # JSON: the table's settings


class Summary(NamedTuple):
    """What lists show of a table; it can be rebuilt from the log."""

    table: str
    status: str  # one of OPEN, finished or abandoned
    listed: bool
    changed: int
    card: bytes  # JSON


class StoreDown(Exception):
    """The database cannot be used at the moment; the message is for people.

    Nothing was stored, except that a connection lost during the commit may have stored everything. Read the
    log again before continuing with a table.
    """


class StoreTooNew(Exception):
    """The database was written by a newer version of caponata."""


class Unstorable(ValueError):
    """This row can never be stored: its table does not exist, or its text is invalid."""
