"""Measured latency, and the fairness hold in games without turns.

Echo messages measure the one-way delay of each seat. Seats that are closer than the slowest one get every
message later, and have their moves judged later, by the difference in delay, up to `max_hold` each way. So
everybody sees the dice at the same moment, and moves count in the order in which they were made. What the
limit leaves uncorrected is shown to everybody. With equal delays nothing is held.
"""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Collection, Hashable, Mapping
from typing import Final

from caponata.server.settings import TIMER_TOLERANCE

NOISE: Final = 0.004  # seconds: smaller differences are ignored
SAMPLES: Final = 5  # echoes: the fastest one counts
ECHO_INTERVAL: Final = 2.0  # seconds between echoes
FIRST_ECHO_INTERVAL: Final = 0.2  # until enough samples were taken
MAX_PENDING_ECHOES: Final = 8


class LatencyMeter:
    """Measures the delay of one connection by echoes."""

    def __init__(self) -> None:
        self._sent: dict[int, float] = {}
        self._samples: deque[float] = deque(maxlen=SAMPLES)
        self._number = 0

    def sent(self, now: float) -> int:
        """Note that an echo is sent, and return its number."""
        self._number += 1
        self._sent[self._number] = now
        if len(self._sent) > MAX_PENDING_ECHOES:
            del self._sent[min(self._sent)]
        return self._number

    def received(self, number: int, now: float) -> None:
        """Note a returned echo; unknown and repeated numbers are ignored."""
        sent_at = self._sent.pop(number, None)
        if sent_at is not None:
            self._samples.append((now - sent_at) / 2)

    @property
    def interval(self) -> float:
        """Seconds until the next echo; shorter for a new connection."""
        return ECHO_INTERVAL if len(self._samples) == SAMPLES else min(ECHO_INTERVAL, FIRST_ECHO_INTERVAL)

    @property
    def delay(self) -> float | None:
        """One-way delay in seconds, or None before the first echo."""
        return min(self._samples) if self._samples else None


def hold(delays: Mapping[int, float], seat: int, max_hold: float) -> float:
    """Return the seconds by which a seat's moves and messages are held for slower seats.

    Seats without a measurement count as having no delay: bots, spectators, and clients that answer no echo.
    """
    wait = max(delays.values(), default=0.0) - delays.get(seat, 0.0)
    return 0.0 if wait < NOISE else min(max_hold, wait)


class TableLatency:
    """One-way delays of a table's seats in seconds: of local connections, and at other processes."""

    def __init__(self, max_hold: float) -> None:
        self._max_hold = max_hold
        self.local: dict[int, float] = {}
        self.remote: Mapping[int, float] = {}
        self._by_connection: dict[int, dict[Hashable, float]] = {}  # all connections of a local seat
        self._held: list[tuple[float, int, asyncio.Future[None]]] = []  # held moves by due time
        self._count = 0

    @property
    def delays(self) -> dict[int, float]:
        """Delays of all measured seats."""
        return {**self.remote, **self.local} if self.remote else self.local

    def record(self, seat: int, connection: Hashable, delay: float | None) -> None:
        """Record the delay of a local connection, or None when it is closed.

        With several connections the fastest one counts, so that a second tab on a slow network holds nobody
        up.
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
        """Return the seconds by which a seat is held."""
        return hold(self.delays, seat, self._max_hold) if self.local or self.remote else 0.0

    async def wait_for_turn(self, seat: int) -> None:
        """Hold a move until it is due; due moves continue in the order of their due times.

        Otherwise a busy server would handle newly arrived moves before held moves that are due.
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
            if not released.done():  # the client may be gone
                released.set_result(None)

    def seat_delays(
        self, seats: int, bots: Collection[int] = ()
    ) -> tuple[list[int | None], list[int | None]]:
        """Return each seat's delay, and the part of it that is not corrected, in milliseconds."""
        delays, most = self.delays, self._max_hold
        corrected = {seat: delay + hold(delays, seat, most) for seat, delay in delays.items()}
        corrected |= {seat: hold(delays, seat, most) for seat in bots}
        first = min(corrected.values(), default=0.0)
        remaining = {seat: late - first if late - first >= NOISE else 0.0 for seat, late in corrected.items()}
        return (
            [to_milliseconds(delays.get(seat)) for seat in range(seats)],
            [to_milliseconds(remaining[seat]) if seat in delays else None for seat in range(seats)],
        )


def to_milliseconds(seconds: float | None) -> int | None:
    """Round seconds to milliseconds."""
    return None if seconds is None else round(seconds * 1000)
