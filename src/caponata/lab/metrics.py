"""Metrics: the figures of a balance study, as formulas over sums."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final, TypeAlias

from caponata.lab.errors import unknown_name
from caponata.lab.figures import Formula, Sample, Sums, share

PERCENT, NUMBER, POINTS = "percent", "number", "points"
AFTER_THE_FIRST: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")

# The name of a figure, its unit, the value that would be fair, and its formula.
Definition: TypeAlias = tuple[str, str, float | None, Formula]


def over(above: str, below: str = "games") -> Formula:
    """The formula of one sum over another."""
    return lambda sums: share(sums[above], sums[below])


def _seats(sample: Sample, seats: int) -> list[Definition]:
    return [(f"seat {i + 1}", PERCENT, 1 / seats, over(f"won/{i}")) for i in range(seats)]


def _start(sample: Sample, seats: int) -> list[Definition]:
    if not sample.total["started"]:
        return []
    names = ["starting player", *(f"{place} to act" for place in AFTER_THE_FIRST[: seats - 1])]
    return [(name, PERCENT, 1 / seats, over(f"order/{i}", "started")) for i, name in enumerate(names)]


def _scores(sample: Sample, seats: int) -> list[Definition]:
    def spread(i: int) -> Formula:
        def formula(sums: Sums) -> float:
            mean = share(sums[f"score/{i}"], sums["games"])
            return math.sqrt(max(0.0, share(sums[f"score square/{i}"], sums["games"]) - mean**2))

        return formula

    means = [(f"score of seat {i + 1}", POINTS, None, over(f"score/{i}")) for i in range(seats)]
    return [*means, *((f"spread of seat {i + 1}", POINTS, None, spread(i)) for i in range(seats))]


def _length(sample: Sample, seats: int) -> list[Definition]:
    return [
        ("decisions", NUMBER, None, over("decisions")),
        ("decisions of a seat", NUMBER, None, lambda sums: share(sums["decisions"], sums["games"] * seats)),
        ("draws", NUMBER, None, over("draws")),
    ]


def _branching(sample: Sample, seats: int) -> list[Definition]:
    return [
        ("moves at a decision", NUMBER, None, over("choices", "decisions")),
        ("without a choice", PERCENT, None, over("forced", "decisions")),
        ("moves at the widest decision", NUMBER, None, over("widest")),
    ]


def _lead(sample: Sample, seats: int) -> list[Definition]:
    return [
        ("lead changes", NUMBER, None, over("lead_changes")),
        ("settled after", PERCENT, None, over("settled share")),
    ]


def _decisiveness(sample: Sample, seats: int) -> list[Definition]:
    return [
        ("margin", POINTS, None, over("margin")),
        ("shared wins", PERCENT, None, over("shared")),
        ("decided by a tie-break", PERCENT, None, over("broken ties")),
    ]


def _luck(sample: Sample, seats: int) -> list[Definition]:
    def parts(sums: Sums) -> tuple[float, float, float]:
        means = [share(sums[f"won/{i}"], sums["games"]) for i in range(seats)]
        square = sum(share(sums[f"square/{i}"], sums["deals"]) - mean**2 for i, mean in enumerate(means))
        cross = sum(share(sums[f"cross/{i}"], sums["deals"]) - mean**2 for i, mean in enumerate(means))
        fixed = sum((mean - 1 / seats) ** 2 for mean in means)
        whole = square + fixed
        return share(cross, whole), share(fixed, whole), share(square - cross, whole)

    def skill(sums: Sums) -> float:
        games = sums["contrasts"]
        edge = share(sums["contrast won"], games) - 1 / seats
        return share(edge**2 * seats / (seats - 1), share(sums["contrast squares"], games) - 1 / seats)

    contrast: list[Definition] = [
        ("wins among random players", PERCENT, 1 / seats, over("contrast won", "contrasts")),
        ("skill", PERCENT, None, skill),
        ("luck", PERCENT, None, lambda sums: 1 - skill(sums)),
    ]
    return [
        *(contrast if sample.total["contrasts"] else []),
        ("same deal, same result", PERCENT, None, lambda sums: parts(sums)[0]),
        ("who sits where", PERCENT, None, lambda sums: parts(sums)[1]),
        ("the course of play", PERCENT, None, lambda sums: parts(sums)[2]),
    ]


def _moves(sample: Sample, seats: int) -> list[Definition]:
    return [
        (name, PERCENT, None, over(f"chosen/{name}", f"offered/{name}")) for name in sample.names("chosen/")
    ]


def _rules(sample: Sample, seats: int) -> list[Definition]:
    happened = [
        (f"{key.rpartition('/')[0]} [{key.rpartition('/')[2]}]", NUMBER, None, over(f"times/{key}"))
        for key in sample.names("times/")
    ]
    ended = [
        (f"ended by [{rule}]", PERCENT, None, over(f"ended_by/{rule}")) for rule in sample.names("ended_by/")
    ]
    decided = [
        (f"decided by [{rule}]", PERCENT, None, over(f"decided_by/{rule}"))
        for rule in sample.names("decided_by/")
    ]
    return [*ended, *decided, *happened]


METRICS: Final[Mapping[str, Callable[[Sample, int], list[Definition]]]] = {
    "seats": _seats,
    "start": _start,
    "scores": _scores,
    "length": _length,
    "branching": _branching,
    "lead": _lead,
    "decisiveness": _decisiveness,
    "luck": _luck,
    "moves": _moves,
    "rules": _rules,
}


def check_metrics(metrics: Iterable[str]) -> list[str]:
    """The metrics as a list. An unknown one is refused."""
    names = list(metrics)
    for metric in names:
        if metric not in METRICS:
            raise unknown_name("metric", metric, METRICS)
    return names
