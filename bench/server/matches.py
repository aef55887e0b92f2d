"""Matches: two seats at one table of any server, and when both were told of a move."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any, Final

from server.connection import ClientConnection, connect

TIMEOUT: Final = 30.0  # seconds
MOVES_PER_GAME: Final = 61  # of two seats of Capital Lux at random, on average


class BenchError(Exception):
    """A server did not do what the bench needs."""


class Seat:
    """One seat at one table: it knows when it may move, and counts what it was told."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.connection: ClientConnection | None = None
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count = 0  # changes of the game that it was told
        self.sent = 0.0  # when it sent the move that is not answered yet
        self.waiting: list[tuple[int, float]] = []  # moves of others that it was not told yet

    def on_message(self, message: bytes) -> None:
        """Take in a message of the server."""
        raise NotImplementedError

    def send_hello(self) -> None:
        """Say the first word on a new line."""

    def next_move(self) -> bytes | None:
        """The move that the seat would send now, or nothing while it may not move."""
        raise NotImplementedError

    def set_joined(self) -> None:
        """The game is on the table."""
        if not self.joined.done():
            self.joined.set_result(None)

    def send(self) -> None:
        """Move, if it is still this seat's turn."""
        if self.sent or self.match.is_over or self.connection is None or self.connection.is_lost:
            return
        move = self.next_move()
        if move is not None:
            self.sent = time.perf_counter()
            self.connection.send(move)


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
            seat.connection = await connect(self.port, path(self.ticket, seat.number), seat.on_message)
            seat.send_hello()
            await asyncio.wait_for(seat.joined, TIMEOUT)
        for seat in self.seats:
            self.driver.on_turn(seat)

    def message_received(self, seat: Seat, *, is_answer: bool) -> None:
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
    """Whoever drives matches."""

    def on_turn(self, seat: Seat) -> None:
        """A seat was told something, after which it may be its turn."""

    def record(self, latency: float) -> None:
        """A move was told to everybody, so many seconds after it was sent."""

    def on_game_over(self, match: Match) -> None:
        """A game has ended."""

    def on_refused(self, reason: str) -> None:
        """The server refused something."""
