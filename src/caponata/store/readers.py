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

Answer = TypeVar("Answer")


class Readers:
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

    def submit(self, question: Callable[[], Answer]) -> Future[Answer]:
        """Have a question answered, unless it is cancelled before its turn."""
        if self._is_closed:
            raise StoreDown("the tables cannot be read at the moment: the server is being stopped")
        future: Future[Answer] = Future()
        self._queue.put(partial(_answer, future, question))
        return future

    def close(self, patience: float) -> None:
        """Answer what was asked, then stop; blocks until that is done, at most for so many seconds."""
        self._is_closed = True
        for _ in self._threads:
            self._queue.put(None)
        end = time.monotonic() + patience
        for thread in self._threads:
            thread.join(max(0.0, end - time.monotonic()))

    def _run(self) -> None:
        while (work := self._queue.get()) is not None:
            work()
            del work  # and with it the answer, which nobody else may keep for long


def _answer(future: Future[Answer], question: Callable[[], Answer]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        future.set_result(question())
    except Exception as error:
        future.set_exception(error)
