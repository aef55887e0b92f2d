"""Requests to a table: data that is applied to a room, which checks it and returns its deed.

A request changes nothing but the room's game, so it can be applied again to a room that has changed in the
meantime. Requests about seats are in `seating.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

import msgspec

from caponata.server.tables import deeds
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.room import STAND_IN_LEVEL, Room
from caponata.server.tables.state import PAUSED

MAX_CHAT_LENGTH: Final = 500


class Request(Protocol):
    """Something that a person, a bot or the server wants to happen at a table."""

    def apply(self, room: Room) -> deeds.AnyDeed | None:
        """Check the request and return its deed, or None if there is nothing to do."""


# A person's requests


class WithKey(msgspec.Struct, frozen=True):
    """A request of a client; refused if the key of its seat was voided after it connected."""

    seat: int
    hashed_key: str | None
    request: Request

    def apply(self, room: Room) -> deeds.AnyDeed | None:
        room.check_key(self.seat, self.hashed_key)
        return self.request.apply(room)


class Move(msgspec.Struct, frozen=True):
    """Play a move for a seat; `decision` is the number of the decision it answers."""

    seat: int
    decision: int
    move: str

    def apply(self, room: Room) -> deeds.Played:
        return room.move(self.seat, self.decision, self.move)


class Undo(msgspec.Struct, frozen=True):
    """Undo a seat's last move, or ask the others if they saw it."""

    seat: int

    def apply(self, room: Room) -> deeds.AnyDeed:
        return room.undo_move(self.seat)


class ProposeEnd(msgspec.Struct, frozen=True):
    """Propose to end the game without a winner."""

    seat: int

    def apply(self, room: Room) -> deeds.AnyDeed:
        return room.propose_end(self.seat)


class Answer(msgspec.Struct, frozen=True):
    """Agree to a proposal, or reject or withdraw it."""

    seat: int
    ask: int
    yes: bool

    def apply(self, room: Room) -> deeds.AnyDeed:
        return room.answer(self.seat, self.ask, yes=self.yes)


class Chat(msgspec.Struct, frozen=True):
    """Send a chat message."""

    seat: int
    text: str
    is_allowed: Callable[[], bool]  # counts the message once, however often the request is applied

    def apply(self, room: Room) -> deeds.Said:
        if not self.is_allowed():
            raise RequestRefused(429, "chatty", "too many chat messages: wait a moment")
        text = " ".join(self.text.split())
        if not text:
            raise RequestRefused(400, "empty-text", "the message is empty")
        if len(text) > MAX_CHAT_LENGTH:
            raise RequestRefused(400, "long-text", f"a message has at most {MAX_CHAT_LENGTH} characters")
        return deeds.Said(self.seat, text)


class Pause(msgspec.Struct, frozen=True):
    """Stop clocks and bots."""

    seat: int

    def apply(self, room: Room) -> deeds.Paused:
        room.check_not_paused()
        room.check_not_resigned(self.seat)
        return deeds.Paused(self.seat)


class Resume(msgspec.Struct, frozen=True):
    """Resume a paused game."""

    seat: int

    def apply(self, room: Room) -> deeds.Resumed:
        if room.state.status != PAUSED:
            raise RequestRefused(409, "not-paused", "the game is not paused")
        room.check_not_resigned(self.seat)
        return deeds.Resumed(self.seat)


class Resign(msgspec.Struct, frozen=True):
    """Resign from the game."""

    seat: int

    def apply(self, room: Room) -> deeds.Resigned:
        room.check_running()
        if room.state.seats[self.seat].resigned:
            raise RequestRefused(409, "resigned-already", "you have resigned already")
        return deeds.Resigned(self.seat, STAND_IN_LEVEL)


class Rematch(msgspec.Struct, frozen=True):
    """Continue at another table, unless a rematch was created before."""

    table: str

    def apply(self, room: Room) -> deeds.Rematched:
        return deeds.Rematched(room.state.rematch or self.table)


# Requests of the server itself; they return None if they no longer apply


class BotMove(msgspec.Struct, frozen=True):
    """Play a bot's move, or the default move if the bot found none."""

    seat: int
    decision: int
    move: str | None

    def apply(self, room: Room) -> deeds.Played | None:
        if room.state.seats[self.seat].bot_level is None:
            return None
        move = room.started_game.default_move(self.seat) if self.move is None else self.move
        return room.move(self.seat, self.decision, move, by="bot")


class TimeOut(msgspec.Struct, frozen=True):
    """If a seat's clock has run out at a given time, play its default move or let a bot take over."""

    seat: int
    now: int  # milliseconds

    def apply(self, room: Room) -> deeds.AnyDeed | None:
        deadline = room.deadline(self.seat)
        if deadline is None or deadline > self.now:
            return None
        assert room.config.clock is not None
        if room.config.clock.then == "bot":
            return deeds.StoodIn(self.seat, STAND_IN_LEVEL)
        return room.move(self.seat, None, room.started_game.default_move(self.seat), by="clock")


class DefaultMove(msgspec.Struct, frozen=True):
    """Play the default move of a seat that must act when a countdown ends."""

    seat: int

    def apply(self, room: Room) -> deeds.Played | None:
        if room.game_table is None or self.seat not in room.game_table.acting:
            return None
        return room.move(self.seat, None, room.game_table.default_move(self.seat), by="clock")


class PlayChance(msgspec.Struct, frozen=True):
    """Play chance moves that waited for a countdown."""

    def apply(self, room: Room) -> deeds.Drawn | None:
        return room.play_chance()


class FollowUp(msgspec.Struct, frozen=True):
    """Store the deed that follows from the last one: an end, or a proposal that nobody can reject."""

    def apply(self, room: Room) -> deeds.AnyDeed | None:
        return room.follow_up()


class CloseDeserted(msgspec.Struct, frozen=True):
    """Close a table that has not changed since a given time."""

    unchanged_since: int  # milliseconds

    def apply(self, room: Room) -> deeds.Ended | None:
        has_changed = room.state.at >= self.unchanged_since
        return None if room.state.is_over or has_changed else deeds.Ended("deserted")
