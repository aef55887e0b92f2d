"""The writer thread: stores all queued writes in one transaction."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy import Connection

from caponata.store.database import Database, driver_error
from caponata.store.rows import Row, StoreDown, Unstorable
from caponata.store.statements import Statements
from caponata.store.writes import KINDS, Append, Conflict, Transaction, Write

Outcome = TypeVar("Outcome")
StoreFunction: TypeAlias = Callable[[Transaction, Sequence[Write[object]]], list[object]]

MAX_BATCH: Final = 1000
BUSY_BATCH_SIZE: Final = 3.0  # average writes per transaction from which the writer waits for more
BATCH_DELAY: Final = 0.008  # seconds
AVERAGED_BATCHES: Final = 8  # transactions in the average
FAILURE_MEMORY: Final = 60.0  # seconds a failure is reported, unless a write has succeeded since
TIMEOUT_CHECK_INTERVAL: Final = 1.0  # seconds
NO_ANSWER: Final = "the tables cannot be saved at the moment: the database does not answer"
_yield_cpu: Final[Callable[[], None]] = getattr(os, "sched_yield", lambda: None)

logger = logging.getLogger(__name__)


class PendingWrite(NamedTuple):
    """A write and the caller that waits for it."""

    write: Write[Any]
    future: asyncio.Future[Any]
    meanwhile: Callable[[], None] | None
    since: float  # on the event loop's clock

    @property
    def has_timed_out(self) -> bool:
        """Return whether the caller got a timeout; writes of cancelled callers are still stored."""
        return self.future.done() and not self.future.cancelled()


class Writer:
    """Takes writes from the event loop and answers each after its transaction is committed."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop) -> None:
        self._database = database
        self._statements = Statements(database)
        self._loop = loop
        self._queue: SimpleQueue[PendingWrite | None] = SimpleQueue()
        self._waiting: deque[PendingWrite] = deque()  # only used by the event loop; oldest first
        self._timeout_check: asyncio.TimerHandle | None = None
        self._connection: Connection | None = None
        self._is_committing = False
        self._is_closed = False
        self._failed: tuple[float, str] | None = None  # time and reason of the last failure
        self._thread = threading.Thread(target=self._run, name="caponata-writer", daemon=True)
        self._thread.start()

    def submit(
        self, write: Write[Outcome], meanwhile: Callable[[], None] | None = None
    ) -> asyncio.Future[Outcome]:
        """Queue a write; `meanwhile` is called in the event loop while it is being stored.

        If the database does not answer, the caller gets an error, but the write may be stored later.
        """
        if self._is_closed:
            raise StoreDown("the tables cannot be saved at the moment: the server is being stopped")
        future: asyncio.Future[Outcome] = self._loop.create_future()
        pending = PendingWrite(write, future, meanwhile, self._loop.time())
        self._waiting.append(pending)
        if self._timeout_check is None:
            self._timeout_check = self._loop.call_later(TIMEOUT_CHECK_INTERVAL, self._check_timeouts)
        self._queue.put(pending)
        return future

    @property
    def write_failure(self) -> str | None:
        """Why the last write failed, or None if it succeeded."""
        failed = self._failed
        return failed[1] if failed is not None and time.monotonic() - failed[0] < FAILURE_MEMORY else None

    @property
    def timeout(self) -> float:
        """Seconds to wait for the database, fewer if it did not answer before."""
        failed = self._failed
        is_silent = failed is not None and failed[1] is NO_ANSWER
        return self._database.timeout_when_silent if is_silent else self._database.timeout

    def close(self) -> None:
        """Store queued writes and stop; blocks until that is done or times out."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join(self.timeout)
        if self._thread.is_alive():
            logger.warning("database does not answer, queued writes may be lost")

    def _run(self) -> None:
        is_running, average_size = True, 0.0
        while is_running:
            batch: list[PendingWrite] = []
            pending = self._queue.get()
            while pending is not None:
                if not pending.has_timed_out:
                    batch.append(pending)
                if len(batch) == MAX_BATCH:
                    break
                try:
                    pending = self._queue.get_nowait()
                except Empty:
                    break
            is_running = pending is not None
            if batch:
                self._store(batch)
                average_size += (len(batch) - average_size) / AVERAGED_BATCHES
                if average_size >= BUSY_BATCH_SIZE:  # a transaction has a fixed cost, which busy tables share
                    time.sleep(BATCH_DELAY)
        self._disconnect()

    def _store(self, batch: list[PendingWrite]) -> None:
        outcomes: list[object]
        if any(pending.meanwhile is not None for pending in batch):
            self._call_in_loop(_schedule_meanwhile, batch)
        try:
            outcomes = self._commit_with_retry([pending.write for pending in batch])
            self._failed = None
        except Exception as error:
            reason = self._database.reason(error) or "the database reports an error"
            logger.warning("batch failed: writes=%d error=%s", len(batch), error, exc_info=error)
            sentence = f"the tables cannot be saved at the moment: {reason}"
            outcomes = [StoreDown(sentence) for _ in batch]
            self._failed = (time.monotonic(), sentence)
        self._call_in_loop(self._resolve, batch, outcomes)

    def _call_in_loop(self, callback: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *arguments)
        except RuntimeError:
            logger.warning("event loop closed before all writes were answered")

    def _resolve(self, batch: list[PendingWrite], outcomes: list[object]) -> None:
        for pending, outcome in zip(batch, outcomes):
            if pending.future.done():  # the caller has gone
                continue
            if isinstance(outcome, Exception):
                pending.future.set_exception(outcome)
            else:
                pending.future.set_result(outcome)
        self._drop_resolved()

    def _drop_resolved(self) -> None:
        while self._waiting and self._waiting[0].future.done():
            self._waiting.popleft()

    def _check_timeouts(self) -> None:
        """Fail writes that have waited too long, and check again while others wait."""
        oldest_allowed = self._loop.time() - self.timeout
        for pending in self._waiting:
            if pending.since > oldest_allowed:
                break
            if not pending.future.done():
                pending.future.set_exception(StoreDown(NO_ANSWER))
                self._failed = (time.monotonic(), NO_ANSWER)
        self._drop_resolved()
        self._timeout_check = (
            self._loop.call_later(TIMEOUT_CHECK_INTERVAL, self._check_timeouts) if self._waiting else None
        )

    def _commit_with_retry(self, writes: list[Write[object]]) -> list[object]:
        """Commit all writes in one transaction, if needed with a second try on a new connection."""
        store_writes: StoreFunction = _store_grouped
        may_retry = is_optimistic = True
        while True:
            try:
                return self._commit(store_writes, writes, is_optimistic=is_optimistic)
            except Conflict:
                is_optimistic = False
            except Exception as error:
                is_unavailable = self._database.reason(error) is not None
                if is_unavailable:
                    self._disconnect()
                if not is_unavailable and store_writes is _store_grouped:
                    store_writes = _store_separately
                # A commit that was under way may have succeeded; a retry would conflict with itself.
                elif may_retry and not self._is_committing and self._database.is_transient(error):
                    may_retry = False
                else:
                    raise

    def _commit(
        self, store_writes: StoreFunction, writes: list[Write[object]], *, is_optimistic: bool
    ) -> list[object]:
        self._is_committing = False
        if self._connection is None:
            self._connection = self._database.writing.connect()
        is_simple = is_optimistic and store_writes is _store_grouped and self._database.can_autocommit_inserts
        if is_simple and (rows := Append.rows_if_only_appends(writes)):
            return self._insert_rows(self._connection, rows)
        with self._connection.begin():
            transaction = Transaction(self._connection, self._database, self._statements, is_optimistic)
            outcomes = store_writes(transaction, writes)
            self._is_committing = True
        return outcomes

    def _insert_rows(self, connection: Connection, rows: Sequence[Row]) -> list[object]:
        """Store deeds in one auto-committed statement, which loses the GIL to the event loop only once."""
        self._is_committing = True
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        try:
            driver.execute(self._statements.insert_all(len(rows)), [value for row in rows for value in row])
        except sqlite3.IntegrityError:
            raise Conflict from None
        return [True] * len(rows)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception as error:
                logger.warning("closing broken connection failed: error=%s", error)


def _store_grouped(transaction: Transaction, writes: Sequence[Write[object]]) -> list[object]:
    """Store all writes, grouped by kind."""
    kinds: dict[type[Write[object]], list[Write[object]]] = {}
    for write in writes:
        kinds.setdefault(type(write), []).append(write)
    outcomes: dict[int, object] = {}
    for kind in KINDS:
        if same := kinds.get(kind):
            outcomes.update(zip(map(id, same), kind.store(transaction, same)))
    return [outcomes[id(write)] for write in writes]


def _store_separately(transaction: Transaction, writes: Sequence[Write[object]]) -> list[object]:
    """Store each write in its own savepoint, so that only the invalid one fails."""
    outcomes: dict[int, object] = {}
    for write in sorted(writes, key=lambda write: KINDS.index(type(write))):
        try:
            with transaction.connection.begin_nested():
                [outcomes[id(write)]] = type(write).store(transaction, [write])
        except Conflict:
            raise
        except Exception as error:
            if transaction.database.reason(error) is not None:
                raise
            logger.info("write failed: kind=%s error=%s", type(write).__name__, error)
            outcomes[id(write)] = Unstorable(f"this cannot be stored: {driver_error(error)}")
    return [outcomes[id(write)] for write in writes]


def _schedule_meanwhile(batch: list[PendingWrite]) -> None:
    """Run the `meanwhile` callbacks after the callbacks that are already queued."""
    asyncio.get_running_loop().call_soon(_run_meanwhile, batch)


def _run_meanwhile(batch: list[PendingWrite]) -> None:
    """Run the `meanwhile` callbacks while the disk writes.

    If both threads share a core, the writer must run first until it waits for the disk. The kernel prefers
    the event loop, which woke up last, so it yields once.
    """
    _yield_cpu()
    for pending in batch:
        if pending.meanwhile is not None and not pending.future.done():
            pending.meanwhile()
