"""An even race over uneven lines, in games without turns.

Every seat's line is measured by echoes. Whoever is nearer than the slowest seat is told everything, and has
its moves judged, as much later as the slowest seat is farther away one way, and never more than the cap: all
see the dice at the same moment, and every hand counts from the moment it moved. What the cap cannot mend is
told to everybody. Where all lines are equal, nothing is held.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Collection, Hashable, Mapping
from typing import Final

MAX_HOLD: Final = 0.080  # seconds, each way
NOISE: Final = 0.004  # seconds: less is noise
TIMER_TOLERANCE: Final = 0.001  # seconds: a timer may ring that much too early
SAMPLES: Final = 5  # echoes: the quickest of them tells how far away somebody is
ECHO_INTERVAL: Final = 2.0  # seconds from one echo to the next
FIRST_ECHO_INTERVAL: Final = 0.2  # ... until that many were heard
MAX_PENDING_ECHOES: Final = 8


class LatencyMeter:
    """The echoes of one line."""

    def __init__(self) -> None:
        self._sent: dict[int, float] = {}
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._number = 0

    def sent(self, now: float) -> int:
        """A new echo is on its way: its number."""
        self._number += 1
        self._sent[self._number] = now
        if len(self._sent) > MAX_PENDING_ECHOES:
            del self._sent[min(self._sent)]
        return self._number

    def received(self, number: int, now: float) -> None:
        """An echo came back; one that was never sent, or came before, says nothing."""
        sent_at = self._sent.pop(number, None)
        if sent_at is not None:
            self._samples.append((now - sent_at) / 2)

    @property
    def interval(self) -> float:
        """Seconds until the next echo: a new line is measured quickly."""
        return ECHO_INTERVAL if len(self._samples) == SAMPLES else min(ECHO_INTERVAL, FIRST_ECHO_INTERVAL)

    @property
    def delay(self) -> float | None:
        """Seconds that a message takes one way, or nothing before the first echo."""
        return min(self._samples) if self._samples else None


def hold(delays: Mapping[int, float], seat: int) -> float:
    """Seconds that a seat's moves, and what it is told, wait for those who are farther away.

    Whoever was not measured is taken to be as near as can be: bots, spectators, and who answers no echo.
    """
    wait = max(delays.values(), default=0.0) - delays.get(seat, 0.0)
    return 0.0 if wait < NOISE else min(MAX_HOLD, wait)


class TableLatency:
    """How far away the seats of a table are, in seconds one way: those that listen here, and elsewhere."""

    def __init__(self) -> None:
        self.local: dict[int, float] = {}
        self.remote: Mapping[int, float] = {}
        self._by_connection: dict[int, dict[Hashable, float]] = {}  # each line of a seat that listens here
        self._held: list[tuple[float, int, asyncio.Future[None]]] = []  # moves by the time they are due
        self._count = 0

    @property
    def delays(self) -> dict[int, float]:
        """All seats that were measured."""
        return {**self.remote, **self.local} if self.remote else self.local

    def record(self, seat: int, connection: Hashable, delay: float | None) -> None:
        """A line of a seat that listens here is so many seconds long, or there no more.

        Of several the nearest counts: nobody is waited for who could be nearer, and a second tab
        on a slow line holds nobody else up.
        """
        by_connection = self._by_connection.setdefault(seat, {})
        if delay is None:
            by_connection.pop(connection, None)
        else:
            by_connection[connection] = delay
        if by_connection:
            self.local[seat] = min(by_connection.values())
        else:
            del self._by_connection[seat]
            self.local.pop(seat, None)

    def hold(self, seat: int) -> float:
        """Seconds that a seat waits for those who are farther away."""
        return hold(self.delays, seat) if self.local or self.remote else 0.0

    async def wait_for_turn(self, seat: int) -> None:
        """Hold a move of a seat until it is due; of moves that are due, the first goes first.

        Else a busy server would hear what just came in before it looks who has waited long enough.
        """
        held = self.hold(seat)
        if not held and not self._held:
            return
        loop = asyncio.get_running_loop()
        due, released = loop.time() + held, loop.create_future()
        self._count += 1
        heapq.heappush(self._held, (due, self._count, released))
        loop.call_at(due, self._release_due)
        await released

    def _release_due(self) -> None:
        now = asyncio.get_running_loop().time() + TIMER_TOLERANCE
        while self._held and self._held[0][0] <= now:
            released = heapq.heappop(self._held)[2]
            if not released.done():  # whoever waited may be gone
                released.set_result(None)

    def message_fields(self, seats: int, bots: Collection[int] = ()) -> dict[str, list[int | None]]:
        """Each seat's delay, and what of it the cap leaves, in milliseconds one way for everybody to see."""
        delays = self.delays
        even = {seat: delay + hold(delays, seat) for seat, delay in delays.items()}
        even |= {seat: hold(delays, seat) for seat in bots}
        first = min(even.values(), default=0.0)
        left = {seat: late - first if late - first >= NOISE else 0.0 for seat, late in even.items()}
        return {
            "delays": [to_milliseconds(delays.get(seat)) for seat in range(seats)],
            "behind": [to_milliseconds(left[seat]) if seat in delays else None for seat in range(seats)],
        }


def to_milliseconds(seconds: float | None) -> int | None:
    """Whole milliseconds."""
    return None if seconds is None else round(seconds * 1000)
