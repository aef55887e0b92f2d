"""Who looks at a table, and what each of them is told: built from the viewer's own view, never from more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

import msgspec

from caponata.engine.game import SPECTATOR
from caponata.engine.table import Table
from caponata.server.life import Line
from caponata.server.news import common_news, news, standing
from caponata.server.room import Room
from caponata.server.shown import Shown, shown_all

MOST_EVENTS: Final = 400  # on joining; older ones are in the replay

_encode = msgspec.json.Encoder().encode


class Listener(Protocol):
    """Somebody at the other end of a socket."""

    def tell(self, message: bytes) -> None:
        """Send a message, without waiting for it to arrive."""

    def dismiss(self, code: int, reason: str) -> None:
        """Say goodbye after what was told before."""


def answering(message: bytes, request: str | None) -> bytes:
    """A message that also answers a request."""
    if request is None:
        return message
    return b'{"answers":' + _encode(request) + b"," + message[1:]


class Viewer:
    """A seat, or all spectators together: what they were told last, and who listens."""

    __slots__ = ("listeners", "number", "seat", "shown")

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.listeners: set[Listener] = set()
        self.shown: Shown | None = None
        self.number = 0

    def tiding(self, play: Table, now: Shown, common: Mapping[str, Any]) -> Tiding:
        """What changed since the last time."""
        state = standing(play, self.seat, now.hash, common)
        events = play.witness(self.seat, self.number)
        return Tiding(self, news(state, events, now, self.shown), now, state["n"])


class Tiding(NamedTuple):
    """What a viewer is to be told, and what it will know then."""

    viewer: Viewer
    message: bytes
    shown: Shown
    number: int


class Audience:
    """Everybody who looks at one table from here."""

    def __init__(self) -> None:
        self.viewers: dict[int, Viewer] = {}
        self.elsewhere: Mapping[int, int] = {}  # seats that listen at other processes

    @property
    def size(self) -> int:
        """How many listen here."""
        return sum(len(viewer.listeners) for viewer in self.viewers.values())

    def is_here(self, seat: int) -> bool:
        """Whether somebody looks through the eyes of a seat."""
        viewer = self.viewers.get(seat)
        return bool(viewer and viewer.listeners) or bool(self.elsewhere.get(seat))

    def present(self, seats: int) -> tuple[int, ...]:
        """Which seats are here, and how many watch."""
        return (*(int(self.is_here(seat)) for seat in range(seats)), self.watching)

    @property
    def watching(self) -> int:
        """How many spectators there are, here and elsewhere."""
        viewer = self.viewers.get(SPECTATOR)
        return (len(viewer.listeners) if viewer else 0) + self.elsewhere.get(SPECTATOR, 0)

    def counts(self) -> dict[int, int]:
        """How many listen here, by seat."""
        return {seat: len(viewer.listeners) for seat, viewer in self.viewers.items() if viewer.listeners}

    def add(self, seat: int, listener: Listener) -> None:
        """Somebody begins to listen."""
        self.viewers.setdefault(seat, Viewer(seat)).listeners.add(listener)

    def remove(self, listener: Listener) -> int | None:
        """Somebody listens no more; gives the seat through whose eyes it was, if any."""
        for seat, viewer in self.viewers.items():
            if listener in viewer.listeners:
                viewer.listeners.discard(listener)
                if not viewer.listeners:
                    del self.viewers[seat]
                return seat
        return None

    def dismiss(self, seat: int, *, is_moved: bool) -> None:
        """Whoever looked through the eyes of a seat does so no more."""
        for listener in list(self.viewers[seat].listeners) if seat in self.viewers else ():
            if is_moved:
                listener.tell(b'{"t":"moved"}')
                listener.dismiss(4409, "your seat was taken to another device")
            else:
                listener.dismiss(4410, "this seat is free again")

    def tell_all(self, message: bytes) -> None:
        """Tell everybody the same."""
        for viewer in self.viewers.values():
            for listener in viewer.listeners:
                listener.tell(message)

    # The game

    def tidings(self, room: Room) -> list[Tiding]:
        """What every viewer is to be told of the game; nobody is told yet."""
        if room.play is None:
            return []
        play, viewers = room.play, list(self.viewers.values())
        common = common_news(play)
        # One kind of work after the other: the processor has it at hand when it is done again.
        shown = shown_all(play.views([viewer.seat for viewer in viewers]))
        return [viewer.tiding(play, now, common) for viewer, now in zip(viewers, shown)]

    def tell_state(
        self, tidings: Sequence[Tiding], asker: Listener | None = None, request: str | None = None
    ) -> None:
        """Tell every viewer what changed for them; the asker is told that this answers the request."""
        for viewer, message, shown, number in tidings:
            viewer.shown, viewer.number = shown, number
            for listener in viewer.listeners:
                listener.tell(answering(message, request) if listener is asker else message)

    def whole_state(
        self,
        play: Table,
        seat: int,
        since: int,
        known_hash: str | None,
        waited: Mapping[str, Any] | None = None,
    ) -> bytes:
        """All that somebody who joins must know, after the last event known to them."""
        shown = Shown(play.view(seat))
        state = standing(play, seat, shown.hash, common_news(play))
        since = since if 0 <= since <= state["n"] else 0
        state["events"] = play.witness(seat, max(since, state["n"] - MOST_EVENTS))
        state["missed"] = state["n"] - since - len(state["events"])
        if waited is not None:
            state["waited"] = waited
        if known_hash == shown.hash:
            state["changed"], state["gone"] = {}, []
        else:
            state["view"] = shown.fields
        viewer = self.viewers.get(seat)
        if viewer is not None and viewer.shown is None:
            viewer.shown, viewer.number = shown, state["n"]
        return _encode(state)

    # The table

    def tell_table(
        self, room: Room, now: int, asker: Listener | None = None, request: str | None = None
    ) -> None:
        """Tell everybody all about the table that is not the game."""
        common = _encode(self._table(room, now))
        for viewer in self.viewers.values():
            message = _addressed(common, room, viewer.seat)
            for listener in viewer.listeners:
                listener.tell(answering(message, request) if listener is asker else message)

    def whole_table(self, room: Room, now: int, seat: int) -> bytes:
        """All about the table for one viewer."""
        return _addressed(_encode(self._table(room, now)), room, seat)

    def _table(self, room: Room, now: int) -> dict[str, Any]:
        life, plan = room.life, room.plan
        return {
            "t": "table",
            "table": room.table,
            "game": room.game.name,
            "rules_version": room.game.rules_version,
            "options": plan.options,
            "status": life.status,
            "host": next(iter(life.seats_of(life.host)), None),
            "listed": plan.listed,
            "spectators": plan.spectators,
            "bot_speed": plan.bot_speed,
            "advice": plan.advice,
            "clock": plan.clock,
            "commitment": room.commitment,
            "seats": [
                {
                    "is": seat.kind,
                    "name": seat.name,
                    "level": seat.level,
                    "here": seat.kind == "bot" or self.is_here(number),
                    "stands_in": seat.stands_in,
                    "offered": seat.is_offered,
                    "resigned": seat.resigned,
                }
                for number, seat in enumerate(life.seats)
            ],
            "clocks": room.clocks(now),
            "asks": [
                {"ask": ask.ask, "what": ask.what, "by": ask.by, "yes": ask.yes, "waits": life.voters(ask)}
                for ask in life.asks
            ],
            "watching": self.watching,
            "rematch": life.rematch,
            "reason": life.reason,
            "places": room.places(),
        }


def _addressed(common: bytes, room: Room, seat: int) -> bytes:
    """The table as one viewer gets it: the join code is for those who sit there."""
    own = {"you": None, "code": None} if seat == SPECTATOR else {"you": seat, "code": room.code}
    return _encode(own)[:-1] + b"," + common[1:]


def chat_line(line: Line) -> bytes:
    """A line of the chat as everybody gets it."""
    return _encode(
        {"t": "chat", "k": line.k, "seat": line.seat, "name": line.name, "text": line.text, "at": line.at}
    )
