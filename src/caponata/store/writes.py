"""The kinds of writes: each class stores all queued writes of its kind together."""

from __future__ import annotations

import secrets
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Final, Generic, NamedTuple, Self, TypeVar

from sqlalchemy import Connection

from caponata.store import schema
from caponata.store.database import Database
from caponata.store.rows import Header, Row, Summary, Unstorable
from caponata.store.statements import MAX_INSERT_ROWS, Statements

Outcome_co = TypeVar("Outcome_co", covariant=True)

KEY: Final = itemgetter(0, 1)  # (table, number) of a row
TABLE_NAMES: Final = schema.tables.c.keys()
SUMMARY_NAMES: Final = schema.summaries.c.keys()
SECRET_BYTES: Final = 32


class Conflict(Exception):
    """A key of an optimistic insert was taken; it is not known which one."""


class Transaction(NamedTuple):
    """A transaction's connection, its database and the statements for it.

    An optimistic transaction assumes that all keys are free and does not ask which rows were inserted:
    SQLite returns rows one by one, and the event loop would interrupt each step. After a `Conflict`, all
    writes are repeated in a transaction that does ask.
    """

    connection: Connection
    database: Database
    statements: Statements
    is_optimistic: bool = False


class Write(ABC, Generic[Outcome_co]):
    """One write to the store; the type parameter is the type of its result."""

    __slots__ = ()

    @classmethod
    @abstractmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[Outcome_co]:
        """Store all writes in the transaction and return their results."""


@dataclass(slots=True)
class AddTable(Write[bool]):
    """A new table. The result is False if its id or join code is taken."""

    header: Header
    rows: Sequence[Row]
    summary: Summary
    people: Sequence[tuple[int, str]]

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[bool]:
        return [write._store(transaction) for write in writes]

    def _store(self, transaction: Transaction) -> bool:
        values = dict(zip(TABLE_NAMES, self.header))
        if transaction.connection.execute(transaction.statements.add_table, values).first() is None:
            return False
        if len(_insert_rows(transaction, self.rows)) < len(self.rows):
            raise Unstorable("two deeds of a new table have the same number or the same message")
        SaveSummary.store(transaction, [SaveSummary(self.summary, self.people)])
        return True


@dataclass(slots=True)
class Append(Write[bool]):
    """A deed for a table's log. The result is False if its number or its request is already stored."""

    row: Row

    @classmethod
    def rows_if_only_appends(cls, writes: Sequence[Write[object]]) -> list[Row] | None:
        """Return the rows if all writes are deeds that fit into one statement, else None."""
        rows = [write.row for write in writes if isinstance(write, cls)]
        return rows if len(rows) == len(writes) <= MAX_INSERT_ROWS else None

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[bool]:
        outcomes: dict[int, bool] = {}
        waiting = list(writes)
        while waiting:
            # Writes with a common key go into separate statements: one would not tell which of them won.
            taken: set[tuple[str, int | str]] = set()
            compatible: list[Self] = []
            conflicting: list[Self] = []
            for write in waiting:
                row = write.row
                keys = {(row.table, row.number), (row.table, row.message or row.number)}
                (conflicting if keys & taken else compatible).append(write)
                taken |= keys
            # all processes lock rows in the same order, which prevents deadlocks
            stored = _insert_rows(transaction, sorted([write.row for write in compatible], key=KEY))
            outcomes |= {id(write): KEY(write.row) in stored for write in compatible}
            waiting = conflicting
        return [outcomes[id(write)] for write in writes]


@dataclass(slots=True)
class SaveSnapshot(Write[None]):
    """A snapshot, which replaces an older one but never a newer one."""

    table: str
    number: int
    body: bytes

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[None]:
        newest: dict[str, Self] = {}
        for write in writes:
            if write.table not in newest or write.number >= newest[write.table].number:
                newest[write.table] = write
        values = [
            {"table_id": table, "number": write.number, "body": write.body}
            for table, write in sorted(newest.items())
        ]
        transaction.connection.execute(transaction.statements.save_snapshot, values)
        return [None] * len(writes)


