"""Measure whether a long game costs more than a short one: moves, undos and reconnects.

Games are made long by undoing the same choice again and again, at all tables in step.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

from server.connection import connect
from server.matches import TIMEOUT, BenchError, Driver, Match, Seat
from server.meter import processor_time
from server.peers import Peer
from server.seats import OurSeat

ROUNDS_PER_CONNECTION: Final = 20  # fewer than the server's message limit allows


class LockStepDriver(Driver):
    """Lets many tables do the same thing, and waits until all have received the result."""

    def __init__(self) -> None:
        self._due = 0
        self._all_received: asyncio.Future[None] | None = None
        self.reasons: list[str] = []

    def record(self, latency: float) -> None:
        self._due -= 1
        if self._due == 0 and self._all_received is not None and not self._all_received.done():
            self._all_received.set_result(None)

    def on_refused(self, reason: str) -> None:
        self.reasons.append(reason)
        if self._all_received is not None and not self._all_received.done():
            self._all_received.set_exception(BenchError(reason))

    def on_turn(self, seat: Seat) -> None:
        """Do nothing: nobody moves on their own."""

    async def send_all(self, seats: list[OurSeat], kind: str) -> None:
        """Let every seat move, or undo its move."""
        self._due = len(seats)
        self._all_received = asyncio.get_running_loop().create_future()
        for seat in seats:
            message = seat.next_move() if kind == "move" else seat.request("undo")
            if message is None or seat.connection is None or seat.connection.is_lost:
                raise BenchError(f"a seat cannot {kind}")
            seat.sent = time.perf_counter()
            seat.connection.send(message)
        await asyncio.wait_for(self._all_received, TIMEOUT)


def mover(match: Match) -> OurSeat | None:
    """Return a seat that may move."""
    for seat in match.seats:
        assert isinstance(seat, OurSeat)
        if seat.state.decision is not None and seat.state.moves:
            return seat
    return None


async def play_to_free_undo(driver: LockStepDriver, match: Match) -> OurSeat | None:
    """Play until a seat has made a choice that it may undo freely."""
    for _ in range(40):
        seat = mover(match)
        if seat is None or match.is_over:
            return None
        await driver.send_all([seat], "move")
        if seat.state.undo == "free":
            await driver.send_all([seat], "undo")
            return seat
    return None


async def reconnect(peer: Peer, seat: OurSeat) -> None:
    """Reconnect a seat with what it knows."""
    assert seat.connection is not None
    seat.connection.close()
    seat.joined = asyncio.get_running_loop().create_future()
    seat.connection = await connect(peer.port, peer.path(seat.match.ticket, seat.number), seat.on_message)
    seat.hello(seat.state.n, seat.state.hash)
    await asyncio.wait_for(seat.joined, TIMEOUT)


async def growth(
    peer: Peer, tables: int, marks: list[int], progress: Callable[[str], None]
) -> list[dict[str, Any]]:
    """Return the processor time and wall time of moves, undos and reconnects at several numbers of deeds."""
    driver = LockStepDriver()
    tickets = await asyncio.to_thread(peer.create_tables, tables)
    seats: list[OurSeat] = []
    for ticket in tickets:
        match = Match(driver, peer.seat, peer.port, ticket)
        await match.open(peer.path)
        seat = await play_to_free_undo(driver, match)
        if seat is not None:
            seats.append(seat)
    pid, deeds, rounds, found = peer.pid, 10, 0, []
    spent: dict[str, list[float]] = {}
    for mark in marks:
        progress(f"{len(seats)} tables on their way to {mark:,} deeds")
        spent = {"move": [0.0, 0.0], "undo": [0.0, 0.0], "reconnect": [0.0, 0.0]}
        counted = {"move": 0, "undo": 0, "reconnect": 0}
        while deeds < mark + 2 * ROUNDS_PER_CONNECTION:
            is_counted = deeds >= mark
            for kind in ("move", "undo"):
                processor, clock = processor_time(pid), time.perf_counter()
                await driver.send_all(seats, kind)
                if is_counted:
                    spent[kind][0] += processor_time(pid) - processor
                    spent[kind][1] += time.perf_counter() - clock
                    counted[kind] += len(seats)
            deeds += 2
            rounds += 1
            if rounds % ROUNDS_PER_CONNECTION == 0:
                processor, clock = processor_time(pid), time.perf_counter()
                for seat in seats:
                    await reconnect(peer, seat)
                spent["reconnect"][0] += processor_time(pid) - processor
                spent["reconnect"][1] += time.perf_counter() - clock
                counted["reconnect"] += len(seats)
        row: dict[str, Any] = {"deeds": mark}
        for kind, (processor, clock) in spent.items():
            row[f"{kind}_us"] = round(processor / max(1, counted[kind]) * 1e6)
            row[f"{kind}_ms_all"] = round(clock / max(1, counted[kind]) * len(seats) * 1e3, 2)
        found.append(row)
    for seat in seats:
        seat.match.close()
    return found
