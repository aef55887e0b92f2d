"""What each viewer witnesses of a game: events, numbered for each viewer on its own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import Final

from caponata.engine.game import Event, Fact, Game, Position

ALL_SEEING: Final = -2  # the viewpoint of one who reads a record with all hands open


def play_listening(
    game: Game, position: Position, mover: int, move: int, viewers: Iterable[int]
) -> tuple[dict[int, list[Event]], list[Fact]]:
    """Play a move, and give what each viewer witnesses of it and the facts it brought about."""
    seats = range(position.seats)

    def seen(seat: int) -> Event:
        return game.seen(position, seat, mover, move)

    witnessed = {viewer: [_as_viewed(seen, viewer, seats)] for viewer in viewers}
    facts: list[Fact] = []
    position.facts = facts
    position.play(mover, move)
    position.facts = None
    for fact in facts:
        for viewer, events in witnessed.items():
            events.append(_as_viewed(partial(game.told, fact), viewer, seats))
    return witnessed, facts


def _as_viewed(look: Callable[[int], Event], viewer: int, seats: range) -> Event:
    """The event that a viewer sees; who sees all sees what the seat sees from which least is hidden."""
    if viewer != ALL_SEEING:
        return look(viewer)
    return min(map(look, seats), key=lambda event: sum(value is None for value in event.values()))


class Witnesses:
    """All that every viewer has witnessed: each has a counter that rises only with its own events."""

    def __init__(self, viewers: Iterable[int]) -> None:
        self._events: dict[int, list[Event]] = {viewer: [] for viewer in viewers}
        self._sources: dict[int, list[int]] = {viewer: [] for viewer in self._events}

    @property
    def viewers(self) -> Collection[int]:
        """Everybody who watches."""
        return self._events.keys()

    def tell(self, viewer: int, entry: int, events: Iterable[Event]) -> None:
        """Let a viewer witness what an entry of the log brought about."""
        told = self._events[viewer]
        for event in events:
            told.append({"n": len(told) + 1, **event})
            self._sources[viewer].append(entry)

    def tell_taken_back(self, entry: int, name: str, seat: int | None, gone: Collection[int]) -> None:
        """Let everybody witness that entries were taken back, as the numbers of the viewer's own events.

        Nothing more: a sealed choice that is taken back looks the same whatever it was.
        """
        first = min(gone)
        for viewer, sources in self._sources.items():
            start = bisect_left(sources, first)
            taken = [n for n, source in enumerate(sources[start:], start + 1) if source in gone]
            self.tell(viewer, entry, [{"event": name, "seat": seat, "rule": None, "takes_back": taken}])

    def since(self, viewer: int, number: int) -> list[Event]:
        """A viewer's events after the one with this number."""
        return [dict(event) for event in self._events[viewer][max(number, 0) :]]

    def of_entry(self, viewer: int, entry: int) -> list[Event]:
        """What a viewer witnessed of one entry of the log."""
        sources = self._sources[viewer]
        start, end = bisect_left(sources, entry), bisect_left(sources, entry + 1)
        return [dict(event) for event in self._events[viewer][start:end]]
