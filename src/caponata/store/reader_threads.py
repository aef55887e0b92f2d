"""The few threads of a process that read."""

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
    """Threads that answer one question after another.

    The interpreter does not end before those of a `ThreadPoolExecutor` have: one that waits for a database
    that hangs would keep the whole process. Nobody waits for these.
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
        """Have a question answered, unless it is cancelled before its turn."""
        if self._is_closed:
            raise StoreDown("the tables cannot be read at the moment: the server is being stopped")
        future: Future[Result] = Future()
        self._queue.put(partial(_run_query, future, query))
        return future

    def close(self, timeout: float) -> None:
        """Answer what was asked, then stop; blocks until that is done, at most for so many seconds."""
        self._is_closed = True
        for _ in self._threads:
            self._queue.put(None)
        end = time.monotonic() + timeout
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _run(self) -> None:
        while (job := self._queue.get()) is not None:
            job()
            del job  # and with it the answer, which nobody else may keep for long


def _run_query(future: Future[Result], query: Callable[[], Result]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(query())
    except Exception as error:
        future.set_exception(error)
