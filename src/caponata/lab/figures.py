"""Figures with their 95 % intervals.

Every figure of a study is a function of sums over games. The parts of a study are divided into groups;
leaving out one group at a time shows how much the function varies (the jackknife). Games on one deal are
correlated, but a part holds whole deals, so groups are independent and the error is valid for shares,
means, ratios of sums, variances, and differences between variants that were played on the same deals.
A share gets the interval of Wilson for as many independent cases as have that error.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from caponata.lab.inference import GROUPS, TAIL, student_deviate

Z95: Final = 1.959964  # normal deviate of a 95 % interval


class Sums(dict[str, float]):
    """Sums by name. A missing one is 0."""

    def __missing__(self, name: str) -> float:
        return 0.0

    def add(self, other: Mapping[str, float]) -> None:
        """Add other sums."""
        for name, value in other.items():
            self[name] = self[name] + value


Formula: TypeAlias = Callable[[Sums], float]


@dataclass(frozen=True)
class Ratio:
    """The formula of one sum over another."""

    above: str
    below: str

    def __call__(self, sums: Sums) -> float:
        return share(sums[self.above], sums[self.below])


@dataclass(frozen=True)
class Figure:
    """A number and the ends of its 95 % interval."""

    value: float
    low: float
    high: float

    @classmethod
    def around(cls, value: float, width: float) -> Figure:
        """A figure in the middle of its interval, given half the width of that."""
        return cls(value, value - width, value + width)

    @property
    def width(self) -> float:
        """Half the width of the interval."""
        return (self.high - self.low) / 2

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high

    def within(self, low: float, high: float) -> Figure:
        """This figure as one that cannot lie outside some bounds.

        A value beyond a bound moves to it with its whole interval, which is then cut off at the bounds.
        """
        value = min(high, max(low, self.value))
        moved = value - self.value
        return Figure(value, max(low, self.low + moved), min(high, self.high + moved))


@dataclass(frozen=True)
class Mean:
    """An estimate with its standard error and the degrees of freedom of that."""

    value: float
    error: float
    freedom: int

    def figure(self, tail: float = TAIL) -> Figure:
        """The interval of Student, with this probability beyond each end."""
        if self.freedom < 1:
            return Figure.around(self.value, math.inf)
        return Figure.around(self.value, student_deviate(tail, self.freedom) * self.error)


@dataclass(frozen=True)
class Share:
    """An estimated share, and the number of independent cases that would know it as precisely."""

    value: float
    cases: float
    freedom: int

    def figure(self, tail: float = TAIL) -> Figure:
        """The interval of Wilson with Student's deviate: all shares whose test does not reject this one."""
        if self.freedom < 1 or not self.cases:
            return Figure(self.value, 0.0, 1.0)
        return wilson(self.value, self.cases, student_deviate(tail, self.freedom))


@dataclass(frozen=True)
class Rate:
    """How often something happened, relative to how often it was expected.

    `clumping` is the variance of the count relative to that of independent events.
    """

    count: float
    expected: float
    clumping: float
    freedom: int

    def figure(self, tail: float = TAIL) -> Figure:
        """The score interval of a Poisson count, with this probability beyond each end."""
        value = share(self.count, self.expected)
        if self.freedom < 1 or not self.expected:
            return Figure(value, 0.0, math.inf)
        square = student_deviate(tail, self.freedom) ** 2 * self.clumping
        middle, half = self.count + square / 2, math.sqrt(square * (self.count + square / 4))
        return Figure(value, max(0.0, middle - half) / self.expected, (middle + half) / self.expected)


Estimate: TypeAlias = Mean | Share


