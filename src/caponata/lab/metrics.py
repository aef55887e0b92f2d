"""Metrics: the figures of a balance study, as formulas over sums."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from caponata.lab.errors import unknown_name
from caponata.lab.figures import Estimate, Figure, Formula, Ratio, Sample, Sums, share

PERCENT, NUMBER, POINTS = "percent", "number", "points"
AFTER_THE_FIRST: Final = ("second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
SKILL, LUCK = "skill against random players", "luck against random players"
RULE_OF_THREE: Final = 3  # an event not seen in n cases has a probability of at most 3/n (95 % confidence)


class Definition(NamedTuple):
    """A figure: its name, unit and formula, the value that would be fair, and a special interval."""

    name: str
    unit: str
    formula: Formula
    fair: float | None = None
    interval: Callable[[Sample], Figure] | None = None

    def estimate(self, sample: Sample) -> Estimate:
        """The value of the formula with its error. A ratio in percent is a share, everything else a mean."""
        if self.unit == PERCENT and isinstance(self.formula, Ratio):
            return sample.share(self.formula)
        return sample.mean(self.formula)


def over(above: str, below: str = "games") -> Ratio:
    """The formula of one sum over another."""
    return Ratio(above, below)


def _seats(sample: Sample, seats: int) -> list[Definition]:
    return [Definition(f"seat {i + 1}", PERCENT, over(f"won/{i}"), 1 / seats) for i in range(seats)]


def _start(sample: Sample, seats: int) -> list[Definition]:
    if not sample.total["started"]:
        return []
    names = ["starting player", *(f"{place} to act" for place in AFTER_THE_FIRST[: seats - 1])]
    return [
        Definition(name, PERCENT, over(f"order/{i}", "started"), 1 / seats) for i, name in enumerate(names)
    ]


def _scores(sample: Sample, seats: int) -> list[Definition]:
    def spread(i: int) -> Formula:
        def formula(sums: Sums) -> float:
            mean = share(sums[f"score/{i}"], sums["games"])
            return math.sqrt(max(0.0, share(sums[f"score square/{i}"], sums["games"]) - mean**2))

        return formula

    means = [Definition(f"score of seat {i + 1}", POINTS, over(f"score/{i}")) for i in range(seats)]
    return [*means, *(Definition(f"spread of seat {i + 1}", POINTS, spread(i)) for i in range(seats))]


def _length(sample: Sample, seats: int) -> list[Definition]:
    return [
        Definition("decisions", NUMBER, over("decisions")),
        Definition(
            "decisions of a seat", NUMBER, lambda sums: share(sums["decisions"], sums["games"] * seats)
        ),
        Definition("draws", NUMBER, over("draws")),
    ]


def _branching(sample: Sample, seats: int) -> list[Definition]:
    return [
        Definition("moves at a decision", NUMBER, over("choices", "decisions")),
        Definition("without a choice", PERCENT, over("forced", "decisions")),
        Definition("moves at the widest decision", NUMBER, over("widest")),
    ]


def _lead(sample: Sample, seats: int) -> list[Definition]:
    settled = over("settled share")  # the mean of a part of each game, not a share of games
    return [
        Definition("lead changes", NUMBER, over("lead_changes")),
        Definition("settled after", PERCENT, settled, interval=lambda sample: _part(sample, settled)),
    ]


def _decisiveness(sample: Sample, seats: int) -> list[Definition]:
    return [
        Definition("margin", POINTS, over("margin")),
        Definition("shared wins", PERCENT, over("shared")),
        Definition("decided by a tie-break", PERCENT, over("broken ties")),
    ]


def _luck(sample: Sample, seats: int) -> list[Definition]:
    def deal(sums: Sums) -> float:
        return _variances(sums, seats)[0]

    def seating(sums: Sums) -> float:
        return _variances(sums, seats)[1]

    def course(sums: Sums) -> float:
        return _variances(sums, seats)[2]

    def skill(sums: Sums) -> float:
        games = sums["contrasts"]
        won = share(sums["contrast won"], games)
        noise = share(share(sums["contrast won squares"], games) - won**2, games)
        return _explained((won - 1 / seats) ** 2 - noise, sums, seats)

    def luck(sums: Sums) -> float:
        return 1 - skill(sums)

    contrast = [
        Definition("wins among random players", PERCENT, over("contrast won", "contrasts"), 1 / seats),
        Definition(SKILL, PERCENT, skill, interval=lambda sample: _skill(sample, skill, seats)),
        Definition(LUCK, PERCENT, luck, interval=lambda sample: _mirror(_skill(sample, skill, seats))),
    ]
    return [
        *(contrast if sample.total["contrasts"] else []),
        Definition("same deal, same result", PERCENT, deal, interval=lambda sample: _part(sample, deal)),
        Definition("who sits where", PERCENT, seating, interval=lambda sample: _part(sample, seating)),
        Definition(
            "the course of play",
            PERCENT,
            course,
            interval=lambda sample: _rest(sample, deal, seating, course),
        ),
    ]


def _variances(sums: Sums, seats: int) -> tuple[float, float, float]:
    """The shares of the variance of wins that are due to the deal, the seating and the course of play.

    The square of a mean is too large by the mean's own variance, which is subtracted. The first two may be
    negative, like any estimate of a variance component.
    """
    deals = sums["deals"]
    means = [share(sums[f"won/{i}"], sums["games"]) for i in range(seats)]
    square = sum(share(sums[f"square/{i}"], deals) - mean**2 for i, mean in enumerate(means))
    cross = sum(share(sums[f"cross/{i}"], deals) - mean**2 for i, mean in enumerate(means))
    noise = share(square + cross, 2 * deals)
    seating = sum((mean - 1 / seats) ** 2 for mean in means) - noise
    whole = square + noise + max(0.0, seating)
    return share(cross + noise, whole), share(seating, whole), share(square - cross, whole)


def _part(sample: Sample, formula: Formula) -> Figure:
    """A part of a whole. A negative estimate is shown as 0 and keeps the width of its interval."""
    found = sample.figure(formula)
    return Figure.around(found.value, _width(found, sample)).within(0.0, 1.0)


def _rest(sample: Sample, *formulas: Formula) -> Figure:
    """The last part of a whole: 1 less the other parts, with the width of its own interval."""
    *others, last = (sample.figure(formula) for formula in formulas)
    value = 1 - sum(max(0.0, other.value) for other in others)
    return Figure.around(value, _width(last, sample)).within(0.0, 1.0)


def _width(figure: Figure, sample: Sample) -> float:
    """Half the width of an interval, by the rule of three if all deals had the same result."""
    return figure.width or share(RULE_OF_THREE, sample.total["deals"])


def _explained(square: float, sums: Sums, seats: int) -> float:
    """The share of the variance of results explained by a squared deviation from the fair share."""
    variance = share(sums["contrast squares"], sums["contrasts"]) - 1 / seats
    return share(square * seats / (seats - 1), variance)


def _skill(sample: Sample, formula: Formula, seats: int) -> Figure:
    """Skill, with the interval that follows from the interval of the wins among random players."""
    wins = sample.share(over("contrast won", "contrasts")).figure()
    ends = sorted(_explained((end - 1 / seats) ** 2, sample.total, seats) for end in (wins.low, wins.high))
    low = ends[0] if wins.excludes(1 / seats) else 0.0
    value = min(1.0, max(0.0, formula(sample.total)))
    return Figure(value, min(value, low), min(1.0, max(value, ends[1])))


def _mirror(figure: Figure) -> Figure:
    return Figure(1 - figure.value, 1 - figure.high, 1 - figure.low)


def _moves(sample: Sample, seats: int) -> list[Definition]:
    return [
        Definition(name, PERCENT, over(f"chosen/{name}", f"offered/{name}"))
        for name in sample.names("chosen/")
    ]


def _rules(sample: Sample, seats: int) -> list[Definition]:
    happened = [
        Definition(f"{key.rpartition('/')[0]} [{key.rpartition('/')[2]}]", NUMBER, over(f"times/{key}"))
        for key in sample.names("times/")
    ]
    ended = [
        Definition(f"ended by [{rule}]", PERCENT, over(f"ended_by/{rule}"))
        for rule in sample.names("ended_by/")
    ]
    decided = [
        Definition(f"decided by [{rule}]", PERCENT, over(f"decided_by/{rule}"))
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
    """Return the metrics as a list; raise LabError if one is unknown."""
    names = list(metrics)
    for metric in names:
        if metric not in METRICS:
            raise unknown_name("metric", metric, METRICS)
    return names
