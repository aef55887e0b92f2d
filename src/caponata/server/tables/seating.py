"""Requests about seats: sitting down, starting, leaving, coming back, and moving to another device."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from caponata.bots import bot_levels
from caponata.engine.game import Game
from caponata.server.tables import deeds
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.people import Person, hashed
from caponata.server.tables.room import STAND_IN_LEVEL, Room
from caponata.server.tables.state import WAITING


def check_level(game: Game, level: str | None) -> str:
    """Return the level, or refuse the request if the game has no bots of this level."""
    levels = bot_levels(game)
    if level not in levels:
        raise RequestRefused(400, "no-such-level", f"a bot's level is one of {', '.join(levels)}")
    return level


# Before the game


class Sit(msgspec.Struct, frozen=True):
    """Take a seat, or any free one."""

    seat: int | None
    person: Person
    key: str
    entropy: str

    def apply(self, room: Room) -> deeds.Sat:
        state, person = room.state, self.person
        if state.seats_of(person.person):
            raise RequestRefused(409, "sits-already", "you sit at this table already")
        if state.is_over:
            raise RequestRefused(409, "game-over", "this table is closed: nobody can sit down any more")
        if state.status != WAITING:
            raise RequestRefused(409, "game-began", "the game has begun: nobody can sit down any more")
        if person.person in state.removed:
            raise RequestRefused(403, "removed", "the host removed you from this table: find another one")
        return room.take_seat(self.seat, person.person, person.name, hashed(self.key), self.entropy)


class SetSeat(msgspec.Struct, frozen=True):
    """Fill or free a seat as the host; during the game, let a bot replace somebody who is gone."""

    by: int
    seat: int
    kind: str
    level: str | None
    entropy: str

    def apply(self, room: Room) -> deeds.AnyDeed:
        is_waiting = room.state.status == WAITING
        if self.kind not in ("bot", "open"):
            raise RequestRefused(400, "no-such-kind", "a seat can be given to a 'bot' or be 'open'")
        if self.kind == "bot" and (is_waiting or self.level is not None):
            check_level(room.game, self.level)
        room.check_seat(self.seat)
        return self._before_game(room) if is_waiting else self._during_game(room)

    def _before_game(self, room: Room) -> deeds.AnyDeed:
        room.check_host(self.by)
        target = room.state.seats[self.seat]
        if self.kind == "open":
            if self.seat == self.by:
                raise RequestRefused(409, "own-seat", "this is your own seat: leave the table instead")
            return deeds.Opened(self.seat, removed=target.person not in (None, room.state.host))
        if target.kind == "person":
            raise RequestRefused(409, "seat-taken", f"{target.name} sits there: remove them first")
        return deeds.Filled(self.seat, str(self.level), self.entropy)

    def _during_game(self, room: Room) -> deeds.StoodIn:
        room.check_running()
        if self.kind != "bot" or not room.state.seats[self.seat].is_open_to_bot:
            raise RequestRefused(409, "seat-held", "a bot can only replace somebody who is gone")
        return deeds.StoodIn(self.seat, STAND_IN_LEVEL)


class Start(msgspec.Struct, frozen=True):
    """Start the game as the host; `token` makes entropy for seats that sent none."""

    seat: int
    token: Callable[[], str]

    def apply(self, room: Room) -> deeds.Started:
        return room.start(self.seat, entropy=self.token)


class ReplaceHost(msgspec.Struct, frozen=True):
    """Make another person the host, unless the host has changed or the game has started."""

    host: str
    seat: int

    def apply(self, room: Room) -> deeds.Hosted | None:
        state = room.state
        if (
            state.status != WAITING
            or state.host != self.host
            or state.seats[self.seat].person in (None, self.host)
        ):
            return None
        return deeds.Hosted(self.seat)


# Keys and links


class ReplaceKey(msgspec.Struct, frozen=True):
    """Give a seated person a new key; new entropy counts until the game starts."""

    seat: int
    person: str
    key: str
    entropy: str

    def apply(self, room: Room) -> deeds.Keyed:
        if room.state.seats[self.seat].person != self.person:
            raise RequestRefused(409, "seat-taken", "this seat is not yours any more")
        entropy = self.entropy if room.state.status == WAITING else ""
        return deeds.Keyed(self.seat, self.person, hashed(self.key), entropy=entropy)


class CreateLink(msgspec.Struct, frozen=True):
    """Create the personal link of the seat that a key opens."""

    key: str
    token: str

    def apply(self, room: Room) -> deeds.Linked:
        return deeds.Linked(room.seat_of_key(self.key), hashed(self.token))


class Claim(msgspec.Struct, frozen=True):
    """Take over a seat by its personal link."""

    token: str
    person: str
    key: str

    def apply(self, room: Room) -> deeds.Keyed:
        link = hashed(self.token)
        for number, seat in enumerate(room.state.seats):
            if seat.link == link:
                return deeds.Keyed(number, self.person, hashed(self.key), moved=True)
        raise RequestRefused(404, "no-such-link", "this personal link is invalid or was used already")


# Leaving and coming back


class Leave(msgspec.Struct, frozen=True):
    """Free a seat before the game, or leave a running game."""

    seat: int

    def apply(self, room: Room) -> deeds.AnyDeed:
        if room.state.status == WAITING:
            return deeds.Opened(self.seat)
        room.check_running()
        if room.state.seats[self.seat].left:
            raise RequestRefused(409, "left-already", "this seat was left already")
        return deeds.Offered(self.seat, left=True)


class LeaveWithKey(msgspec.Struct, frozen=True):
    """Leave the seat that a key opens."""

    key: str

    def apply(self, room: Room) -> deeds.AnyDeed:
        return Leave(room.seat_of_key(self.key)).apply(room)


class OfferSeat(msgspec.Struct, frozen=True):
    """Let the others replace an absent person with a bot."""

    seat: int

    def apply(self, room: Room) -> deeds.Offered | None:
        missed = room.state.seats[self.seat]
        if room.state.is_over or missed.offered or missed.kind != "person" or room.game_table is None:
            return None
        return deeds.Offered(self.seat)


class Reconnect(msgspec.Struct, frozen=True):
    """Give a seat back to a person who connected again, if a bot plays or may play for them."""

    seat: int

    def apply(self, room: Room) -> deeds.CameBack | None:
        seat = room.state.seats[self.seat]
        is_replaced = seat.offered or seat.stands_in is not None
        if room.state.is_over or seat.resigned or not is_replaced or room.has_timed_out(self.seat):
            return None
        return deeds.CameBack(self.seat)


class ComeBack(msgspec.Struct, frozen=True):
    """Take a seat back from the bot that plays for its person."""

    seat: int

    def apply(self, room: Room) -> deeds.CameBack:
        if room.state.seats[self.seat].resigned:
            raise RequestRefused(409, "resigned-already", "you have resigned")
        if room.has_timed_out(self.seat):
            raise RequestRefused(
                409, "too-late", "your time for this decision is over: come back after the bot has made it"
            )
        deed = Reconnect(self.seat).apply(room)
        if deed is None:
            raise RequestRefused(409, "never-left", "you are playing already")
        return deed
