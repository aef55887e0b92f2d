"""Work spread over the cores of this machine: processes are told what to do, and answer."""

from __future__ import annotations

import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import TypeVar

AHEAD = 4  # tasks a process, so that none waits for work

Task = TypeVar("Task")
Answer = TypeVar("Answer")


def spread(
    work: Callable[[Task], Answer], tasks: Iterable[Task], processes: int | None = None
) -> Generator[Answer, None, None]:
    """The answers in the order of their tasks, on so many cores; on all of them unless said."""
    workers = processes or os.cpu_count() or 1
    if workers == 1:
        for task in tasks:
            yield work(task)
        return
    pool = ProcessPoolExecutor(
        workers,
        mp_context=get_context("spawn"),
        initializer=signal.signal,
        initargs=(signal.SIGINT, signal.SIG_IGN),  # an interrupt is the first process's to handle
    )
    running: deque[Future[Answer]] = deque()
    try:
        for task in tasks:
            running.append(pool.submit(work, task))
            if len(running) >= workers * AHEAD:
                yield running.popleft().result()
        while running:
            yield running.popleft().result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
