"""Threads that run read queries."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from queue import SimpleQueue
from typing import TypeVar

from caponata.store.rows import StoreDown

Result = TypeVar("Result")


class ReaderThreads:
    """Daemon threads that run queries.

    The interpreter waits for the threads of a `ThreadPoolExecutor` before it exits, so one that waits for a
    hanging database would block the exit. It does not wait for these.
    """

    def __init__(self, count: int) -> None:
        self._queue: SimpleQueue[Callable[[], None] | None] = SimpleQueue()
        self._is_closed = False
        self._threads = [
            threading.Thread(target=self._run, name=f"caponata-reader-{number}", daemon=True)
            for number in range(count)
        ]
        for thread in self._threads:
            thread.start()

    def submit(self, query: Callable[[], Result]) -> Future[Result]:
        """Run a query, unless it is cancelled before it starts."""
        if self._is_closed:
            raise StoreDown("the tables cannot be read at the moment: the server is being stopped")
        future: Future[Result] = Future()
        self._queue.put(partial(_run_query, future, query))
        return future

    def close(self, timeout: float) -> None:
        """Finish submitted queries and stop; blocks at most `timeout` seconds."""
        self._is_closed = True
        for _ in self._threads:
            self._queue.put(None)
        end = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            job()
            del job  # drop the result, which may be large


def _run_query(future: Future[Result], query: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(query())
    except Exception as error:
        future.set_exception(error)
