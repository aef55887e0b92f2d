"""Worker processes: bots, replays and analyses run there, never in the server's event loop."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, Protocol, TypeAlias, TypeVar

Result = TypeVar("Result")
ATTEMPTS: Final = 3
NICENESS: Final = 10  # the server process has priority over its workers
LOWEST_PRIORITY: Final = 19


class Workers(Protocol):
    """Runs tasks outside the event loop."""

    async def run(self, task: Callable[..., Result], *arguments: Any) -> Result:
        """Run a task and return its result."""
        raise NotImplementedError

    def close(self) -> None:
        """Stop all workers."""


OpenWorkers: TypeAlias = Callable[[int, int], Workers]  # a number of workers, and their niceness


class WorkerPool:
    """Worker processes that run tasks for the server; a process that dies is replaced."""

    def __init__(self, workers: int, niceness: int) -> None:
        self._workers = workers
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    def close(self) -> None:
        """Shut down the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def run(self, task: Callable[..., Result], *arguments: Any) -> Result:
        """Run a task in a worker and return its result."""
        for attempt in range(ATTEMPTS):
            pool = self._open()
            try:
                future: Future[Result] = pool.submit(task, *arguments)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("every attempt returns or raises")

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # spawn, not fork: a worker must not inherit the server's threads and sockets
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_init_worker,
                initargs=(self._niceness,),
            )
        return self._pool


def _init_worker(niceness: int) -> None:
    """Ignore Ctrl-C, which the server handles, and lower this process's priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)


def _exit_with_server() -> None:
    """Exit when the server process is gone: a killed server cannot stop its workers."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)
