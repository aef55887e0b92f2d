"""Clocks: their settings, and the time that each seat has left, computed from the times of deeds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

import msgspec

from caponata.server.tables import deeds
from caponata.server.tables.state import SeatState


class SeatClock(msgspec.Struct):
    """A seat's clock: the milliseconds left when it was read."""

    move: int
    bank: int
    runs: bool


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that each move is free, seconds in the bank for the whole game, and what happens at zero."""

    move: int
    bank: int
    then: Literal["default", "bot"] = "default"

    def __post_init__(self) -> None:
        if not 1 <= self.move <= 86_400 or not 0 <= self.bank <= 604_800:
            raise ValueError("a clock has 1 to 86400 seconds per move and a bank of 0 to 604800 seconds")

    @property
    def free_time(self) -> int:
        """Milliseconds that a decision may take without using the bank."""
        return self.move * 1000

    def fill_banks(self, seats: Sequence[SeatState]) -> None:
        """Set all banks to their full time."""
        for seat in seats:
            seat.bank = self.bank * 1000

    def update(
        self, seats: Sequence[SeatState], acting: Collection[int], deed: deeds.AnyDeed, at: int, *, runs: bool
    ) -> None:
        """Stop the clocks of seats that decided, and start those of seats that must decide."""
        for number, seat in enumerate(seats):
            if seat.clock_started is not None:
                seat.time_used += max(0, at - seat.clock_started)
                seat.clock_started = None
            is_own_move = isinstance(deed, deeds.Played) and deed.seat == number
            if is_own_move or (number not in acting and seat.time_used):
                bank_used = min(seat.bank, self._over_free_time(seat.time_used))
                if is_own_move:
                    seat.moves[-1].time_used, seat.moves[-1].bank_used = seat.time_used, bank_used
                seat.bank -= bank_used
                seat.time_used = 0
            if runs and number in acting and seat.bot_level is None:
                seat.clock_started = at

    def _over_free_time(self, time_used: int) -> int:
        """Return the part of a decision's time that goes beyond its free time."""
        return max(0, time_used - self.free_time)

    def has_expired(self, seat: SeatState) -> bool:
        """Return whether a seat had no time left when its clock was last stopped."""
        return seat.time_used >= self.free_time + seat.bank

    def deadline(self, seat: SeatState) -> int | None:
        """Deadline of a seat's clock in milliseconds, or None while it is paused."""
        return (
            None
            if seat.clock_started is None
            else seat.clock_started + self.free_time + seat.bank - seat.time_used
        )

    def readings(self, seats: Sequence[SeatState], now: int) -> list[SeatClock]:
        """Readings of all clocks: what is left of the free time and of the bank."""
        readings: list[SeatClock] = []
        for seat in seats:
            time_used = seat.time_used + (
                max(0, now - seat.clock_started) if seat.clock_started is not None else 0
            )
            left = self.free_time - time_used
            bank = seat.bank + min(0, left)
            readings.append(SeatClock(max(0, left), max(0, bank), seat.clock_started is not None))
        return readings
