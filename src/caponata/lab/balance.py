"""Balance: what many games say about a game, as figures with their intervals.

from caponata.lab import balance
study = balance("capital-lux", games=1000, seats=3, out="study")
study.figure("seats", "seat 1")
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from caponata.engine.game import Game
from caponata.engine.moves import Domain
from caponata.lab.digest import PLAYS, counted, digest
from caponata.lab.figures import Figure, Formula, Sample, certain, compare, share
from caponata.lab.folder import Folder
from caponata.lab.kinds import is_apart
from caponata.lab.metrics import METRICS, PERCENT, check_metrics
from caponata.lab.parts import COUNTS, GAMES
from caponata.lab.plan import BALANCE, Job, Variant, planned
from caponata.lab.run import Progress, Ran
from caponata.lab.study import Study
from caponata.lab.sweep import LineUp, check_amount, options_of, the_game, variants
from caponata.lab.trouble import unknown
from caponata.lab.watching import STAGES

ENOUGH: Final = 100  # times that something must be offered before it is judged
DEAD: Final = 0.1  # chosen so seldom, measured by blind choice, a move is dead
DOMINANT: Final = 0.9  # chosen so often when it is offered beside others, a move is dominant


@dataclass(frozen=True)
class Line:
    """One figure of a study, with its name, what it is measured in, and what would be fair."""

    metric: str
    name: str
    figure: Figure
    unit: str
    formula: Formula
    fair: float | None = None


@dataclass(frozen=True)
class Use:
    """How a move was used: chosen when offered, against blind choice, and what its users won."""

    name: str
    offered: int
    chosen: int
    users: int
    rate: Figure
    lift: Figure
    wins: Figure
    verdict: str


class Balance(Study):
    """A balance study: its games counted, for each variant."""

    kind = BALANCE
    title = "balance study"

    def __init__(self, folder: Folder, ran: Ran | None = None) -> None:
        super().__init__(folder, ran)
        self.samples = [Sample() for _ in self.variants]
        self.spreads: list[dict[str, Counter[float]]] = [{} for _ in self.variants]
        self._read()

    @property
    def variants(self) -> tuple[Variant, ...]:
        """The variants that were played."""
        return self.job.variants

    @property
    def games(self) -> int:
        """How many games were counted."""
        return round(sum(sample.total["games"] for sample in self.samples))

    def lines(self, variant: int = 0, metrics: Iterable[str] = ()) -> list[Line]:
        """All figures of a variant, or those of some metrics."""
        wanted = check_metrics(metrics) or list(METRICS)
        sample, seats = self.samples[variant], self.variants[variant].seats
        if not sample.total["games"]:
            return []
        found: list[Line] = []
        for metric in wanted:
            for name, unit, fair, formula in METRICS[metric](sample, seats):
                figure = sample.figure(formula)
                if unit == PERCENT:
                    contrasts = sample.total["contrasts"] if metric == "luck" else 0
                    figure = certain(figure, contrasts or sample.total["deals"])
                found.append(Line(metric, name, figure, unit, formula, fair))
        return found

    def figure(self, metric: str, name: str, variant: int = 0) -> Figure:
        """One figure by its name."""
        return self._line(metric, name, variant).figure

    def _line(self, metric: str, name: str, variant: int) -> Line:
        lines = self.lines(variant, [metric])
        for line in lines:
            if line.name == name:
                return line
        raise unknown(f"figure of '{metric}'", name, [line.name for line in lines])

    def change(self, metric: str, name: str, variant: int) -> Figure:
        """How much higher a figure is in a variant than in the first; chance is the same in both."""
        first, other = self._line(metric, name, 0).formula, self._line(metric, name, variant).formula
        pair = [self.samples[0], self.samples[variant]]
        return compare(pair, lambda sums: other(sums[1]) - first(sums[0]))

    def uses(self, variant: int = 0) -> list[Use]:
        """Every kind of move that was offered, those most often chosen first."""
        sample = self.samples[variant]
        found = [_use(sample, name) for name in sample.names("chosen/")]
        return sorted(found, key=lambda use: (-use.chosen, -use.offered, use.name))

    def spread(self, name: str, variant: int = 0) -> Mapping[float, int]:
        """How often each value of `decisions`, `margin`, `lead_changes` or a seat's `score/0` came up."""
        return self.spreads[variant].get(name, Counter())

    def verbs(self, variant: int = 0) -> list[tuple[str, Figure]]:
        """How often each verb is used in a game, the most used first."""
        sample = self.samples[variant]
        found: dict[str, list[str]] = {}
        for name in sample.names("chosen/"):
            found.setdefault(name.split(" ")[0], []).append(f"chosen/{name}")
        figures = [(verb, _sum_over(sample, names, ["games"])) for verb, names in found.items()]
        return sorted(figures, key=lambda each: -each[1].value)

    def pieces(self, variant: int = 0) -> dict[str, dict[str, dict[str, Figure]]]:
        """How often a verb is used on each card or other thing where it may be: by kind, by name, by verb."""
        sample = self.samples[variant]
        offered: dict[str, dict[str, dict[str, list[str]]]] = {}
        for name in sample.names("chosen/"):
            move = self.game.space.read(name) if name not in self._alone else None
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
    def _alone(self) -> set[str]:
        """The names of verbs whose moves are not told apart."""
        return {verb.name for verb in self.game.space.verbs if not is_apart(verb)}

    def course(self, variant: int = 0) -> list[tuple[Figure, Figure]]:
        """For each twentieth of a game: how many moves there are, and how often the winner leads alone."""
        sample = self.samples[variant]
        return [
            (
                sample.ratio(f"stage choices/{stage}", f"stage decisions/{stage}"),
                sample.ratio(f"stage led/{stage}", f"stage games/{stage}"),
            )
            for stage in range(STAGES)
        ]

    def events(self, variant: int = 0) -> list[tuple[str, str, Figure, Figure]]:
        """What moves brought about: its name, its rule, how often a game, in which share of games."""
        sample = self.samples[variant]
        found = []
        for key in sample.names("times/"):
            name, _, rule = key.rpartition("/")
            times, games = sample.ratio(f"times/{key}", "games"), sample.ratio(f"happened/{key}", "games")
            found.append((name, rule, times, games))
        return sorted(found, key=lambda event: -event[2].value)

    def sources(self, variant: int = 0) -> list[tuple[str, str, Figure, Figure]]:
        """Where points come from: the line of score, its rule, points a seat, points a winner."""
        sample = self.samples[variant]
        seats = self.variants[variant].seats
        found = []
        for key in sample.names("points/"):
            name, _, rule = key.rpartition("/")
            mean = _each(sample, f"points/{key}", "games", seats)
            found.append((name, rule, mean, sample.ratio(f"winners/{key}", "winners")))
        return sorted(found, key=lambda source: -source[2].value)

    def endings(self, kind: str, variant: int = 0) -> list[tuple[str, Figure]]:
        """By which rules games ended (`ended_by`), or were decided (`decided_by`), and how often."""
        sample = self.samples[variant]
        found = [(rule, sample.ratio(f"{kind}/{rule}", "games")) for rule in sample.names(f"{kind}/")]
        return sorted(found, key=lambda ending: -ending[1].value)

    def _read(self) -> None:
        for number, frame in self.folder.tables(GAMES):
            part = self.job.part(number)
            piece = number // len(self.variants)
            sums, spreads = digest(frame, part.variant.seats)
            self.samples[part.index].add(piece, sums)
            for name, counts in spreads.items():
                self.spreads[part.index].setdefault(name, Counter()).update(counts)
            self.samples[part.index].add(piece, counted(self.folder.read(COUNTS, number)))


