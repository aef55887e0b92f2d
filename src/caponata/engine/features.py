"""Views as numbers, for those who learn: which fields, in which order, and what every number means.

A game's `features.py` names what each field of its view is; size, names, limits and the numbers themselves
follow from that. Seats are counted from the viewer, who is first. Nothing but the view is read: what is
hidden from a seat is hidden from whoever learns for it.

Compiled, since a learner looks at every position: every feature writes into one list of numbers, which holds
zeros at first, and gives the place where the next one begins.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from mypy_extensions import i64, mypyc_attr

from caponata.engine.game import MOST_SEATS, View


class Meaning(NamedTuple):
    """What one number is, and between what it lies."""

    name: str
    least: int
    most: int


class Eye:
    """Through whose eyes a view is read."""

    def __init__(self, seat: i64, seats: i64) -> None:
        self.seat: Final = seat
        self.seats: Final = seats

    def away(self, seat: i64) -> i64:
        """How many seats to the left of the viewer a seat is."""
        return (seat - self.seat + self.seats) % self.seats


@mypyc_attr(allow_interpreted_subclasses=True)
class Feature:
    """A part of a view that becomes a fixed number of numbers."""

    def __init__(self) -> None:
        self._sizes: list[int] = [-1] * (int(MOST_SEATS) + 1)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        """What its numbers are, in order; names are for what comes after the field's own."""
        raise NotImplementedError

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        """Write the numbers of a value from a place on, where zeros are, and give the place after them."""
        raise NotImplementedError

    def size(self, seats: i64) -> i64:
        """How many numbers it becomes."""
        if self._sizes[seats] < 0:
            self._sizes[seats] = len(list(self.meanings(seats)))
        return self._sizes[seats]


class Number(Feature):
    """A number, or yes and no; nothing is the least."""

    def __init__(self, most: int = 1, least: int = 0) -> None:
        super().__init__()
        self.most: Final = most
        self.least: Final = least

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning("", self.least, self.most)])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        into[at] = self.least if value is None else int(value)
        return at + 1


class Length(Feature):
    """How many things a list has."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most: Final = most

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning("", 0, self.most)])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        into[at] = 0 if value is None else len(value)
        return at + 1


class OneOf(Feature):
    """A name out of several: one number each, 1 for the one it is."""

    def __init__(self, names: Sequence[Any]) -> None:
        super().__init__()
        self.names: Final = list(names)
        self._places: Final[dict[Any, int]] = places(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(str(name), 0, 1) for name in self.names])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        place = self._places.get(value, -1)
        if place >= 0:
            into[at + place] = 1
        return at + len(self.names)


class Which(Feature):
    """A name out of many: one number, the name's place among them from 1 on; 0 is none."""

    def __init__(self, names: Sequence[Any]) -> None:
        super().__init__()
        self.names: Final = list(names)
        self._places: Final[dict[Any, int]] = places(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning("", 0, len(self.names))])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        into[at] = self._places.get(value, -1) + 1
        return at + 1


class Names(Feature):
    """The first so many names of a list, in order, each one number as in `Which`; 0 is none."""

    def __init__(self, most: int, names: Sequence[Any]) -> None:
        super().__init__()
        self.most: Final = most
        self.names: Final = list(names)
        self._places: Final[dict[Any, int]] = places(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(f"{number}", 0, len(self.names)) for number in range(1, self.most + 1)])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        if value is not None:
            for number, name in enumerate(value):
                if number == self.most:
                    break
                into[at + number] = self._places.get(name, -1) + 1
        return at + self.most


class Counts(Feature):
    """A list of names: how often each is in it."""

    def __init__(self, names: Sequence[Any], most: int) -> None:
        super().__init__()
        self.names: Final = list(names)
        self.most: Final = most
        self._places: Final[dict[Any, int]] = places(names)

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(str(name), 0, self.most) for name in self.names])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        if value is not None:
            for name in value:
                place = self._places.get(name, -1)
                if place >= 0:
                    into[at + place] += 1
        return at + len(self.names)


