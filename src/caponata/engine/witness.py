"""What each viewer witnesses of a game: events, numbered for each viewer on its own."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, Final

from caponata.engine.game import Effect, Event, Game, Position

OMNISCIENT: Final = -2  # the viewpoint of one who reads a record with all hands open


def play_with_effects(
    game: Game, position: Position, mover: int, move: int, viewers: Iterable[int]
) -> tuple[dict[int, list[Event]], list[Effect]]:
    """Play a move, and give what each viewer witnesses of it and the facts it brought about."""
    seats = range(position.seats)

    def seen(seat: int) -> Event:
        return game.move_event(position, seat, mover, move)

    witnessed = {viewer: [_as_viewed(seen, viewer, seats)] for viewer in viewers}
    effects: list[Effect] = []
    position.effects = effects
    position.play(mover, move)
    position.effects = None
    for effect in effects:
        for viewer, events in witnessed.items():
            events.append(_as_viewed(partial(game.effect_event, effect), viewer, seats))
    return witnessed, effects


def _as_viewed(look: Callable[[int], Event], viewer: int, seats: range) -> Event:
    """The event that a viewer sees; who sees all sees what the seat sees from which least is hidden."""
    if viewer != OMNISCIENT:
        return look(viewer)
    return min(map(look, seats), key=lambda event: sum(value is None for value in event.values()))


class Witnesses:
    """All that every viewer has witnessed: each has a counter that rises only with its own events."""

    def __init__(self, viewers: Iterable[int]) -> None:
        self._events: dict[int, list[Event]] = {viewer: [] for viewer in viewers}
        self._sources: dict[int, list[int]] = {viewer: [] for viewer in self._events}
        self._forgotten = dict.fromkeys(self._events, 0)  # events before the ones that are kept

    @property
    def viewers(self) -> Collection[int]:
        """Everybody who watches."""
        return self._events.keys()

    def tell(self, viewer: int, entry: int, events: Iterable[Event]) -> None:
        """Let a viewer witness what an entry of the log brought about."""
        told, number = self._events[viewer], self.count(viewer)
        for event in events:
            number += 1
            told.append({"n": number, **event})
            self._sources[viewer].append(entry)

    def count(self, viewer: int) -> int:
        """The number of a viewer's last event."""
        return self._forgotten[viewer] + len(self._events[viewer])

    def tell_taken_back(self, entry: int, name: str, seat: int | None, gone: Collection[int]) -> None:
        """Let everybody witness that entries were taken back, as the numbers of the viewer's own events.

        Nothing more: a sealed choice that is taken back looks the same whatever it was.
        """
        first = min(gone)
        for viewer, sources in self._sources.items():
            start = bisect_left(sources, first)
            number = self._forgotten[viewer] + start + 1
            taken = [n for n, source in enumerate(sources[start:], number) if source in gone]
            self.tell(viewer, entry, [{"event": name, "seat": seat, "rule": None, "takes_back": taken}])

    def since(self, viewer: int, number: int) -> list[Event]:
        """A viewer's events after the one with this number."""
        return [dict(event) for event in self._events[viewer][max(number - self._forgotten[viewer], 0) :]]

    def of_entry(self, viewer: int, entry: int) -> list[Event]:
        """What a viewer witnessed of one entry of the log."""
        sources = self._sources[viewer]
        start, end = bisect_left(sources, entry), bisect_left(sources, entry + 1)
        return [dict(event) for event in self._events[viewer][start:end]]

    # Snapshots

    def to_snapshot(self, entry: int, least: int, most: int) -> dict[str, Any]:
        """What was witnessed from an entry on, so many events of every viewer, as plain data."""
        frozen: dict[str, Any] = {}
        for viewer, sources in self._sources.items():
            start = min(bisect_left(sources, entry), len(sources) - least)
            start = max(0, start, len(sources) - most)
            frozen[str(viewer)] = {
                "forgotten": self._forgotten[viewer] + start,
                "events": self._events[viewer][start:],
                "sources": sources[start:],
            }
        return frozen

    def load_snapshot(self, frozen: Mapping[str, Any]) -> None:
        """Know again what was frozen."""
        for viewer in self._events:
            kept = frozen[str(viewer)]
            self._forgotten[viewer] = kept["forgotten"]
            self._events[viewer] = list(kept["events"])
            self._sources[viewer] = list(kept["sources"])
