"""Who is there: everybody who listens, here and in other processes, and how far away they are."""

from __future__ import annotations

import asyncio
from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING

from caponata.server.live import Live

if TYPE_CHECKING:
    from caponata.server.house import House


class Presence:
    """Knows who listens at the tables of a house, and tells those who are there."""

    def __init__(self, house: House) -> None:
        self._house = house

    def changed(self, live: Live) -> None:
        """Somebody came or went: tell everybody, once for all who do within a moment."""
        if live.presence is None:
            wait = self._house.settings.presence_wait
            live.presence = asyncio.get_running_loop().call_later(wait, self.tell, live)

    def tell(self, live: Live) -> None:
        """Tell everybody who is there, here and elsewhere."""
        live.presence = None
        present = live.audience.present(len(live.room.life.seats))
        if present != live.presence_told:  # a second tab is nobody else's business
            live.presence_told = present
            live.audience.tell_table(live.room, self._house.settings.now())
        self._house.notices.presence(live.room.table, live.audience.counts())

    def heard(self, table: str, counts: Mapping[int, int]) -> None:
        """Other processes tell how many listen there, by seat."""
        live = self._house.lives.get(table)
        if live is not None:
            gone = [seat for seat in live.audience.elsewhere if seat not in counts]
            live.audience.elsewhere = counts
            self.changed(live)
            for seat in gone:  # the process where they listened may be dead
                self._house.steward.departed(live, seat)

    def measured(self, live: Live, seat: int, line: Hashable, delay: float | None) -> None:
        """A line of a seat that listens here is so many seconds long, or there no more."""
        live.lines.measured(seat, line, delay)
        self._house.notices.lines(live.room.table, live.lines.here)

    def heard_lines(self, table: str, delays: Mapping[int, float]) -> None:
        """Other processes tell how far away those are who listen there, by seat."""
        live = self._house.lives.get(table)
        if live is not None:
            live.lines.elsewhere = delays