def _use(sample: Sample, name: str) -> Use:
    chosen, offered, expected = f"chosen/{name}", f"offered/{name}", f"expected/{name}"
    rate, lift = certain(sample.ratio(chosen, offered), sample.total[offered]), sample.ratio(chosen, expected)
    if not sample.total[chosen]:
        lift = certain(lift, sample.total[expected])
    blind = share(sample.total[expected], sample.total[offered])
    verdict = ""
    if sample.total[offered] >= ENOUGH:
        if lift.high < DEAD:
            verdict = "dead"
        elif rate.low > DOMINANT and blind < DOMINANT / 2:
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


def _each(sample: Sample, above: str, below: str, times: float) -> Figure:
    return sample.figure(lambda sums: share(sums[above], sums[below] * times))


# Playing


def balance_job(
    game: Game | str,
    *,
    games: int,
    seats: LineUp = None,
    options: Any = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    seed: int = 1,
    patience: float = 10.0,
) -> Job:
    """The games of a balance study: so many of each variant, every deal played twice."""
    chosen = the_game(game)
    check_amount(games, seed)
    ways = variants(chosen, seats, options_of(chosen, options), vary or {}, plays=PLAYS, contrast=True)
    deals = -(-games // PLAYS)
    return planned(BALANCE, chosen, ways, deals=deals, seed=seed, patience=patience)


def balance(
    game: Game | str,
    *,
    games: int,
    out: Path | str,
    seats: LineUp = None,
    options: Any = None,
    vary: Mapping[str, Sequence[object]] | None = None,
    seed: int = 1,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done: None,
) -> Balance:
    """Play so many games of every variant and count what is in them; rows stay in the folder `out`."""
    job = balance_job(game, games=games, seats=seats, options=options, vary=vary, seed=seed)
    return Balance.begin(job, out, processes=processes, ray=ray, progress=progress)
