"""Views as numbers, for learners: which fields, in which order, and what every number means.

A game's `features.py` declares the type of each field of its view; sizes, names, limits and the numbers
follow from that. Seats are numbered relative to the viewer, who comes first. Only the view is read, so what
is hidden from a seat is hidden from its learner.

This module is compiled because learners observe every position. Every feature writes into one list that
initially holds zeros, and returns the index at which the next feature begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from caponata.engine.game import MOST_SEATS, View


class Meaning(NamedTuple):
    """The name of one number and its limits."""

    name: str
    least: int
    most: int


class Viewpoint:
    """The seat whose view is read."""

    def __init__(self, seat: i64, seats: i64) -> None:
        self.seat: Final = seat
        self.seats: Final = seats

    def distance(self, seat: i64) -> i64:
        """Number of seats clockwise from the viewer to a seat."""
        return (seat - self.seat + self.seats) % self.seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Feature:
    """A part of a view that is encoded as a list of numbers of fixed length."""

    def __init__(self) -> None:
        self._sizes: list[int] = [-1] * (int(MOST_SEATS) + 1)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        """The meanings of its numbers in order; names are appended to the field's own name."""
        raise NotImplementedError

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        """Write a value's numbers over the zeros from index `at` on, and return the index after them."""
        raise NotImplementedError

    def size(self, seats: i64) -> i64:
        """Count of the numbers it writes."""
        if self._sizes[seats] < 0:
            self._sizes[seats] = len(list(self.meanings(seats)))
        return self._sizes[seats]


class Number(Feature):
    """A number or a bool; None becomes the minimum."""

    def __init__(self, most: int = 1, least: int = 0) -> None:
        super().__init__()
        self.most: Final = most
        self.least: Final = least

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning("", self.least, self.most)])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        into[at] = self.least if value is None else int(value)
        return at + 1


