"""Matches: two seats at one table of any server, and when both were told of a move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

from server.line import Line, dial

PATIENCE: Final = 30.0  # seconds
MOVES_A_GAME: Final = 61  # of two seats of Capital Lux at random, on average


class Trouble(Exception):
    """A server did not do what the bench needs."""


class Seat:
    """One seat at one table: it knows when it may move, and counts what it was told."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.line: Line | None = None
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count = 0  # changes of the game that it was told
        self.sent = 0.0  # when it sent the move that is not answered yet
        self.waiting: list[tuple[int, float]] = []  # moves of others that it was not told yet

    def hear(self, message: bytes) -> None:
        """Take in a message of the server."""
        raise NotImplementedError

    def greet(self) -> None:
        """Say the first word on a new line."""

    def wants(self) -> bytes | None:
        """The move that the seat would send now, or nothing while it may not move."""
        raise NotImplementedError

    def enter(self) -> None:
        """The game is on the table."""
        if not self.joined.done():
            self.joined.set_result(None)

    def send(self) -> None:
        """Move, if it is still this seat's turn."""
        if self.sent or self.match.is_over or self.line is None or self.line.is_lost:
            return
        move = self.wants()
        if move is not None:
            self.sent = time.perf_counter()
            self.line.send(move)


class Match:
    """One table with two seats, driven by whoever listens to `told`."""

    def __init__(self, driver: Driver, kind: type[Seat], port: int, ticket: Any) -> None:
        self.driver = driver
        self.port = port
        self.ticket = ticket
        self.is_over = False
        self.seats = [kind(self, 0), kind(self, 1)]

    async def open(self, path: Callable[[Any, int], str]) -> None:
        """Let both seats join; nobody moves before."""
        for seat in self.seats:
            seat.line = await dial(self.port, path(self.ticket, seat.number), seat.hear)
            seat.greet()
            await asyncio.wait_for(seat.joined, PATIENCE)
        for seat in self.seats:
            self.driver.may_move(seat)

    def told(self, seat: Seat, *, is_answer: bool) -> None:
        """A seat was told of a change: the one that brought it about knows when the other was told too."""
        now = time.perf_counter()
        other = self.seats[1 - seat.number]
        seat.count += 1
        if is_answer:
            sent, seat.sent = seat.sent, 0.0
            if other.count >= seat.count:
                self.driver.record(now - sent)
            else:
                other.waiting.append((seat.count, sent))
        while seat.waiting and seat.waiting[0][0] <= seat.count:
            self.driver.record(now - seat.waiting.pop(0)[1])
        if self.is_over:
            self.driver.over(self)
        else:
            self.driver.may_move(seat)

    def close(self) -> None:
        """Leave the table."""
        self.is_over = True
        for seat in self.seats:
            if seat.line is not None:
                seat.line.close()


class Driver:
    """Whoever drives matches."""

    def may_move(self, seat: Seat) -> None:
        """A seat was told something, after which it may be its turn."""

    def record(self, latency: float) -> None:
        """A move was told to everybody, so many seconds after it was sent."""

    def over(self, match: Match) -> None:
        """A game has ended."""

    def refused(self, reason: str) -> None:
        """The server refused something."""
