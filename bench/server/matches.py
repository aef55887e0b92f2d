"""Matches: two seats at one table of any server, and the time until both have received a move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

from server.connection import ClientConnection, connect

TIMEOUT: Final = 30.0  # seconds
MOVES_PER_GAME: Final = 61  # average of random games of Capital Lux with two seats


class BenchError(Exception):
    """A server did not do what the benchmark needs."""


class Seat:
    """One seat at one table, which knows when it may move."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.connection: ClientConnection | None = None
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count = 0  # game changes received
        self.sent = 0.0  # when the unanswered move was sent
        self.waiting: list[tuple[int, float]] = []  # moves of the other seat that were not received yet

    def on_message(self, message: bytes) -> None:
        """Handle a message of the server."""
        raise NotImplementedError

    def send_hello(self) -> None:
        """Send the first message on a new connection."""

    def next_move(self) -> bytes | None:
        """Return the move to send now, or None if it is not this seat's turn."""
        raise NotImplementedError

    def set_joined(self) -> None:
        """Note that the game was received."""
        if not self.joined.done():
            self.joined.set_result(None)

    def send(self) -> None:
        """Send a move if it is this seat's turn."""
        if self.sent or self.match.is_over or self.connection is None or self.connection.is_lost:
            return
        move = self.next_move()
        if move is not None:
            self.sent = time.perf_counter()
            self.connection.send(move)


class Match:
    """One table with two seats."""

    def __init__(self, driver: Driver, kind: type[Seat], port: int, ticket: Any) -> None:
        self.driver = driver
        self.port = port
        self.ticket = ticket
        self.is_over = False
        self.seats = [kind(self, 0), kind(self, 1)]

    async def open(self, path: Callable[[Any, int], str]) -> None:
        """Connect both seats before the first move."""
        for seat in self.seats:
            seat.connection = await connect(self.port, path(self.ticket, seat.number), seat.on_message)
            seat.send_hello()
            await asyncio.wait_for(seat.joined, TIMEOUT)
        for seat in self.seats:
            self.driver.on_turn(seat)

    def message_received(self, seat: Seat, *, is_answer: bool) -> None:
        """Count a received change, and record the latency when both seats have it."""
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
            self.driver.on_game_over(self)
        else:
            self.driver.on_turn(seat)

    def close(self) -> None:
        """Leave the table."""
        self.is_over = True
        for seat in self.seats:
            if seat.connection is not None:
                seat.connection.close()


class Driver:
    """Decides when seats move, and collects measurements."""

    def on_turn(self, seat: Seat) -> None:
        """Handle that it may be a seat's turn."""

    def record(self, latency: float) -> None:
        """Record the seconds from sending a move until everybody has received it."""

    def on_game_over(self, match: Match) -> None:
        """Handle the end of a game."""

    def on_refused(self, reason: str) -> None:
        """Handle a refusal."""
