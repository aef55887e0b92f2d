"""A precise timer: an event loop's own timers fire at whole milliseconds, all at once."""

from __future__ import annotations

import asyncio
import ctypes
import heapq
import os
import time
from collections.abc import Callable
from typing import Final

NANO: Final = 1_000_000_000


class TimeSpec(ctypes.Structure):
    """A `timespec`."""

    _fields_ = (("seconds", ctypes.c_long), ("nanoseconds", ctypes.c_long))


class TimerSpec(ctypes.Structure):
    """An `itimerspec` that fires once."""

    _fields_ = (("again", TimeSpec), ("first", TimeSpec))


class Ticker:
    """Calls functions in an event loop at precise times, by a timer of the Linux kernel."""

    def __init__(self) -> None:
        self._kernel = ctypes.CDLL(None, use_errno=True)
        self._timer: int = self._kernel.timerfd_create(time.CLOCK_MONOTONIC, os.O_NONBLOCK)
        if self._timer < 0:
            raise OSError(ctypes.get_errno(), "the kernel gives no timer")
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._count = 0
        self._loop = asyncio.get_running_loop()
        self._loop.add_reader(self._timer, self._on_timer)

    def call_later(self, seconds: float, call: Callable[[], None]) -> None:
        """Call a function after some seconds."""
        self._count += 1
        heapq.heappush(self._due, (time.monotonic() + seconds, self._count, call))
        if self._due[0][1] == self._count:
            self._set()

    def close(self) -> None:
        """Drop all pending calls."""
        self._loop.remove_reader(self._timer)
        os.close(self._timer)

    def _set(self) -> None:
        wait = max(1, int((self._due[0][0] - time.monotonic()) * NANO)) if self._due else 0
        alarm = TimerSpec(TimeSpec(0, 0), TimeSpec(*divmod(wait, NANO)))
        self._kernel.timerfd_settime(self._timer, 0, ctypes.byref(alarm), None)

    def _on_timer(self) -> None:
        os.read(self._timer, 8)
        while self._due and self._due[0][0] <= time.monotonic():
            heapq.heappop(self._due)[2]()
        self._set()
