"""Absences: a bot may replace somebody who is gone, and before the game others may replace the host."""

from __future__ import annotations

import asyncio

from caponata.server.scheduler.attempts import Attempts
from caponata.server.scheduler.protocols import ConnectedSeats
from caponata.server.scheduler.schedule import Schedules
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.seating import OfferSeat, ReplaceHost


class Absences:
    """Runs the absence timers of all open tables."""

    def __init__(
        self, timeout: float, schedules: Schedules, attempts: Attempts, seats: ConnectedSeats
    ) -> None:
        self._timeout = timeout
        self._schedules = schedules
        self._attempts = attempts
        self._seats = seats

    def connected(self, table: OpenTable, seat: int) -> None:
        """Cancel the absence timer of a seat."""
        timer = self._schedules.at(table).absence_timers.pop(seat, None)
        if timer is not None:
            timer.cancel()
        if table.room.game_table is None:
            self._watch_host(table)

    def watch(self, table: OpenTable) -> None:
        """Start the absence timers of people who are not connected."""
        room = table.room
        if room.state.is_over:
            return
        if room.game_table is None:
            self._watch_host(table)
            return
        timers = self._schedules.at(table).absence_timers
        for number, seat in enumerate(room.state.seats):
            is_expected = seat.kind == "person" and not (seat.offered or seat.resigned)
            if is_expected and number not in timers and not self._seats.is_connected(table, number):
                self._start_timer(table, number)

    def _watch_host(self, table: OpenTable) -> None:
        """Before the game, start the absence timer of a host while others are connected."""
        state = table.room.state
        seat = next(iter(state.seats_of(state.host)), None)
        timers = self._schedules.at(table).absence_timers
        if seat is not None and seat not in timers and self._next_host(table) is not None:
            self._start_timer(table, seat)

    def _start_timer(self, table: OpenTable, seat: int) -> None:
        timer = asyncio.get_running_loop().call_later(self._timeout, self.on_timer, table, seat)
        self._schedules.at(table).absence_timers[seat] = timer

    def _next_host(self, table: OpenTable) -> int | None:
        """Seat of the person who would become host, or None while the host is connected."""
        state = table.room.state
        if any(self._seats.is_connected(table, seat) for seat in state.seats_of(state.host)):
            return None
        return next((seat for seat, _ in state.seated_people if self._seats.is_connected(table, seat)), None)

    def on_timer(self, table: OpenTable, seat: int) -> None:
        """Offer the seat of somebody who is still absent, or replace an absent host."""
        self._schedules.at(table).absence_timers.pop(seat, None)
        if not self._seats.has_full_presence:  # they may be connected to another process
            self.watch(table)
            return
        if table.room.game_table is None:
            next_host = self._next_host(table)
            if next_host is not None:
                self._attempts.start(table, ReplaceHost(table.room.state.host, next_host))
            return
        if not self._seats.is_connected(table, seat):
            self._attempts.start(table, OfferSeat(seat))
