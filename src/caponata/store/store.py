"""The store's asynchronous interface: all reads and writes, without blocking the event loop."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from typing import Concatenate, Final, ParamSpec, TypeVar

from sqlalchemy import Connection
from sqlalchemy.exc import DataError

from caponata.store import queries
from caponata.store.database import READER_COUNT, Database, open_database
from caponata.store.migrate import migrate
from caponata.store.reader_threads import ReaderThreads
from caponata.store.rows import OPEN, Header, Row, StoreDown, StoreTooNew, Summary, Unstorable
from caponata.store.writer import Writer
from caponata.store.writes import (
    AddTable,
    Append,
    CreateSecret,
    SaveAnalysis,
    SaveResult,
    SaveSnapshot,
    SaveSummary,
)

NO_ANSWER: Final = "the tables cannot be read at the moment: the database does not answer"

Args = ParamSpec("Args")
Result = TypeVar("Result")


class Store:
    """The logs of all tables, and what is derived from them.

    An awaited write is stored durably. While the database cannot be used, every method raises `StoreDown`.
    """

    def __init__(self, database: Database) -> None:
        """Use `open` instead."""
        self.database = database
        self._writer = Writer(database, asyncio.get_running_loop())
        self._readers = ReaderThreads(READER_COUNT)
        self._is_silent = False  # whether the last query timed out

    @classmethod
    async def open(cls, url: str) -> Store:
        """Open and migrate `sqlite:////path/file.db`, `sqlite://` (memory) or `postgresql://...`."""
        return cls(await asyncio.to_thread(_open_migrated, url))

    @property
    def write_failure(self) -> str | None:
        """Why the last write failed, or None if it succeeded."""
        return self._writer.write_failure

    async def close(self) -> None:
        """Store queued writes and close; gives up on a database that does not answer."""
        await asyncio.to_thread(self._close)

    async def add_table(
        self, header: Header, rows: Sequence[Row], summary: Summary, people: Sequence[tuple[int, str]]
    ) -> bool:
        """Create a table with its first deeds; return False if its id or join code is taken."""
        for row in rows:
            _check_message(row)
        return await self._writer.submit(AddTable(header, rows, summary, people))

    async def append(self, row: Row, meanwhile: Callable[[], None] | None = None) -> bool:
        """Store a deed; return False if its number or its request is stored already.

        Await it before the next deed of that table, because a deed after a rejected one is stored all the
        same. `meanwhile` usually runs while the disk writes; whether the deed is stored is not known then.
        """
        _check_message(row)
        return await self._writer.submit(Append(row), meanwhile)

    async def rows(self, table: str, after: int = 0) -> list[Row]:
        """Return the log of a table after a number, in order."""
        return await self._query([], queries.rows, table, after)

    async def deed_of_message(self, table: str, message: str) -> Row | None:
        """Return the deed of a client's request, or None."""
        return await self._query(None, queries.deed_of_message, table, message)

    async def header(self, table: str) -> Header | None:
        """Return the fixed data of a table, or None."""
        return await self._query(None, queries.header, table)

    async def table_of(self, code: str) -> str | None:
        """Return the table with a join code, or None."""
        return await self._query(None, queries.table_of, code)

    async def snapshot(self, table: str) -> tuple[int, bytes] | None:
        """Return the newest snapshot of a table and the number of its last deed, or None."""
        return await self._query(None, queries.snapshot, table)

    async def save_snapshot(self, table: str, number: int, body: bytes) -> None:
        """Store a snapshot, unless a newer one is stored."""
        await self._writer.submit(SaveSnapshot(table, number, body))

    async def save_summary(self, summary: Summary, people: Sequence[tuple[int, str]] | None) -> None:
        """Store what lists show of a table, and its people; None leaves the people unchanged."""
        await self._writer.submit(SaveSummary(summary, people))

    async def listed(self, game: str | None, limit: int) -> list[Summary]:
        """Return the listed open tables, most recently changed first."""
        return await self._query([], queries.listed, game, limit)

    async def unchanged(self, before: int, limit: int) -> list[Summary]:
        """Return the open tables whose summary is older than a given time, oldest first."""
        return await self._query([], queries.unchanged, before, limit)

    async def of_other_rules(
        self, game: str, version: int, after: str, limit: int
    ) -> list[tuple[Header, Summary]]:
        """Return the open tables of a game under another version of its rules, after a table's id."""
        return await self._query([], queries.of_other_rules, game, version, after, limit)

    async def unarchived(self, after: str, limit: int) -> list[Summary]:
        """Return closed tables that are still listed as open or have no result, after a table's id."""
        return await self._query([], queries.unarchived, after, limit)

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        """Return the tables where a person sits or sat, most recently changed first."""
        return await self._query([], queries.tables_of, person, limit)

    async def seats_of(self, person: str) -> dict[str, list[int]]:
        """Return the seats of a person by table."""
        return await self._query({}, queries.seats_of, person)

    async def last_deeds(self, tables: Sequence[str], kinds: Sequence[str]) -> dict[str, bytes]:
        """Return the last deed of one of these kinds at each table."""
        return await self._query({}, queries.last_deeds, tables, kinds)

    async def count(self, statuses: Sequence[str] = OPEN, person: str | None = None) -> int:
        """Count tables with one of these statuses (open ones by default), of all people or of one."""
        return await self._query(0, queries.count, statuses, person)

    async def save_result(self, table: str, record: bytes, packed_replay: bytes) -> None:
        """Store the record and the zlib-compressed replay of a finished game; the first call wins."""
        await self._writer.submit(SaveResult(table, record, packed_replay))

    async def record(self, table: str) -> bytes | None:
        """Return the record of a finished game, or None."""
        return await self._query(None, queries.record, table)

    async def replay(self, table: str) -> bytes | None:
        """Return the replay of a finished game, or None."""
        return await self._query(None, queries.replay, table)

    async def save_analysis(self, table: str, body: bytes) -> None:
        """Store the analysis of a finished game; the first call wins."""
        await self._writer.submit(SaveAnalysis(table, body))

    async def analysis(self, table: str) -> bytes | None:
        """Return the analysis of a finished game, or None."""
        return await self._query(None, queries.analysis, table)

    async def secret(self, name: str) -> bytes:
        """Return a secret of 32 bytes, created on the first call and never changed."""
        return await self._writer.submit(CreateSecret(name))

    def _close(self) -> None:
        end = time.monotonic() + self._writer.timeout
        self._writer.close()
        self._readers.close(end - time.monotonic())
        self.database.close()

    async def _query(
        self,
        default: Result,
        query: Callable[Concatenate[Connection, Args], Result],
        *args: Args.args,
        **kwargs: Args.kwargs,
    ) -> Result:
        def run() -> Result:
            with self.database.reading.connect() as connection:
                return query(connection, *args, **kwargs)

        def run_with_retry() -> Result:
            for is_last_try in (False, True):
                try:
                    return run()
                except Exception as error:
                    reason = self.database.reason(error)
                    if reason is None and _is_invalid_text(error):
                        return default
                    if reason is None:
                        raise
                    if is_last_try or not self.database.is_transient(error):
                        raise StoreDown(f"the tables cannot be read at the moment: {reason}") from error
            raise AssertionError("the last try returns or raises")

        timeout = self.database.timeout_when_silent if self._is_silent else self.database.timeout
        try:
            async with asyncio.timeout(timeout):
                result = await asyncio.wrap_future(self._readers.submit(run_with_retry))
        except TimeoutError:
            self._is_silent = True
            raise StoreDown(NO_ANSWER) from None
        self._is_silent = False
        return result


def _open_migrated(url: str) -> Database:
    database = open_database(url)
    try:
        migrate(database)
    except StoreTooNew:
        database.close()
        raise
    except Exception as error:
        database.close()
        reason = database.reason(error)
        if reason is None:
            raise
        raise StoreDown(f"the tables cannot be opened: {reason}") from error
    return database


def _check_message(row: Row) -> None:
    """Refuse text that PostgreSQL cannot store, on SQLite too."""
    if row.message is not None and "\0" in row.message:
        raise Unstorable("a request's id must not contain a null character")


def _is_invalid_text(error: Exception) -> bool:
    """Return whether a query contains text that no database stores, so that it cannot match."""
    return isinstance(error, UnicodeError | DataError)
