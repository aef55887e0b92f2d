"""Views as numbers, for those who learn: which fields, in which order, and what every number means.

A game's `features.py` names what each field of its view is; size, names, limits and the numbers themselves
follow from that. Seats are counted from the viewer, who is first. Nothing but the view is read: what is
hidden from a seat is hidden from whoever learns for it.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from caponata.engine.game import View


class Meaning(NamedTuple):
    """What one number is, and between what it lies."""

    name: str
    least: int
    most: int


@dataclass(frozen=True)
class Eye:
    """Through whose eyes a view is read."""

    seat: int
    seats: int

    def away(self, seat: int) -> int:
        """How many seats to the left of the viewer a seat is."""
        return (seat - self.seat) % self.seats


class Feature(ABC):
    """A part of a view that becomes a fixed number of numbers."""

    @abstractmethod
    def meanings(self, seats: int) -> Iterator[Meaning]:
        """What its numbers are, in order; names are for what comes after the field's own."""

    @abstractmethod
    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        """Add the numbers of a value."""

    def size(self, seats: int) -> int:
        """How many numbers it becomes."""
        return sum(1 for _ in self.meanings(seats))


@dataclass(frozen=True)
class Number(Feature):
    """A number, or yes and no; nothing is the least."""

    most: int = 1
    least: int = 0

    def meanings(self, seats: int) -> Iterator[Meaning]:
        yield Meaning("", self.least, self.most)

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        into.append(self.least if value is None else int(value))


@dataclass(frozen=True)
class OneOf(Feature):
    """A name out of several: one number each, 1 for the one it is."""

    names: Sequence[Any]

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return (Meaning(str(name), 0, 1) for name in self.names)

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        into.extend([int(name == value) for name in self.names])


@dataclass(frozen=True)
class Counts(Feature):
    """A list of names: how often each is in it."""

    names: Sequence[Any]
    most: int

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return (Meaning(str(name), 0, self.most) for name in self.names)

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        named: Sequence[Any] = value or ()
        into.extend([named.count(name) for name in self.names])


@dataclass(frozen=True)
class Seat(Feature):
    """A seat: one number each from the viewer on, 1 for the one it is."""

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return (Meaning(who(away), 0, 1) for away in range(seats))

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        away = eye.away(value) if isinstance(value, int) and value >= 0 else None
        into.extend([int(each == away) for each in range(eye.seats)])


@dataclass(frozen=True)
class Seats(Feature):
    """A list of seats: one number each from the viewer on, 1 for those in it."""

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return (Meaning(who(away), 0, 1) for away in range(seats))

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        held = {eye.away(seat) for seat in value or ()}
        into.extend([int(each in held) for each in range(eye.seats)])


@dataclass(frozen=True)
class BySeat(Feature):
    """A list with something of every seat, read from the viewer on."""

    each: Feature

    def meanings(self, seats: int) -> Iterator[Meaning]:
        for away in range(seats):
            yield from _under(who(away), self.each.meanings(seats))

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        for away in range(eye.seats):
            self.each.write(value[(eye.seat + away) % eye.seats], eye, into)


@dataclass(frozen=True)
class ByName(Feature):
    """Something of every name: a mapping, or a list in the order of the names; what is missing is nothing."""

    names: Sequence[str]
    each: Feature

    def meanings(self, seats: int) -> Iterator[Meaning]:
        for name in self.names:
            yield from _under(name, self.each.meanings(seats))

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        for number, name in enumerate(self.names):
            if isinstance(value, Mapping):
                own = value.get(name)
            else:
                own = value[number] if value is not None else None
            self.each.write(own, eye, into)


@dataclass(frozen=True)
class Rows(Feature):
    """The first so many things of a list, in order; each row begins with whether there is one."""

    most: int
    each: Feature

    def meanings(self, seats: int) -> Iterator[Meaning]:
        for number in range(self.most):
            yield Meaning(f"{number + 1} is there", 0, 1)
            yield from _under(f"{number + 1}", self.each.meanings(seats))

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        size = self.each.size(eye.seats)
        rows: Sequence[Any] = value or ()
        for number in range(self.most):
            if number < len(rows):
                into.append(1)
                self.each.write(rows[number], eye, into)
            else:
                into.extend([0] * (size + 1))


@dataclass(frozen=True)
class Fields(Feature):
    """A record: some of its fields, and of the others why they are left out."""

    fields: Mapping[str, Feature]
    left_out: Mapping[str, str] = field(default_factory=dict)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        for name, feature in self.fields.items():
            yield from _under(name, feature.meanings(seats))

    def write(self, value: Any, eye: Eye, into: list[int]) -> None:
        if value is None:
            into.extend([0] * self.size(eye.seats))
            return
        for name, feature in self.fields.items():
            feature.write(value.get(name), eye, into)

    def observe(self, view: View) -> list[int]:
        """A seat's view as numbers."""
        numbers: list[int] = []
        self.write(view, Eye(view["seat"], view["seats"]), numbers)
        return numbers


def who(away: int) -> str:
    """A seat as the viewer calls it."""
    return "me" if away == 0 else f"left {away}"


def _under(name: str, meanings: Iterator[Meaning]) -> Iterator[Meaning]:
    for meaning in meanings:
        yield meaning._replace(name=f"{name} {meaning.name}".rstrip())
