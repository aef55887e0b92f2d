"""Balance studies: measurements of a game from many games, as figures with intervals.

from caponata.lab import balance
study = balance("capital-lux", games=1000, seats=3, out="study")
study.figure("seats", "seat 1")
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from caponata.engine.moves import Domain
from caponata.lab.balance_part import TABLES, BalancePart
from caponata.lab.counters import STAGES
from caponata.lab.errors import unknown_name
from caponata.lab.figures import Figure, Formula, Sample, certain, compare, share
from caponata.lab.folder import Folder
from caponata.lab.metrics import METRICS, PERCENT, check_metrics
from caponata.lab.move_kinds import has_own_kinds
from caponata.lab.plan import BALANCE, Variant
from caponata.lab.run import RunSummary
from caponata.lab.study import SweepStudy
from caponata.lab.sums import PLAYS, count_sums, game_sums
from caponata.lab.tables import COUNTS, GAMES

ENOUGH: Final = 100  # offers before a move gets a verdict
DEAD: Final = 0.1  # a move chosen less often than this share of random choice is dead
DOMINANT: Final = 0.9  # a move chosen more often than this, if there are others, is dominant


@dataclass(frozen=True)
class MetricLine:
    """One figure of a study with its name, its unit, and the value that would be fair, if any."""

    metric: str
    name: str
    figure: Figure
    unit: str
    formula: Formula
    fair: float | None = None


@dataclass(frozen=True)
class Use:
    """The use of a move: how often it was chosen, compared with random choice, and its users' wins."""

    name: str
    offered: int
    chosen: int
    users: int
    rate: Figure
    lift: Figure
    wins: Figure
    verdict: str


