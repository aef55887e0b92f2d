"""The results of a balance study: figures, and the claims that can be read from them.

Claims use simultaneous intervals, which are wide enough that with a probability of 95 % every claim of a
study is true. docs/design/statistics.md gives the reasons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from caponata.lab.errors import unknown_name
from caponata.lab.figures import Estimate, Figure, Formula, Ratio, Sample, Share, compare, share
from caponata.lab.inference import cases_to_rule_out, cases_to_see, round_up
from caponata.lab.metrics import METRICS, check_metrics
from caponata.lab.plan import Variant

# Probabilities of a false claim about seats, about moves and about changes between variants: together 5 %.
FAIRNESS_ERROR, MOVES_ERROR, CHANGES_ERROR = 0.03, 0.01, 0.01
MARGIN: Final = 0.03  # distance from a fair share that matters, unless the user names another
ENOUGH: Final = 100  # offers or users before a claim about a move is tested
AVOIDED: Final = 0.1  # a move chosen less often than this share of random choice is chosen rarely
PREFERRED: Final = 0.9  # a move chosen more often than this, if there are others, is mostly chosen
EXPECTED: Final = 30  # times that random choice would have made a move before "never" is reported
NEVER, RARELY, MOSTLY = "never", "rarely", "mostly"


@dataclass(frozen=True)
class MetricLine:
    """One figure of a study with its name, its unit, and the value that would be fair, if any."""

    metric: str
    name: str
    figure: Figure
    unit: str
    formula: Formula
    estimate: Estimate
    fair: float | None = None


@dataclass(frozen=True)
class Fairness:
    """The answer to one question about a variant: does a seat, or a place in the order of play, win more?

    The figures of `lines` have simultaneous intervals. `unfair` are those that exclude the fair
    share, the largest distance first. `is_within` says whether all of them lie within the margin.
    """

    metric: str
    fair: float
    margin: float
    games: int
    lines: tuple[MetricLine, ...]
    comparisons: int
    to_see: int  # games needed to see a difference of the margin
    to_rule_out: int  # games needed to rule one out

    @property
    def unfair(self) -> list[MetricLine]:
        """The shares that differ from the fair one, the largest distance first."""
        off = [line for line in self.lines if line.figure.excludes(self.fair)]
        return sorted(off, key=lambda line: -abs(line.figure.value - self.fair))

    @property
    def is_within(self) -> bool:
        """Return whether every share is shown to be nearer to the fair one than the margin."""
        low, high = self.fair - self.margin, self.fair + self.margin
        return all(low < line.figure.low and line.figure.high < high for line in self.lines)


@dataclass(frozen=True)
class Use:
    """The use of a move: how often it was chosen, compared with random choice, and its users' wins.

    `verdict` is `never`, `rarely` or `mostly` if the players of this study chose it that often, else empty.
    `is_telling` says whether its users' share of wins differs from a fair one.
    """

    name: str
    offered: int
    chosen: int
    expected: float
    users: int
    rate: Figure
    lift: Figure
    wins: Figure
    verdict: str
    is_telling: bool


@dataclass(frozen=True)
class Change:
    """The difference of a figure from the first variant.

    `claimed` has an interval that holds together with those of all other changes.
    """

    figure: Figure
    claimed: Figure


class Results:
    """The counts of games for each variant of a study, and what follows from them."""

    def __init__(self, variants: Sequence[Variant], samples: Sequence[Sample]) -> None:
        self.variants = tuple(variants)
        self.samples = list(samples)

    @property
    def games(self) -> int:
        """The number of games counted."""
        return round(sum(sample.total["games"] for sample in self.samples))

    def lines(self, variant: int = 0, metrics: Iterable[str] = ()) -> list[MetricLine]:
        """All figures of a variant, or only those of some metrics."""
        wanted = check_metrics(metrics) or list(METRICS)
        sample, seats = self.samples[variant], self.variants[variant].seats
        if not sample.total["games"]:
            return []
        found: list[MetricLine] = []
        for metric in wanted:
            for each in METRICS[metric](sample, seats):
                estimate = each.estimate(sample)
                figure = each.interval(sample) if each.interval else estimate.figure()
                found.append(
                    MetricLine(metric, each.name, figure, each.unit, each.formula, estimate, each.fair)
                )
        return found

    def figure(self, metric: str, name: str, variant: int = 0) -> Figure:
        """A figure by its name."""
        return self._line(metric, name, variant).figure

    def _line(self, metric: str, name: str, variant: int) -> MetricLine:
        lines = self.lines(variant, [metric])
        for line in lines:
            if line.name == name:
                return line
        raise unknown_name(f"figure of '{metric}'", name, [line.name for line in lines])

    # Seats

    def fairness(self, variant: int = 0, margin: float = MARGIN) -> list[Fairness]:
        """Answer whether all seats, and all places in the order of play, win equally often.

        The second question is left out if no seat starts, or if the first seat always does.
        """
        sample, seats = self.samples[variant], self.variants[variant].seats
        asked = ["seats"] if self.starts_with_first_seat(variant) else ["seats", "start"]
        lines = self.lines(variant, asked)
        if not lines:
            return []
        tail = FAIRNESS_ERROR / len(self.variants) / len(lines) / 2
        found = []
        for metric in asked:
            mine = tuple(
                replace(line, figure=line.estimate.figure(tail)) for line in lines if line.metric == metric
            )
            if not mine:
                continue
            cases = [line.estimate.cases for line in mine if isinstance(line.estimate, Share)]
            games_per_case = share(sample.total["games"] * len(cases), sum(cases))
            found.append(
                Fairness(
                    metric=metric,
                    fair=1 / seats,
                    margin=margin,
                    games=round(sample.total["games"]),
                    lines=mine,
                    comparisons=len(lines) * len(self.variants),
                    to_see=round_up(games_per_case * cases_to_see(1 / seats, margin, tail)),
                    to_rule_out=round_up(games_per_case * cases_to_rule_out(1 / seats, margin, tail, seats)),
                )
            )
        return found

    def starts_with_first_seat(self, variant: int = 0) -> bool:
        """Return whether the first seat started every game, so that order of play and seats are the same."""
        sample, seats = self.samples[variant], self.variants[variant].seats
        return sample.total["started"] == sample.total["games"] and all(
            sample.column(f"order/{i}") == sample.column(f"won/{i}") for i in range(seats)
        )

    def second_bot(self, variant: int = 0) -> int | None:
        """The variant that differs from this one only in the bot on all seats, or None."""
        mine = self.variants[variant]
        for number, other in enumerate(self.variants):
            is_same = other.seats == mine.seats and other.options == mine.options
            if is_same and mine.bot and other.bot and other.bot != mine.bot:
                return number
        return None

    # Changes

    def change(self, metric: str, name: str, variant: int) -> Figure:
        """The difference of a figure between a variant and the first, which were played on the same deals."""
        return self._change(self._line(metric, name, 0), self._line(metric, name, variant), variant).figure

    def changes(self, metrics: Iterable[str]) -> dict[tuple[int, str, str], Change]:
        """The changes of all figures of some metrics from the first variant, by variant, metric and name."""
        names = list(metrics)
        firsts = {(line.metric, line.name): line for line in self.lines(0, names)}
        pairs = {
            (variant, line.metric, line.name): (firsts[line.metric, line.name], line)
            for variant in range(1, len(self.variants))
            for line in self.lines(variant, names)
            if (line.metric, line.name) in firsts
        }
        return {key: self._change(*pair, key[0], len(pairs)) for key, pair in pairs.items()}

    def _change(self, first: MetricLine, other: MetricLine, variant: int, comparisons: int = 1) -> Change:
        samples = [self.samples[0], self.samples[variant]]
        found = compare(samples, lambda sums: other.formula(sums[1]) - first.formula(sums[0]))
        found = replace(found, value=other.figure.value - first.figure.value)
        return Change(found.figure(), found.figure(CHANGES_ERROR / comparisons / 2))

    # Moves

    def uses(self, variant: int = 0) -> list[Use]:
        """Every kind of move that was offered, the most often chosen first."""
        sample = self.samples[variant]
        names = sample.names("chosen/")
        tested = sum(sample.total[f"offered/{name}"] >= ENOUGH for name in names)
        telling = sum(sample.total[f"users/{name}"] >= ENOUGH for name in names)
        claims = 2 * tested + 2 * telling  # chosen rarely or mostly; users win more or less
        tail = MOVES_ERROR / len(self.variants) / max(1, claims)
        fair = 1 / self.variants[variant].seats
        found = [_use(sample, name, tail, fair) for name in names]
        return sorted(found, key=lambda use: (-use.chosen, -use.offered, use.name))


def _use(sample: Sample, name: str, tail: float, fair: float) -> Use:
    total = sample.total
    rate = sample.share(Ratio(f"chosen/{name}", f"offered/{name}"))
    lift = sample.rate(Ratio(f"chosen/{name}", f"expected/{name}"))
    wins = sample.share(Ratio(f"users won/{name}", f"users/{name}"))
    offered, expected, users = total[f"offered/{name}"], total[f"expected/{name}"], total[f"users/{name}"]
    verdict = ""
    if not total[f"chosen/{name}"]:
        verdict = NEVER if expected >= EXPECTED else ""
    elif offered >= ENOUGH:
        if lift.figure(tail).high < AVOIDED:
            verdict = RARELY
        elif rate.figure(tail).low > PREFERRED and share(expected, offered) < PREFERRED / 2:
            verdict = MOSTLY
    return Use(
        name=name,
        offered=round(offered),
        chosen=round(total[f"chosen/{name}"]),
        expected=expected,
        users=round(users),
        rate=rate.figure(),
        lift=lift.figure(),
        wins=wins.figure(),
        verdict=verdict,
        is_telling=users >= ENOUGH and wins.figure(tail).excludes(fair),
    )