@dataclass(slots=True)
class SaveSummary(Write[None]):
    """A table's summary and people, ignored if a newer summary is stored."""

    summary: Summary
    people: Sequence[tuple[int, str]] | None  # None leaves the people unchanged

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[None]:
        newest: dict[str, Self] = {}
        for write in writes:
            table, changed = write.summary.table, write.summary.changed
            if table not in newest or changed >= newest[table].summary.changed:
                newest[table] = write
        values = [dict(zip(SUMMARY_NAMES, newest[table].summary)) for table in sorted(newest)]
        updated = transaction.connection.execute(transaction.statements.save_summary, values).scalars().all()
        seated = {table: newest[table].people for table in updated}
        _seat_people(
            transaction, {table: dict(people) for table, people in seated.items() if people is not None}
        )
        return [None] * len(writes)


@dataclass(slots=True)
class SaveResult(Write[None]):
    """The record and replay of a finished game, ignored if the table already has them."""

    table: str
    record: bytes
    packed_replay: bytes

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[None]:
        for write in sorted(writes, key=lambda write: write.table):
            values = {"table_id": write.table, "record": write.record, "replay": write.packed_replay}
            transaction.connection.execute(transaction.statements.save_result, values)
        return [None] * len(writes)


@dataclass(slots=True)
class SaveAnalysis(Write[None]):
    """The analysis of a finished game, ignored if the table already has one."""

    table: str
    body: bytes

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[None]:
        for write in sorted(writes, key=lambda write: write.table):
            transaction.connection.execute(
                transaction.statements.save_analysis, {"table_id": write.table, "body": write.body}
            )
        return [None] * len(writes)


@dataclass(slots=True)
class CreateSecret(Write[bytes]):
    """A named random secret, created on first use. The result is the stored secret."""

    name: str

    @classmethod
    def store(cls, transaction: Transaction, writes: Sequence[Self]) -> Sequence[bytes]:
        return [write._store(transaction) for write in writes]

    def _store(self, transaction: Transaction) -> bytes:
        candidate = {"name": self.name, "body": secrets.token_bytes(SECRET_BYTES)}
        transaction.connection.execute(transaction.statements.create_secret, candidate)
        stored: bytes = transaction.connection.execute(
            transaction.statements.secret, {"secret": self.name}
        ).scalar_one()
        return stored


# Order within a transaction: a table is created before its deeds are stored.
KINDS: Final[tuple[type[Write[object]], ...]] = (
    AddTable,
    Append,
    SaveSnapshot,
    SaveSummary,
    SaveResult,
    SaveAnalysis,
    CreateSecret,
)


def _insert_rows(transaction: Transaction, rows: Sequence[Row]) -> set[tuple[str, int]]:
    """Insert deeds and return the keys of those that were new."""
    stored: set[tuple[str, int]] = set()
    # Hot path: calling the driver directly takes half the time of a SQLAlchemy insert.
    cursor = transaction.connection.connection.cursor()
    for first in range(0, len(rows), MAX_INSERT_ROWS):
        chunk = rows[first : first + MAX_INSERT_ROWS]
        values = [value for row in chunk for value in row]
        if transaction.is_optimistic:
            cursor.execute(transaction.statements.insert_new(len(chunk)), values)
            if cursor.rowcount != len(chunk):
                raise Conflict
            stored.update(map(KEY, chunk))
        else:
            cursor.execute(transaction.statements.insert_new_returning(len(chunk)), values)
            stored.update(cursor.fetchall())
    cursor.close()
    return stored


def _seat_people(transaction: Transaction, seated: dict[str, dict[int, str]]) -> None:
    """Update the people in the seats of each table. Unchanged tables are not written."""
    before: dict[str, dict[int, str]] = {table: {} for table in seated}
    for table, seat, person in transaction.connection.execute(
        transaction.statements.people, {"at": list(seated)}
    ):
        before[table][seat] = person
    changed = sorted(table for table in seated if before[table] != seated[table])
    if had_people := [table for table in changed if before[table]]:
        transaction.connection.execute(transaction.statements.delete_people, {"at": had_people})
    new_rows = [
        {"table_id": table, "seat": seat, "person": person}
        for table in changed
        for seat, person in seated[table].items()
    ]
    if new_rows:
        transaction.connection.execute(transaction.statements.insert_people, new_rows)
