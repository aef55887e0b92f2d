"""The one thread of a process that writes: all that waits goes into one transaction."""

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

from caponata.store.database import Database, cause
from caponata.store.rows import Row, StoreDown, Unstorable
from caponata.store.statements import Statements
from caponata.store.writes import KINDS, Append, Collision, Pen, Write

Outcome = TypeVar("Outcome")
Perform: TypeAlias = Callable[[Pen, Sequence[Write[object]]], list[object]]

MOST_AT_ONCE: Final = 1000
CROWD: Final = 3.0  # so many writes in a usual transaction, and the next ones are waited for:
GATHERING: Final = 0.008  # seconds
MEMORY: Final = 8  # transactions whose size counts as usual
TROUBLED: Final = 60.0  # seconds after a failure, unless something was stored since
BETWEEN_LOOKS: Final = 1.0  # seconds from one look for writes that wait in vain to the next
SILENT: Final = "the tables cannot be saved at the moment: the database does not answer"
_let_others_go_first: Final[Callable[[], None]] = getattr(os, "sched_yield", lambda: None)

report = logging.getLogger(__name__)


class Waiter(NamedTuple):
    """Somebody who waits until something is stored."""

    write: Write[Any]
    future: asyncio.Future[Any]
    meanwhile: Callable[[], None] | None
    since: float  # on the event loop's clock

    @property
    def was_refused(self) -> bool:
        """Whether they were told that the database is silent; what somebody asked who has gone is stored."""
        return self.future.done() and not self.future.cancelled()