class Sample:
    """Sums over many games, by group and in total."""

    def __init__(self) -> None:
        self.groups: set[int] = set()
        self.columns: dict[str, list[float]] = {}  # each sum by group
        self.total = Sums()

    def add(self, group: int, sums: Mapping[str, float]) -> None:
        """Add the sums of some games to a group."""
        place = group % GROUPS
        self.groups.add(place)
        for name, value in sums.items():
            if name not in self.columns:
                self.columns[name] = [0.0] * GROUPS
            self.columns[name][place] += value
        self.total.add(sums)

    def column(self, name: str) -> Sequence[float]:
        """A sum by group."""
        return self.columns.get(name, NO_SUMS)

    def figure(self, formula: Formula) -> Figure:
        """The value of a formula with its interval."""
        return self.mean(formula).figure()

    def mean(self, formula: Formula) -> Mean:
        """The value of a formula with its standard error."""
        if isinstance(formula, Ratio):
            return self._ratio(formula)
        return compare([self], lambda sums: formula(sums[0]))

    def share(self, formula: Ratio) -> Share:
        """A ratio that is a share of cases."""
        return self.as_share(self.mean(formula), self.total[formula.below])

    def as_share(self, found: Mean, cases: float) -> Share:
        """An estimated share of this many cases.

        Cases of one deal may be correlated; they count as fewer independent ones, and never as more. If all
        cases were equal their correlation is unknown, and each deal counts once.
        """
        value = min(1.0, max(0.0, found.value))
        variance = value * (1 - value)
        if not variance:
            cases = min(cases, self.total["deals"] or cases)
        elif found.error:
            cases = min(cases, variance / found.error**2)
        return Share(value, cases, found.freedom)

    def rate(self, formula: Ratio) -> Rate:
        """A ratio of counts, which may be larger than 1. Events of one deal may be correlated."""
        found = self.mean(formula)
        count, expected = self.total[formula.above], self.total[formula.below]
        if count:
            clumping = share((found.error * expected) ** 2, count) if found.freedom else 1.0
        else:
            clumping = share(expected, self.total["deals"])  # unknown: each deal counts once
        return Rate(count, expected, max(1.0, clumping), found.freedom)

    def ratio(self, above: str, below: str) -> Figure:
        """The ratio of two sums."""
        return self.figure(Ratio(above, below))

    def names(self, prefix: str) -> list[str]:
        """Names of the sums with a prefix, without it, in order."""
        return [name.removeprefix(prefix) for name in self.total if name.startswith(prefix)]

    def _ratio(self, formula: Ratio) -> Mean:
        """The jackknife of a ratio, over the groups that have any cases."""
        above, below = self.total[formula.above], self.total[formula.below]
        columns = zip(self.column(formula.above), self.column(formula.below), strict=True)
        without = [share(above - a, below - b) for a, b in columns if b]
        return jackknife(share(above, below), without)


NO_SUMS: Final = (0.0,) * GROUPS


def share(above: float, below: float) -> float:
    """A quotient, or 0 if the divisor is 0."""
    return above / below if below else 0.0


def wilson(value: float, cases: float, deviate: float) -> Figure:
    """The interval of Wilson for a share of this many independent cases."""
    square = deviate**2 / cases
    middle = (value + square / 2) / (1 + square)
    half = math.sqrt(square * (value * (1 - value) + square / 4)) / (1 + square)
    return Figure(value, max(0.0, min(value, middle - half)), min(1.0, max(value, middle + half)))


def jackknife(value: float, without: Sequence[float]) -> Mean:
    """A value with its error, from the values without one group each."""
    count = len(without)
    if count < 2:
        return Mean(value, math.inf, 0)
    mean = math.fsum(without) / count
    squares = math.fsum([(each - mean) ** 2 for each in without]) * (count - 1) / count
    return Mean(value, math.sqrt(squares), count - 1)


def compare(samples: Sequence[Sample], formula: Callable[[Sequence[Sums]], float]) -> Mean:
    """The value of a formula over several samples. Their groups with equal numbers played the same deals."""
    names: set[str] = set()
    value = formula([_TrackedSums(sample.total, names) for sample in samples])
    groups = sorted(set().union(*(sample.groups for sample in samples)))
    return jackknife(
        value, [formula([_without(sample, group, names) for sample in samples]) for group in groups]
    )


def _without(sample: Sample, group: int, names: set[str]) -> Sums:
    return Sums({name: sample.total[name] - sample.column(name)[group] for name in names})


class _TrackedSums(Sums):
    """Sums that record which names a formula reads, so that only those are computed without a group."""

    def __init__(self, sums: Sums, names: set[str]) -> None:
        super().__init__(sums)
        self.names = names

    def __getitem__(self, name: str) -> float:
        self.names.add(name)
        return super().__getitem__(name)
