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

CAP: Final = 0.080  # seconds, each way
TOO_LITTLE: Final = 0.004  # seconds: less is noise
SOON: Final = 0.001  # seconds: a timer may ring that much too early
REMEMBERED: Final = 5  # echoes: the quickest of them tells how far away somebody is
EVERY: Final = 2.0  # seconds from one echo to the next
AT_FIRST: Final = 0.2  # ... until that many were heard
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
    def pause(self) -> float:
        """Seconds until the next echo: a new line is measured quickly."""
        return EVERY if len(self._heard) == REMEMBERED else min(EVERY, AT_FIRST)

    @property
    def delay(self) -> float | None:
        """Seconds that a message takes one way, or nothing before the first echo."""
        return min(self._heard) if self._heard else None


def hold(delays: Mapping[int, float], seat: int) -> float:
    """Seconds that a seat's moves, and what it is told, wait for those who are farther away.

    Whoever was not measured is taken to be as near as can be: bots, spectators, and who answers no echo.
    """
    wait = max(delays.values(), default=0.0) - delays.get(seat, 0.0)
    return 0.0 if wait < TOO_LITTLE else min(CAP, wait)


class Lines:
    """How far away the seats of a table are, in seconds one way: those that listen here, and elsewhere."""

    def __init__(self) -> None:
        self.here: dict[int, float] = {}
        self.elsewhere: Mapping[int, float] = {}
        self._of: dict[int, dict[Hashable, float]] = {}  # each line of a seat that listens here
        self._held: list[tuple[float, int, asyncio.Future[None]]] = []  # moves by the time they are due
        self._count = 0

    @property
    def known(self) -> dict[int, float]:
        """All seats that were measured."""
        return {**self.elsewhere, **self.here} if self.elsewhere else self.here

    def measured(self, seat: int, line: Hashable, delay: float | None) -> None:
        """A line of a seat that listens here is so many seconds long, or there no more.

        Of several the nearest counts: nobody is waited for who could be nearer, and a second tab
        on a slow line holds nobody else up.
        """
        lines = self._of.setdefault(seat, {})
        if delay is None:
            lines.pop(line, None)
        else:
            lines[line] = delay
        if lines:
            self.here[seat] = min(lines.values())
        else:
            del self._of[seat]
            self.here.pop(seat, None)

    def hold(self, seat: int) -> float:
        """Seconds that a seat waits for those who are farther away."""
        return hold(self.known, seat) if self.here or self.elsewhere else 0.0

    async def wait(self, seat: int) -> None:
        """Hold a move of a seat until it is due; of moves that are due, the first goes first.

        Else a busy server would hear what just came in before it looks who has waited long enough.
        """
        held = self.hold(seat)
        if not held and not self._held:
            return
        loop = asyncio.get_running_loop()
        due, turn = loop.time() + held, loop.create_future()
        self._count += 1
        heapq.heappush(self._held, (due, self._count, turn))
        loop.call_at(due, self._let_go)
        await turn

    def _let_go(self) -> None:
        now = asyncio.get_running_loop().time() + SOON
        while self._held and self._held[0][0] <= now:
            turn = heapq.heappop(self._held)[2]
            if not turn.done():  # whoever waited may be gone
                turn.set_result(None)

    def shown(self, seats: int, bots: Collection[int] = ()) -> dict[str, list[int | None]]:
        """Each seat's delay, and what of it the cap leaves, in milliseconds one way for everybody to see."""
        known = self.known
        even = {seat: delay + hold(known, seat) for seat, delay in known.items()}
        even |= {seat: hold(known, seat) for seat in bots}
        first = min(even.values(), default=0.0)
        left = {seat: late - first if late - first >= TOO_LITTLE else 0.0 for seat, late in even.items()}
        return {
            "delays": [milliseconds(known.get(seat)) for seat in range(seats)],
            "behind": [milliseconds(left[seat]) if seat in known else None for seat in range(seats)],
        }


def milliseconds(seconds: float | None) -> int | None:
    """Whole milliseconds."""
    return None if seconds is None else round(seconds * 1000)
