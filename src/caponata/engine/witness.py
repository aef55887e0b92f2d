"""The events that each viewer witnesses, numbered separately for every viewer."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Collection, Iterable, Mapping
from functools import partial
from typing import Any, Final

from caponata.engine.game import Effect, Event, Game, Position

OMNISCIENT: Final = -2  # the viewer of a finished record that sees everything


def play_with_effects(
    game: Game, position: Position, mover: int, move: int, viewers: Iterable[int]
) -> tuple[dict[int, list[Event]], list[Effect]]:
    """Play a move; return each viewer's events and the effects of the move."""
    seats = range(position.seats)

    def event_for(seat: int) -> Event:
        return game.move_event(position, seat, mover, move)

    witnessed = {viewer: [_event_for_viewer(event_for, viewer, seats)] for viewer in viewers}
    effects: list[Effect] = []
    position.effects = effects
    position.play(mover, move)
    position.effects = None
    for effect in effects:
        for viewer, events in witnessed.items():
            events.append(_event_for_viewer(partial(game.effect_event, effect), viewer, seats))
    return witnessed, effects


def _event_for_viewer(event_for: Callable[[int], Event], viewer: int, seats: range) -> Event:
    """The event as a viewer sees it. For `OMNISCIENT`, the seat's event that hides least."""
    if viewer != OMNISCIENT:
        return event_for(viewer)
    return min(map(event_for, seats), key=lambda event: sum(value is None for value in event.values()))


class Witnesses:
    """The events of all viewers. Each viewer has a counter that rises only with its own events."""

    def __init__(self, viewers: Iterable[int]) -> None:
        self._events: dict[int, list[Event]] = {viewer: [] for viewer in viewers}
        self._sources: dict[int, list[int]] = {viewer: [] for viewer in self._events}
        self._forgotten = dict.fromkeys(self._events, 0)  # number of older events that are no longer kept

    @property
    def viewers(self) -> Collection[int]:
        """All seats and other viewers."""
        return self._events.keys()

    def add(self, viewer: int, entry: int, events: Iterable[Event]) -> None:
        """Add the events that a viewer witnessed of a log entry."""
        own, number = self._events[viewer], self.count(viewer)
        for event in events:
            number += 1
            own.append({"n": number, **event})
            self._sources[viewer].append(entry)

    def count(self, viewer: int) -> int:
        """The number of a viewer's last event."""
        return self._forgotten[viewer] + len(self._events[viewer])

    def add_taken_back(self, entry: int, name: str, seat: int | None, cancelled: Collection[int]) -> None:
        """Add an event about cancelled entries for every viewer, with the viewer's own event numbers.

        It says nothing else, so a sealed choice that is taken back reveals nothing about the choice.
        """
        first = min(cancelled)
        for viewer, sources in self._sources.items():
            start = bisect_left(sources, first)
            number = self._forgotten[viewer] + start + 1
            taken_back = [n for n, source in enumerate(sources[start:], number) if source in cancelled]
            event: Event = {"event": name, "seat": seat, "rule": None, "takes_back": taken_back}
            self.add(viewer, entry, [event])

    def since(self, viewer: int, number: int) -> list[Event]:
        """A viewer's events after the one with this number."""
        return [dict(event) for event in self._events[viewer][max(number - self._forgotten[viewer], 0) :]]

    def of_entry(self, viewer: int, entry: int) -> list[Event]:
        """The events that a viewer witnessed of one log entry."""
        sources = self._sources[viewer]
        start, end = bisect_left(sources, entry), bisect_left(sources, entry + 1)
        return [dict(event) for event in self._events[viewer][start:end]]

    # Snapshots

    def to_snapshot(self, entry: int, least: int, most: int) -> dict[str, Any]:
        """The events from an entry on as plain data, between `least` and `most` of every viewer."""
        snapshot: dict[str, Any] = {}
        for viewer, sources in self._sources.items():
            start = min(bisect_left(sources, entry), len(sources) - least)
            start = max(0, start, len(sources) - most)
            snapshot[str(viewer)] = {
                "forgotten": self._forgotten[viewer] + start,
                "events": self._events[viewer][start:],
                "sources": sources[start:],
            }
        return snapshot

    def load_snapshot(self, snapshot: Mapping[str, Any]) -> None:
        """Continue from a snapshot."""
        for viewer in self._events:
            kept = snapshot[str(viewer)]
            self._forgotten[viewer] = kept["forgotten"]
            self._events[viewer] = list(kept["events"])
            self._sources[viewer] = list(kept["sources"])
