"""Worker processes on this machine. Tasks and results are pickled; nothing else is shared."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, TypeVar

T = TypeVar("T")
R = TypeVar("R")

QUEUED_TASKS: Final = 4  # per process, so that no process waits for work
MOST_DEATHS: Final = 3  # of processes in a row, without a result in between


class WorkerError(RuntimeError):
    """Worker processes died again and again."""


class WorkerPool:
    """Processes that run tasks. If one is killed, all are replaced and its tasks run again.

    The processes start with the first task. With one process, tasks run in this process.
    """

    def __init__(self, processes: int | None = None) -> None:
        self.processes = processes or os.cpu_count() or 1
        self._executor: ProcessPoolExecutor | None = None

    def map(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
        """Results in the order of the tasks. Tasks are taken from the iterable as workers need them."""
        if self.processes == 1:
            yield from map(work, tasks)
            return
        running: deque[tuple[T, Future[R]]] = deque()
        waiting = iter(tasks)
        deaths = 0
        while True:
            while len(running) < self.processes * QUEUED_TASKS and (task := next(waiting, None)) is not None:
                running.append((task, self._submit(work, task)))
            if not running:
                return
            try:
                result = running[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise WorkerError(
                        f"a process was killed {MOST_DEATHS} times in a row: is there too little memory?"
                    ) from None
                self.close(wait=True)
                running = deque((task, self._submit(work, task)) for task, _ in running)
                continue
            deaths = 0
            running.popleft()
            yield result

    def close(self, *, wait: bool = False) -> None:
        """Stop the processes. Tasks that have not started are cancelled."""
        if self._executor is not None:
            self._executor.shutdown(wait=wait, cancel_futures=True)
            self._executor = None

    def _submit(self, work: Callable[[T], R], task: T) -> Future[R]:
        if self._executor is None:
            self._executor = ProcessPoolExecutor(
                self.processes, mp_context=get_context("spawn"), initializer=start_worker
            )
        try:
            return self._executor.submit(work, task)
        except BrokenProcessPool as error:  # reported when the result is read
            failed: Future[R] = Future()
            failed.set_exception(error)
            return failed


def parallel_map(
    work: Callable[[T], R], tasks: Iterable[T], processes: int | None = None
) -> Generator[R, None, None]:
    """Results in the order of the tasks, from a pool of this many processes: one per core by default."""
    pool = WorkerPool(processes)
    try:
        yield from pool.map(work, tasks)
    finally:
        pool.close()


def start_worker() -> None:
    """Prepare a worker process: the parent handles interrupts, and one thread per process is enough."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["POLARS_MAX_THREADS"] = "1"
