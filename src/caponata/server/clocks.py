"""Clocks: what a table's clock gives, and what the seats have left of it, by the times of deeds."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from caponata.server import deeds
from caponata.server.life import SeatLife


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Seconds that a move is free of charge, seconds beyond that for the whole game, and what then."""

    move: int
    bank: int
    then: str = "default"

    def __post_init__(self) -> None:
        if not 1 <= self.move <= 86_400 or not 0 <= self.bank <= 604_800:
            raise ValueError("a clock gives 1 to 86400 seconds a move and a bank of 0 to 604800")
        if self.then not in ("default", "bot"):
            raise ValueError("when a clock runs out, 'default' is played or a 'bot' takes over")

    @property
    def free(self) -> int:
        """Milliseconds that a decision may take for nothing."""
        return self.move * 1000

    def start(self, seats: Sequence[SeatLife]) -> None:
        """Fill everybody's bank."""
        for seat in seats:
            seat.bank = self.bank * 1000

    def wind(
        self, seats: Sequence[SeatLife], acting: Collection[int], deed: deeds.AnyDeed, at: int, *, runs: bool
    ) -> None:
        """Stop the clocks of seats that decided, and start those of seats that have to."""
        for number, seat in enumerate(seats):
            if seat.since is not None:
                seat.thought += max(0, at - seat.since)
                seat.since = None
            is_own = isinstance(deed, deeds.Played) and deed.seat == number
            if is_own or (number not in acting and seat.thought):
                paid = min(seat.bank, self._overdrawn(seat.thought))
                if is_own:
                    seat.made[-1].thought, seat.made[-1].paid = seat.thought, paid
                seat.bank -= paid
                seat.thought = 0
            if runs and number in acting and seat.player is None:
                seat.since = at

    def _overdrawn(self, thought: int) -> int:
        """What a decision that took so long costs beyond its free time."""
        return max(0, thought - self.free)

    def is_used_up(self, seat: SeatLife) -> bool:
        """Whether a seat had no time left when its clock was last stopped."""
        return seat.thought >= self.free + seat.bank

    def deadline(self, seat: SeatLife) -> int | None:
        """When the clock of a seat runs out, or nothing while it stands still."""
        return None if seat.since is None else seat.since + self.free + seat.bank - seat.thought

    def shown(self, seats: Sequence[SeatLife], now: int) -> list[dict[str, Any]]:
        """What every seat's clock shows: what is left of the move's free time and of the bank."""
        shown: list[dict[str, Any]] = []
        for seat in seats:
            thought = seat.thought + (max(0, now - seat.since) if seat.since is not None else 0)
            left = self.free - thought
            bank = seat.bank + min(0, left)
            shown.append({"move": max(0, left), "bank": max(0, bank), "runs": seat.since is not None})
        return shown
