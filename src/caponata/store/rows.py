"""What the store keeps of a table, and what it says when it cannot."""

from __future__ import annotations

from typing import Final, NamedTuple

OPEN: Final = ("waiting", "playing", "paused")  # the statuses of a table that is not closed for good

STARTED: Final = "started"  # the kinds of two deeds that the store itself looks for
ENDED: Final = "ended"


class Row(NamedTuple):
    """One deed in the log of a table; numbers begin at 1."""

    table: str
    number: int
    at: int  # milliseconds since 1970
    kind: str
    body: bytes  # JSON
    message: str | None  # "<seat>:<of the hashed key>:<id>" of whoever asked for it; unique in its table


class Header(NamedTuple):
    """What never changes of a table."""

    table: str
    code: str
    game: str
    rules_version: int
    created: int
    seed: bytes
    body: bytes  # JSON: options and the like


class Summary(NamedTuple):
    """What lists show of a table; it can be made again from the log at any time."""

    table: str
    status: str  # one of OPEN, finished or abandoned
    listed: bool
    changed: int
    card: bytes  # JSON


class StoreDown(Exception):
    """The database cannot be used at the moment; the sentence is for a person.

    Nothing was stored, with one exception that no database can spare us: where the connection broke during
    the commit itself, all of it may be there. Read the log again before going on with a table.
    """


class StoreTooNew(Exception):
    """The database was made by a newer caponata than this one."""


class Unstorable(ValueError):
    """This one thing can never be stored: a table nobody made, or text that no database holds."""
