"""An even race over uneven lines, in games without turns.

Every seat's line is measured by echoes. A move is held for as long as the slowest seat's line takes longer
than the sender's, one way, and never longer than the cap: who is far away loses no die only for that. What
the cap cannot mend is told to everybody. Where all lines are equal, nothing is held.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from typing import Final

CAP: Final = 0.080  # seconds
TOO_LITTLE: Final = 0.004  # seconds: less is noise
REMEMBERED: Final = 5  # echoes: the quickest of them tells how far away somebody is
EVERY: Final = 2.0  # seconds from one echo to the next
MOST_UNHEARD: Final = 8


class Echoes:
    """The echoes of one line."""

    def __init__(self) -> None:
        self._sent: dict[int, float] = {}
        self._heard: deque[float] = deque(maxlen=REMEMBERED)
        self._number = 0

    def send(self, now: float) -> int:
        """A new echo is on its way: its number."""
        self._number += 1
        self._sent[self._number] = now
        if len(self._sent) > MOST_UNHEARD:
            del self._sent[min(self._sent)]
        return self._number

    def hear(self, number: int, now: float) -> None:
        """An echo came back; one that was never sent, or came before, says nothing."""
        sent = self._sent.pop(number, None)
        if sent is not None:
            self._heard.append((now - sent) / 2)

    @property
    def delay(self) -> float | None:
        """Seconds that a message takes one way, or nothing before the first echo."""
        return min(self._heard) if self._heard else None


def hold(delays: Mapping[int, float], seat: int, cap: float = CAP) -> float:
    """Seconds that a seat's move waits for those who are farther away."""
    if seat not in delays:
        return 0.0
    wait = max(delays.values()) - delays[seat]
    return 0.0 if wait < TOO_LITTLE else min(cap, wait)


def shown(delays: Mapping[int, float], seats: int) -> list[int | None]:
    """Every seat's delay in whole milliseconds, for everybody to see."""
    return [round(delays[seat] * 1000) if seat in delays else None for seat in range(seats)]