class Seat(Feature):
    """A seat: one number each from the viewer on, 1 for the one it is."""

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(who(away), 0, 1) for away in range(seats)])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        if isinstance(value, int) and value >= 0:
            into[at + eye.away(value)] = 1
        return at + eye.seats


class Seats(Feature):
    """A list of seats: one number each from the viewer on, 1 for those in it."""

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([Meaning(who(away), 0, 1) for away in range(seats)])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        if value is not None:
            for seat in value:
                into[at + eye.away(seat)] = 1
        return at + eye.seats


class BySeat(Feature):
    """A list with something of every seat, read from the viewer on."""

    def __init__(self, each: Feature) -> None:
        super().__init__()
        self.each: Final = each

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([each for away in range(seats) for each in under(who(away), self.each.meanings(seats))])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        away: i64 = 0
        while away < eye.seats:
            at = self.each.write(value[(eye.seat + away) % eye.seats], eye, into, at)
            away += 1
        return at


class ByName(Feature):
    """Something of every name: a mapping, or a list in the order of the names; what is missing is nothing."""

    def __init__(self, names: Sequence[str], each: Feature) -> None:
        super().__init__()
        self.names: Final = list(names)
        self.each: Final = each

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([each for name in self.names for each in under(name, self.each.meanings(seats))])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        for number, name in enumerate(self.names):
            if isinstance(value, dict):
                own = value.get(name)
            else:
                own = value[number] if value is not None else None
            at = self.each.write(own, eye, into, at)
        return at


class Rows(Feature):
    """The first so many things of a list, in order; each row begins with whether there is one."""

    def __init__(self, most: int, each: Feature) -> None:
        super().__init__()
        self.most: Final = most
        self.each: Final = each

    def meanings(self, seats: int) -> Iterator[Meaning]:
        found: list[Meaning] = []
        for number in range(1, self.most + 1):
            found.append(Meaning(f"{number} is there", 0, 1))
            found += under(f"{number}", self.each.meanings(seats))
        return iter(found)

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        size = self.each.size(eye.seats) + 1
        count: i64 = 0
        if value is not None:
            for row in value:
                if count == self.most:
                    break
                into[at] = 1
                self.each.write(row, eye, into, at + 1)
                at += size
                count += 1
        return at + (self.most - count) * size


class Fields(Feature):
    """A record: some of its fields, and of the others why they are left out."""

    def __init__(self, fields: Mapping[str, Feature], left_out: Mapping[str, str] | None = None) -> None:
        super().__init__()
        self.fields: Final = dict(fields)
        self.left_out: Final = dict(left_out or {})

    def meanings(self, seats: int) -> Iterator[Meaning]:
        return iter([each for name, own in self.fields.items() for each in under(name, own.meanings(seats))])

    def write(self, value: Any, eye: Eye, into: list[int], at: i64) -> i64:
        if value is None:
            return at + self.size(eye.seats)
        for name, feature in self.fields.items():
            at = feature.write(value.get(name), eye, into, at)
        return at

    def observe(self, view: View) -> list[int]:
        """A seat's view as numbers."""
        eye = Eye(view["seat"], view["seats"])
        numbers = [0] * int(self.size(eye.seats))
        self.write(view, eye, numbers, 0)
        return numbers


def who(away: int) -> str:
    """A seat as the viewer calls it."""
    return "me" if away == 0 else f"left {away}"


def places(names: Sequence[Any]) -> dict[Any, int]:
    """Where each name stands."""
    return {name: place for place, name in enumerate(names)}


def under(name: str, meanings: Iterator[Meaning]) -> list[Meaning]:
    """The same meanings, within something that has a name."""
    return [meaning._replace(name=f"{name} {meaning.name}".rstrip()) for meaning in meanings]