class Balance(SweepStudy):
    """A balance study: the counts of its games for each variant."""

    kind = BALANCE
    title = "balance study"
    tables = TABLES
    player = BalancePart
    plays = PLAYS
    has_contrast = True

    def __init__(self, folder: Folder, ran: RunSummary | None = None) -> None:
        super().__init__(folder, ran)
        self.samples = [Sample() for _ in self.variants]
        self.spreads: list[dict[str, Counter[float]]] = [{} for _ in self.variants]
        self._read()

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants of the study."""
        return self.job.variants

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
            for name, unit, fair, formula in METRICS[metric](sample, seats):
                figure = sample.figure(formula)
                if unit == PERCENT:
                    contrasts = sample.total["contrasts"] if metric == "luck" else 0
                    figure = certain(figure, contrasts or sample.total["deals"])
                found.append(MetricLine(metric, name, figure, unit, formula, fair))
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

    def change(self, metric: str, name: str, variant: int) -> Figure:
        """The difference of a figure between a variant and the first, which were played on the same deals."""
        first, other = self._line(metric, name, 0).formula, self._line(metric, name, variant).formula
        pair = [self.samples[0], self.samples[variant]]
        return compare(pair, lambda sums: other(sums[1]) - first(sums[0]))

    def uses(self, variant: int = 0) -> list[Use]:
        """Every kind of move that was offered, the most often chosen first."""
        sample = self.samples[variant]
        found = [_use(sample, name) for name in sample.names("chosen/")]
        return sorted(found, key=lambda use: (-use.chosen, -use.offered, use.name))

    def spread(self, name: str, variant: int = 0) -> Mapping[float, int]:
        """Frequencies of the values of `decisions`, `margin`, `lead_changes` or a seat's `score/0`."""
        return self.spreads[variant].get(name, Counter())

    def verbs(self, variant: int = 0) -> list[tuple[str, Figure]]:
        """Uses of each verb per game, the most used first."""
        sample = self.samples[variant]
        found: dict[str, list[str]] = {}
        for name in sample.names("chosen/"):
            found.setdefault(name.split(" ")[0], []).append(f"chosen/{name}")
        figures = [(verb, _sum_over(sample, names, ["games"])) for verb, names in found.items()]
        return sorted(figures, key=lambda each: -each[1].value)

    def pieces(self, variant: int = 0) -> dict[str, dict[str, dict[str, Figure]]]:
        """How often a verb is used on each card or other piece if it may be: by kind, by name, by verb."""
        sample = self.samples[variant]
        offered: dict[str, dict[str, dict[str, list[str]]]] = {}
        for name in sample.names("chosen/"):
            move = self.game.space.read(name) if name not in self._verb_names else None
            if move is None:
                continue
            verb, arguments = self.game.space.verb(move), self.game.space.spelled(move).arguments
            for domain, argument in zip(verb.domains, arguments, strict=True):
                if isinstance(domain, Domain) and argument is not None:
                    kind = offered.setdefault(domain.title, {v: {} for v in domain.values})
                    names = kind.setdefault(argument, {}).setdefault(verb.name, [])
                    if name not in names:
                        names.append(name)
        return {
            kind: {
                piece: {
                    verb: _sum_over(sample, [f"chosen/{n}" for n in names], [f"offered/{n}" for n in names])
                    for verb, names in by_verb.items()
                }
                for piece, by_verb in pieces.items()
                if by_verb
            }
            for kind, pieces in offered.items()
        }

    @cached_property
    def _verb_names(self) -> set[str]:
        """Names of the verbs whose moves are counted together."""
        return {verb.name for verb in self.game.space.verbs if not has_own_kinds(verb)}

    def course(self, variant: int = 0) -> list[tuple[Figure, Figure]]:
        """For each twentieth of a game: the number of legal moves, and how often the winner leads alone."""
        sample = self.samples[variant]
        return [
            (
                sample.ratio(f"stage choices/{stage}", f"stage decisions/{stage}"),
                sample.ratio(f"stage led/{stage}", f"stage games/{stage}"),
            )
            for stage in range(STAGES)
        ]

    def events(self, variant: int = 0) -> list[tuple[str, str, Figure, Figure]]:
        """The effects of moves: name, rule, times per game, and the share of games with it."""
        sample = self.samples[variant]
        found = []
        for key in sample.names("times/"):
            name, _, rule = key.rpartition("/")
            times, games = sample.ratio(f"times/{key}", "games"), sample.ratio(f"happened/{key}", "games")
            found.append((name, rule, times, games))
        return sorted(found, key=lambda event: -event[2].value)

    def sources(self, variant: int = 0) -> list[tuple[str, str, Figure, Figure]]:
        """The sources of points: score line, rule, points per seat, points per winner."""
        sample = self.samples[variant]
        seats = self.variants[variant].seats
        found = []
        for key in sample.names("points/"):
            name, _, rule = key.rpartition("/")
            mean = _per(sample, f"points/{key}", "games", seats)
            found.append((name, rule, mean, sample.ratio(f"winners/{key}", "winners")))
        return sorted(found, key=lambda source: -source[2].value)

    def endings(self, kind: str, variant: int = 0) -> list[tuple[str, Figure]]:
        """The rules by which games ended (`ended_by`) or were decided (`decided_by`), with their shares."""
        sample = self.samples[variant]
        found = [(rule, sample.ratio(f"{kind}/{rule}", "games")) for rule in sample.names(f"{kind}/")]
        return sorted(found, key=lambda ending: -ending[1].value)

    def _read(self) -> None:
        for number, frame in self.folder.tables(GAMES):
            part = self.job.part(number)
            piece = number // len(self.variants)
            sums, spreads = game_sums(frame, part.variant.seats)
            self.samples[part.index].add(piece, sums)
            for name, counts in spreads.items():
                self.spreads[part.index].setdefault(name, Counter()).update(counts)
            self.samples[part.index].add(piece, count_sums(self.folder.read(COUNTS, number)))


def _use(sample: Sample, name: str) -> Use:
    chosen, offered, expected = f"chosen/{name}", f"offered/{name}", f"expected/{name}"
    rate, lift = certain(sample.ratio(chosen, offered), sample.total[offered]), sample.ratio(chosen, expected)
    if not sample.total[chosen]:
        lift = certain(lift, sample.total[expected])
    at_random = share(sample.total[expected], sample.total[offered])
    verdict = ""
    if sample.total[offered] >= ENOUGH:
        if lift.high < DEAD:
            verdict = "dead"
        elif rate.low > DOMINANT and at_random < DOMINANT / 2:
            verdict = "dominant"
    return Use(
        name,
        round(sample.total[offered]),
        round(sample.total[chosen]),
        round(sample.total[f"users/{name}"]),
        rate,
        lift,
        certain(sample.ratio(f"users won/{name}", f"users/{name}"), sample.total[f"users/{name}"]),
        verdict,
    )


def _sum_over(sample: Sample, above: Sequence[str], below: Sequence[str]) -> Figure:
    return sample.figure(lambda sums: share(sum(sums[a] for a in above), sum(sums[b] for b in below)))


def _per(sample: Sample, above: str, below: str, times: float) -> Figure:
    return sample.figure(lambda sums: share(sums[above], sums[below] * times))


balance = Balance.play