class Length(Feature):
    """The length of a list."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most: Final = most

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning("", 0, self.most)])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        into[at] = 0 if value is None else len(value)
        return at + 1


class OneOf(Feature):
    """One of several names, one-hot; all zeros for None."""

    def __init__(self, names: Sequence[Any]) -> None:
        super().__init__()
        self.names: Final = list(names)
        self._indices: Final[dict[Any, int]] = index_of(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(str(name), 0, 1) for name in self.names])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        index = self._indices.get(value, -1)
        if index >= 0:
            into[at + index] = 1
        return at + len(self.names)


class Which(Feature):
    """One of many names, as its index counted from 1; 0 for None."""

    def __init__(self, names: Sequence[Any]) -> None:
        super().__init__()
        self.names: Final = list(names)
        self._indices: Final[dict[Any, int]] = index_of(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning("", 0, len(self.names))])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        into[at] = self._indices.get(value, -1) + 1
        return at + 1


class Names(Feature):
    """The first `most` names of a list, each as its index counted from 1; missing ones are 0."""

    def __init__(self, most: int, names: Sequence[Any]) -> None:
        super().__init__()
        self.most: Final = most
        self.names: Final = list(names)
        self._indices: Final[dict[Any, int]] = index_of(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(f"{number}", 0, len(self.names)) for number in range(1, self.most + 1)])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        if value is not None:
            for number, name in enumerate(value):
                if number == self.most:
                    break
                into[at + number] = self._indices.get(name, -1) + 1
        return at + self.most


class Counts(Feature):
    """A list of names, as the count of each."""

    def __init__(self, names: Sequence[Any], most: int) -> None:
        super().__init__()
        self.names: Final = list(names)
        self.most: Final = most
        self._indices: Final[dict[Any, int]] = index_of(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(str(name), 0, self.most) for name in self.names])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        if value is not None:
            for name in value:
                index = self._indices.get(name, -1)
                if index >= 0:
                    into[at + index] += 1
        return at + len(self.names)


class Seat(Feature):
    """A seat, one-hot, starting with the viewer."""

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(relative_name(away), 0, 1) for away in range(seats)])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        if isinstance(value, int) and value >= 0:
            into[at + viewpoint.distance(value)] = 1
        return at + viewpoint.seats


class Seats(Feature):
    """A list of seats, as one flag per seat, starting with the viewer."""

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(relative_name(away), 0, 1) for away in range(seats)])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        if value is not None:
            for seat in value:
                into[at + viewpoint.distance(seat)] = 1
        return at + viewpoint.seats


class BySeat(Feature):
    """A list with one item per seat, starting with the viewer."""

    def __init__(self, each: Feature) -> None:
        super().__init__()
        self.each: Final = each

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter(
            [
                meaning
                for away in range(seats)
                for meaning in prefixed(relative_name(away), self.each.meanings(seats))
            ]
        )

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        away: i64 = 0
        while away < viewpoint.seats:
            at = self.each.write(value[(viewpoint.seat + away) % viewpoint.seats], viewpoint, into, at)
            away += 1
        return at


class ByName(Feature):
    """One item per name: a mapping, or a list in the order of the names; missing items are None."""

    def __init__(self, names: Sequence[str], each: Feature) -> None:
        super().__init__()
        self.names: Final = list(names)
        self.each: Final = each

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([meaning for name in self.names for meaning in prefixed(name, self.each.meanings(seats))])

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        for number, name in enumerate(self.names):
            if isinstance(value, dict):
                item = value.get(name)
            else:
                item = value[number] if value is not None else None
            at = self.each.write(item, viewpoint, into, at)
        return at


class Rows(Feature):
    """The first `most` items of a list; each is preceded by a flag that is 1 if it exists."""

    def __init__(self, most: int, each: Feature) -> None:
        super().__init__()
        self.most: Final = most
        self.each: Final = each

    def meanings(self, seats: int) -> Iterator[Meaning]:
        meanings: list[Meaning] = []
        for number in range(1, self.most + 1):
            meanings.append(Meaning(f"{number} is there", 0, 1))
            meanings += prefixed(f"{number}", self.each.meanings(seats))
        return iter(meanings)

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        size = self.each.size(viewpoint.seats) + 1
        count: i64 = 0
        if value is not None:
            for row in value:
                if count == self.most:
                    break
                into[at] = 1
                self.each.write(row, viewpoint, into, at + 1)
                at += size
                count += 1
        return at + (self.most - count) * size


class Fields(Feature):
    """A mapping: a feature for each encoded field, and for each other field the reason to leave it out."""

    def __init__(self, fields: Mapping[str, Feature], left_out: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.fields: Final = dict(fields)
        self.left_out: Final = dict(left_out or {})

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter(
            [
                meaning
                for name, feature in self.fields.items()
                for meaning in prefixed(name, feature.meanings(seats))
            ]
        )

    def write(self, value: Any, viewpoint: Viewpoint, into: list[int], at: i64) -> i64:
        if value is None:
            return at + self.size(viewpoint.seats)
        for name, feature in self.fields.items():
            at = feature.write(value.get(name), viewpoint, into, at)
        return at

    def observe(self, view: View) -> list[int]:
        """A seat's view as numbers."""
        viewpoint = Viewpoint(view["seat"], view["seats"])
        numbers = [0] * int(self.size(viewpoint.seats))
        self.write(view, viewpoint, numbers, 0)
        return numbers


def relative_name(away: int) -> str:
    """The name of a seat relative to the viewer."""
    return "me" if away == 0 else f"left {away}"


def index_of(names: Sequence[Any]) -> dict[Any, int]:
    """Index of each name."""
    return {name: index for index, name in enumerate(names)}


def prefixed(name: str, meanings: Iterator[Meaning]) -> list[Meaning]:
    """The meanings with a prefix before their names."""
    return [meaning._replace(name=f"{name} {meaning.name}".rstrip()) for meaning in meanings]
