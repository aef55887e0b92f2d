"""Figures with their 95 % intervals.

Every figure of a study is a function of sums over games. The parts of a study are divided into groups;
leaving out one group at a time shows how much the function varies (the jackknife). Games on one deal are
correlated, but a part holds whole deals, so groups are independent and the interval is valid for shares,
means, ratios of sums, variances, and differences between variants that were played on the same deals.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

GROUPS: Final = 64
Z95: Final = 1.959964  # normal deviate of a 95 % interval
STUDENT: Final = (math.inf, 12.706, 4.303, 3.182, 2.776, 2.571)  # deviates for 0 to 5 degrees of freedom


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
class Figure:
    """A number and the half width of its 95 % interval."""

    value: float
    width: float

    @property
    def low(self) -> float:
        """The lower end of the interval."""
        return self.value - self.width

    @property
    def high(self) -> float:
        """The upper end of the interval."""
        return self.value + self.width

    def excludes(self, value: float) -> bool:
        """Return whether a value lies outside the interval."""
        return not self.low <= value <= self.high


def deviate(freedom: int) -> float:
    """Student's deviate of a 95 % interval, by an expansion around the normal one."""
    if freedom < len(STUDENT):
        return STUDENT[freedom]
    z = Z95
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


class Sample:
    """Sums over many games, by group and in total."""

    def __init__(self) -> None:
        self.groups: dict[int, Sums] = {}
        self.total = Sums()

    def add(self, group: int, sums: Mapping[str, float]) -> None:
        """Add the sums of some games to a group."""
        self.groups.setdefault(group % GROUPS, Sums()).add(sums)
        self.total.add(sums)

    def figure(self, formula: Formula) -> Figure:
        """The value of a formula with its interval."""
        return compare([self], lambda sums: formula(sums[0]))

    def ratio(self, above: str, below: str) -> Figure:
        """The ratio of two sums."""
        return self.figure(lambda sums: share(sums[above], sums[below]))

    def names(self, prefix: str) -> list[str]:
        """Names of the sums with a prefix, without it, in order."""
        return [name.removeprefix(prefix) for name in self.total if name.startswith(prefix)]


def certain(figure: Figure, cases: float) -> Figure:
    """A share of 0 or 1 gets the interval of the rule of three, as all cases were equal."""
    if figure.width or figure.value not in (0.0, 1.0) or not cases:
        return figure
    return Figure(figure.value, min(1.0, 3 / cases))


def share(above: float, below: float) -> float:
    """A quotient, or 0 if the divisor is 0."""
    return above / below if below else 0.0


def compare(samples: Sequence[Sample], formula: Callable[[Sequence[Sums]], float]) -> Figure:
    """The value of a formula over several samples. Their groups with equal numbers played the same deals."""
    names: set[str] = set()
    value = formula([_TrackedSums(sample.total, names) for sample in samples])
    groups: Iterable[int] = set().union(*(sample.groups for sample in samples))
    without = [formula([_without(sample, group, names) for sample in samples]) for group in sorted(groups)]
    count = len(without)
    if count < 2:
        return Figure(value, math.inf)
    mean = math.fsum(without) / count
    spread = math.fsum((each - mean) ** 2 for each in without) * (count - 1) / count
    return Figure(value, deviate(count - 1) * math.sqrt(spread))


def _without(sample: Sample, group: int, names: Iterable[str]) -> Sums:
    out = sample.groups.get(group, Sums())
    return Sums({name: sample.total[name] - out[name] for name in names})


class _TrackedSums(Sums):
    """Sums that record which names a formula reads, so that only those are computed without a group."""

    def __init__(self, sums: Sums, names: set[str]) -> None:
        super().__init__(sums)
        self.names = names

    def __getitem__(self, name: str) -> float:
        self.names.add(name)
        return super().__getitem__(name)