class Writer:
    """Takes writes from an event loop and answers each when the transaction that holds it is committed."""

    def __init__(self, database: Database, loop: asyncio.AbstractEventLoop) -> None:
        self._database = database
        self._statements = Statements(database)
        self._loop = loop
        self._queue: SimpleQueue[Waiter | None] = SimpleQueue()
        self._waiting: deque[Waiter] = deque()  # the event loop's own list, the longest wait first
        self._look: asyncio.TimerHandle | None = None
        self._connection: Connection | None = None
        self._is_committing = False
        self._is_closed = False
        self._failed: tuple[float, str] | None = None  # when nothing could be stored last, and why
        self._thread = threading.Thread(target=self._run, name="caponata-writer", daemon=True)
        self._thread.start()

    def put(
        self, write: Write[Outcome], meanwhile: Callable[[], None] | None = None
    ) -> asyncio.Future[Outcome]:
        """Put a write in the queue; `meanwhile` is called in the event loop when it is being stored.

        Where the database does not answer at all whoever waits is told so; the write may be stored later.
        """
        if self._is_closed:
            raise StoreDown("the tables cannot be saved at the moment: the server is being stopped")
        future: asyncio.Future[Outcome] = self._loop.create_future()
        waiter = Waiter(write, future, meanwhile, self._loop.time())
        self._waiting.append(waiter)
        if self._look is None:
            self._look = self._loop.call_later(BETWEEN_LOOKS, self._give_up)
        self._queue.put(waiter)
        return future

    @property
    def trouble(self) -> str | None:
        """Why nothing could be stored a moment ago, or nothing where the last that was tried is stored."""
        failed = self._failed
        return failed[1] if failed is not None and time.monotonic() - failed[0] < TROUBLED else None

    @property
    def patience(self) -> float:
        """How many seconds the database is waited for: not as long again when it was silent before."""
        failed = self._failed
        is_silent = failed is not None and failed[1] is SILENT
        return self._database.rest_of_patience if is_silent else self._database.patience

    def close(self) -> None:
        """Store what waits, then stop; blocks until that is done, or until it is clear that it never will."""
        if not self._is_closed:
            self._is_closed = True
            self._queue.put(None)
        self._thread.join(self.patience)
        if self._thread.is_alive():
            report.warning("the database does not answer: what waits for it may not be stored")

    def _run(self) -> None:
        is_open, usual = True, 0.0
        while is_open:
            batch: list[Waiter] = []
            waiter = self._queue.get()
            while waiter is not None:
                if not waiter.was_refused:
                    batch.append(waiter)
                if len(batch) == MOST_AT_ONCE:
                    break
                try:
                    waiter = self._queue.get_nowait()
                except Empty:
                    break
            is_open = waiter is not None
            if batch:
                self._store(batch)
                usual += (len(batch) - usual) / MEMORY
                if usual >= CROWD:  # a disk has its price a transaction: where many wait they share it
                    time.sleep(GATHERING)
        self._disconnect()

    def _store(self, batch: list[Waiter]) -> None:
        outcomes: list[object]
        if any(waiter.meanwhile is not None for waiter in batch):
            self._soon(_have_time, batch)
        try:
            outcomes = self._outcomes([waiter.write for waiter in batch])
            self._failed = None
        except Exception as error:
            reason = self._database.reason(error) or "the database reports an error"
            report.warning("nothing of %d writes was stored: %s", len(batch), error, exc_info=error)
            sentence = f"the tables cannot be saved at the moment: {reason}"
            outcomes = [StoreDown(sentence) for _ in batch]
            self._failed = (time.monotonic(), sentence)
        self._soon(self._tell, batch, outcomes)

    def _soon(self, callback: Callable[..., None], *arguments: object) -> None:
        try:
            self._loop.call_soon_threadsafe(callback, *arguments)
        except RuntimeError:
            report.warning("the event loop was closed before everybody who waits could be answered")

    def _tell(self, batch: list[Waiter], outcomes: list[object]) -> None:
        for waiter, outcome in zip(batch, outcomes):
            if waiter.future.done():  # whoever waited has gone
                continue
            if isinstance(outcome, Exception):
                waiter.future.set_exception(outcome)
            else:
                waiter.future.set_result(outcome)
        self._forget_answered()

    def _forget_answered(self) -> None:
        while self._waiting and self._waiting[0].future.done():
            self._waiting.popleft()

    def _give_up(self) -> None:
        """Tell those who wait for too long that the database is silent, and look again while others wait."""
        in_vain = self._loop.time() - self.patience
        for waiter in self._waiting:
            if waiter.since > in_vain:
                break
            if not waiter.future.done():
                waiter.future.set_exception(StoreDown(SILENT))
                self._failed = (time.monotonic(), SILENT)
        self._forget_answered()
        self._look = self._loop.call_later(BETWEEN_LOOKS, self._give_up) if self._waiting else None

    def _outcomes(self, writes: list[Write[object]]) -> list[object]:
        """Commit all writes in one transaction, where need be on a second try with a fresh connection."""
        perform: Perform = _together
        may_retry = is_hopeful = True
        while True:
            try:
                return self._commit(perform, writes, is_hopeful=is_hopeful)
            except Collision:
                is_hopeful = False
            except Exception as error:
                is_down = self._database.reason(error) is not None
                if is_down:
                    self._disconnect()
                if not is_down and perform is _together:
                    perform = _apart
                # Once the commit was under way it may have succeeded, and a second try would lose to itself.
                elif may_retry and not self._is_committing and self._database.is_passing(error):
                    may_retry = False
                else:
                    raise

    def _commit(self, perform: Perform, writes: list[Write[object]], *, is_hopeful: bool) -> list[object]:
        self._is_committing = False
        if self._connection is None:
            self._connection = self._database.writing.connect()
        is_simple = is_hopeful and perform is _together and self._database.can_append_alone
        if is_simple and (rows := Append.alone(writes)):
            return self._append(self._connection, rows)
        with self._connection.begin():
            pen = Pen(self._connection, self._database, self._statements, is_hopeful)
            outcomes = perform(pen, writes)
            self._is_committing = True
        return outcomes

    def _append(self, connection: Connection, rows: Sequence[Row]) -> list[object]:
        """Store deeds by one statement, which commits itself: the event loop gets in between once."""
        self._is_committing = True
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        try:
            driver.execute(self._statements.append_all(len(rows)), [value for row in rows for value in row])
        except sqlite3.IntegrityError:
            raise Collision from None
        return [True] * len(rows)

    def _disconnect(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            try:
                connection.invalidate()
                connection.close()
            except Exception as error:
                report.warning("a broken connection could not be closed: %s", error)


def _together(pen: Pen, writes: Sequence[Write[object]]) -> list[object]:
    """Store all writes, those of a kind together."""
    kinds: dict[type[Write[object]], list[Write[object]]] = {}
    for write in writes:
        kinds.setdefault(type(write), []).append(write)
    outcomes: dict[int, object] = {}
    for kind in KINDS:
        if same := kinds.get(kind):
            outcomes.update(zip(map(id, same), kind.store(pen, same)))
    return [outcomes[id(write)] for write in writes]


def _apart(pen: Pen, writes: Sequence[Write[object]]) -> list[object]:
    """Store each write for itself, so that one that is at fault fails alone."""
    outcomes: dict[int, object] = {}
    for write in sorted(writes, key=lambda write: KINDS.index(type(write))):
        try:
            with pen.connection.begin_nested():
                [outcomes[id(write)]] = type(write).store(pen, [write])
        except Collision:
            raise
        except Exception as error:
            if pen.database.reason(error) is not None:
                raise
            report.info("%s could not be stored: %s", type(write).__name__, error)
            outcomes[id(write)] = Unstorable(f"this cannot be stored: {cause(error)}")
    return [outcomes[id(write)] for write in writes]


def _have_time(batch: list[Waiter]) -> None:
    """A batch is being stored: there is time for other things, after whoever was answered just before."""
    asyncio.get_running_loop().call_soon(_meanwhile, batch)


def _meanwhile(batch: list[Waiter]) -> None:
    """Do what can be done while the disk writes.

    Where both threads share a core the writer goes first, until it waits for the disk: woken last, the event
    loop would be preferred, and the disk have nothing to do in the meantime.
    """
    _let_others_go_first()
    for waiter in batch:
        if waiter.meanwhile is not None and not waiter.future.done():
            waiter.meanwhile()
