"""Balance studies: measurements of a game from many games, as figures with intervals.

from caponata.lab import balance
study = balance("capital-lux", games=1000, seats=3, out="study")
study.figure("seats", "seat 1")
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

from caponata.engine.moves import Domain
from caponata.lab.balance_part import TABLES, BalancePart
from caponata.lab.counters import STAGES
from caponata.lab.figures import Figure, Ratio, Sample, Sums, share
from caponata.lab.folder import Folder
from caponata.lab.move_kinds import has_own_kinds
from caponata.lab.plan import BALANCE
from caponata.lab.results import Results
from caponata.lab.run import RunSummary
from caponata.lab.study import SweepStudy
from caponata.lab.sums import PLAYS, count_sums, game_sums
from caponata.lab.tables import COUNTS, GAMES


class Balance(SweepStudy, Results):
    """A balance study: the counts of its games for each variant."""

    kind = BALANCE
    title = "balance study"
    tables = TABLES
    player = BalancePart
    plays = PLAYS
    has_contrast = True

    def __init__(self, folder: Folder, ran: RunSummary | None = None) -> None:
        SweepStudy.__init__(self, folder, ran)
        Results.__init__(self, self.job.variants, [Sample() for _ in self.job.variants])
        self.spreads: list[dict[str, Counter[float]]] = [{} for _ in self.variants]
        self._read()

    def spread(self, name: str, variant: int = 0) -> Mapping[float, int]:
        """Frequencies of the values of `decisions`, `margin`, `lead_changes` or a seat's `score/0`."""
        return self.spreads[variant].get(name, Counter())

    def verbs(self, variant: int = 0) -> list[tuple[str, Figure]]:
        """Uses of each verb per game, the most used first."""
        sample = self.samples[variant]
        found: dict[str, list[str]] = {}
        for name in sample.names("chosen/"):
            found.setdefault(name.split(" ")[0], []).append(f"chosen/{name}")
        figures = [(verb, _per_game(sample, names)) for verb, names in found.items()]
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
                piece: {verb: _share_of_offers(sample, names) for verb, names in by_verb.items()}
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
                sample.share(Ratio(f"stage led/{stage}", f"stage games/{stage}")).figure(),
            )
            for stage in range(STAGES)
        ]

    def events(self, variant: int = 0) -> list[tuple[str, str, Figure, Figure]]:
        """The effects of moves: name, rule, times per game, and the share of games with it."""
        sample = self.samples[variant]
        found = []
        for key in sample.names("times/"):
            name, _, rule = key.rpartition("/")
            times = sample.ratio(f"times/{key}", "games")
            games = sample.share(Ratio(f"happened/{key}", "games")).figure()
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
        found = [
            (rule, sample.share(Ratio(f"{kind}/{rule}", "games")).figure())
            for rule in sample.names(f"{kind}/")
        ]
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


def _per_game(sample: Sample, names: Sequence[str]) -> Figure:
    return sample.figure(lambda sums: share(sum(sums[name] for name in names), sums["games"]))


def _share_of_offers(sample: Sample, moves: Sequence[str]) -> Figure:
    def offered(sums: Sums) -> float:
        return sum(sums[f"offered/{move}"] for move in moves)

    rate = sample.mean(lambda sums: share(sum(sums[f"chosen/{move}"] for move in moves), offered(sums)))
    return sample.as_share(rate, offered(sample.total)).figure()


def _per(sample: Sample, above: str, below: str, times: float) -> Figure:
    return sample.figure(lambda sums: share(sums[above], sums[below] * times))


balance = Balance.play
