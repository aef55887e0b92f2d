"""Work on all cores of this machine: processes that share nothing, results in the order of their tasks."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Final, TypeVar

from caponata.lab.trouble import LabError

T = TypeVar("T")
R = TypeVar("R")

TASKS_AHEAD: Final = 4  # for each process, so that none waits for work
MOST_DEATHS: Final = 3  # of processes in a row, without a result in between


def spread(
    work: Callable[[T], R], tasks: Iterable[T], processes: int | None = None
) -> Generator[R, None, None]:
    """Results in the order of the tasks, from so many processes: one a core unless said, this one for one."""
    workers = processes or os.cpu_count() or 1
    return one_by_one(work, tasks) if workers == 1 else on_cores(work, tasks, workers)


def one_by_one(work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R, None, None]:
    """Results of tasks done in this process."""
    for task in tasks:
        yield work(task)


def on_cores(work: Callable[[T], R], tasks: Iterable[T], processes: int) -> Generator[R, None, None]:
    """Results in the order of the tasks; what a killed process was doing is done again."""
    pool = _pool(processes)
    running: deque[tuple[T, Future[R]]] = deque()
    waiting = iter(tasks)
    deaths = 0
    try:
        while True:
            while len(running) < processes * TASKS_AHEAD and (task := next(waiting, None)) is not None:
                running.append((task, _submit(pool, work, task)))
            if not running:
                return
            try:
                result = running[0][1].result()
            except BrokenProcessPool:
                deaths += 1
                if deaths == MOST_DEATHS:
                    raise LabError(
                        f"a process was killed {MOST_DEATHS} times in a row: is there too little memory?"
                    ) from None
                pool.shutdown(wait=True, cancel_futures=True)
                pool = _pool(processes)
                running = deque((task, _submit(pool, work, task)) for task, _ in running)
                continue
            deaths = 0
            running.popleft()
            yield result
    finally:
        pool.shutdown(wait=False, cancel_futures=True)


def _submit(pool: ProcessPoolExecutor, work: Callable[[T], R], task: T) -> Future[R]:
    try:
        return pool.submit(work, task)
    except BrokenProcessPool as error:  # found out when the result is asked for
        failed: Future[R] = Future()
        failed.set_exception(error)
        return failed


def _pool(processes: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=begin_work)


def begin_work() -> None:
    """Make this process one of many: an interrupt is the first one's to handle, and one core is enough."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.environ["POLARS_MAX_THREADS"] = "1"
