"""Tournaments between bots and programs, with ratings and a cross table.

Every group of players plays each deal with every player on every seat, so that cards and seats favour nobody.

    from caponata.lab import tournament
    cup = tournament("capital-lux", ["greedy", "random"], games=400, out="cup")
    cup.standings()[0].player
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import Any, Final, Self

from openskill.models import PlackettLuce

from caponata.engine.game import Game
from caponata.engine.options import read_options
from caponata.lab.errors import LabError
from caponata.lab.figures import Z95, Figure, Ratio, Sample, Share, Sums
from caponata.lab.folder import Folder
from caponata.lab.inference import TAIL, cases_to_see, round_up
from caponata.lab.part import PartPlayer, PlayedGame
from caponata.lab.plan import TOURNAMENT, Job, Variant, make_job
from caponata.lab.players import check_player
from caponata.lab.program import ProgramPlayer
from caponata.lab.progress import Progress, no_progress
from caponata.lab.results import MARGIN
from caponata.lab.run import RunSummary
from caponata.lab.setup import MOST_VARIANTS, check_amount, line_up, options_mapping, resolve_game
from caponata.lab.study import Study
from caponata.lab.tables import GAME_COLUMNS, GAMES

EVEN: Final = 0.5  # share of meetings between equal players
TAU: Final = 0.0  # of openskill: the strength of bots does not change with time


@dataclass(frozen=True)
class Standing:
    """A player's rating, share of wins, mean score, and number of faulty answers."""

    player: str
    rating: Figure
    wins: Figure
    score: Figure
    games: int
    faults: int


@dataclass(frozen=True)
class Meeting:
    """How often one player ends before another, and how many games it takes to tell them apart.

    `to_see` is the number of games that shows a difference of `MARGIN` from half.
    """

    one: str
    other: str
    share: Figure
    to_see: int

    @property
    def better(self) -> str | None:
        """The player that is shown to be better, or None."""
        if not self.share.excludes(EVEN):
            return None
        return self.one if self.share.value > EVEN else self.other


class TournamentPart(PartPlayer):
    """Counts the faulty answers of external programs."""

    def extra_columns(self, game: PlayedGame) -> dict[str, Any]:
        """The faults of each seat."""
        faults = [0] * len(game.order)
        for seat, bot in enumerate(game.bots):
            if isinstance(bot, ProgramPlayer):
                faults[seat], bot.faults = bot.faults, 0
        return {"faults": faults}


class Tournament(Study):
    """A tournament: the counts and ratings of its games."""

    kind = TOURNAMENT
    title = "tournament"
    tables = {GAMES: (*GAME_COLUMNS, "faults")}  # noqa: RUF012 - declared on the base class
    player = TournamentPart

    def __init__(self, folder: Folder, ran: RunSummary | None = None) -> None:
        super().__init__(folder, ran)
        self.players: tuple[str, ...] = self.job.variants[0].players
        self.seats = self.job.variants[0].seats
        self.sample = Sample()
        self._model = PlackettLuce(tau=TAU)
        self._ratings: list[Any] = [self._model.rating(name=player) for player in self.players]
        for number, frame in folder.tables(GAMES):
            sums = Sums({"deals": frame["deal"].n_unique()})
            for row in frame.select("players", "scores", "places", "faults").iter_rows():
                sums.add(game_sums(*row))
                self._rate(row[0], row[2])
            self.sample.add(number // len(self.job.variants), sums)

    @classmethod
    def plan(
        cls,
        game: Game | str,
        players: Iterable[str],
        *,
        games: int,
        seats: int | None = None,
        options: Any = None,
        seed: int = 1,
        timeout: float = 10.0,
    ) -> Job:
        """The job of a tournament with at least this many games, on the same deals at every table.

        `timeout` is the time in seconds that an external program has for an answer.
        """
        chosen, names = resolve_game(game), list(players)
        check_amount(games, seed)
        if len(names) < 2:
            raise LabError("a tournament is between two players or more")
        for player in names:
            check_player(chosen, player)
            if names.count(player) > 1:
                raise LabError(f"'{player}' is named twice")
        number = len(line_up(chosen, seats or chosen.seats[0]))
        if comb(max(len(names), number), number) > MOST_VARIANTS:
            raise LabError(
                f"these players make more than {MOST_VARIANTS} tables: name fewer players or seats"
            )
        setting = asdict(read_options(chosen, options_mapping(options)))
        ways = tuple(
            Variant(", ".join(names[i] for i in table), setting, tuple(names), orders(table))
            for table in tables(len(names), number)
        )
        deals = -(-games // sum(len(way.orders) for way in ways))
        return make_job(TOURNAMENT, chosen, ways, deals=deals, seed=seed, timeout=timeout)

    @classmethod
    def play(
        cls,
        game: Game | str,
        players: Iterable[str],
        *,
        games: int,
        out: Path | str | None = None,
        seats: int | None = None,
        options: Any = None,
        seed: int = 1,
        timeout: float = 10.0,
        processes: int | None = None,
        ray: str | None = None,
        progress: Progress = no_progress,
    ) -> Self:
        """Play a tournament on all seats and the same deals and save its games in the folder `out`."""
        job = cls.plan(game, players, games=games, seats=seats, options=options, seed=seed, timeout=timeout)
        return cls.begin(job, out, processes=processes, ray=ray, progress=progress)

    @property
    def games(self) -> int:
        """The number of games counted."""
        return round(self.sample.total["games"])

    def standings(self) -> list[Standing]:
        """The players, the best rating first."""
        found = []
        for i, player in enumerate(self.players):
            sat = f"sat/{i}"
            rating = self._ratings[i]
            found.append(
                Standing(
                    player=player,
                    rating=Figure.around(rating.mu, Z95 * rating.sigma),
                    wins=self._share(f"won/{i}", sat),
                    score=self.sample.ratio(f"score/{i}", sat),
                    games=round(self.sample.total[sat]),
                    faults=round(self.sample.total[f"faults/{i}"]),
                )
            )
        return sorted(found, key=lambda standing: -standing.rating.value)

    def against(self, one: str, other: str) -> Figure | None:
        """How often one player ends above another in games of both, or None. A shared place counts half."""
        i, j = self.players.index(one), self.players.index(other)
        if not self.sample.total[f"met/{i}/{j}"]:
            return None
        return self._share(f"before/{i}/{j}", f"met/{i}/{j}")

    def meetings(self) -> list[Meeting]:
        """Every pair of players that met, in the order of the standings.

        The intervals of all pairs hold together in 95 % of tournaments.
        """
        names = [standing.player for standing in self.standings()]
        met = {
            (one, other): Ratio(f"before/{i}/{j}", f"met/{i}/{j}")
            for one, other in itertools.combinations(names, 2)
            for i, j in [(self.players.index(one), self.players.index(other))]
            if self.sample.total[f"met/{i}/{j}"]
        }
        found = []
        for (one, other), formula in met.items():
            share: Share = self.sample.share(formula)
            tail = TAIL / len(met)
            games = self.sample.total["games"] / max(1.0, share.cases)
            needed = round_up(games * cases_to_see(EVEN, MARGIN, tail))
            found.append(Meeting(one, other, share.figure(tail), needed))
        return found

    def by_seat(self, player: str) -> list[Figure]:
        """A player's share of wins on each seat."""
        i = self.players.index(player)
        return [self._share(f"won/{i}/{seat}", f"sat/{i}/{seat}") for seat in range(self.seats)]

    def _share(self, above: str, below: str) -> Figure:
        return self.sample.share(Ratio(above, below)).figure()

    def _rate(self, order: Sequence[int], places: Sequence[int]) -> None:
        """Rate a game with openskill. A player on several seats gets the mean of their ratings."""
        teams = [[self._ratings[player]] for player in order]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for player in set(order):
            mine = [team[0] for seat, team in enumerate(rated) if order[seat] == player]
            self._ratings[player] = self._model.rating(
                mu=sum(each.mu for each in mine) / len(mine),
                sigma=sum(each.sigma for each in mine) / len(mine),
                name=self.players[player],
            )


def game_sums(
    order: Sequence[int], scores: Sequence[int], places: Sequence[int], faults: Sequence[int]
) -> Sums:
    """The sums of one game."""
    sums = Sums({"games": 1})
    win = 1 / sum(place == 0 for place in places)
    for seat, player in enumerate(order):
        won = win * (places[seat] == 0)
        sums.add(
            {
                f"sat/{player}": 1,
                f"won/{player}": won,
                f"score/{player}": scores[seat],
                f"faults/{player}": faults[seat],
                f"sat/{player}/{seat}": 1,
                f"won/{player}/{seat}": won,
            }
        )
    for one, other in itertools.permutations(range(len(order)), 2):
        if order[one] != order[other]:
            pair = f"{order[one]}/{order[other]}"
            better = (places[one] < places[other]) + (places[one] == places[other]) / 2
            sums.add({f"met/{pair}": 1, f"before/{pair}": better})
    return sums


# Tables and seats


def tables(players: int, seats: int) -> list[tuple[int, ...]]:
    """Every choice of players for a table, or every mixture if there are fewer players than seats."""
    if players >= seats:
        return list(itertools.combinations(range(players), seats))
    mixed = itertools.combinations_with_replacement(range(players), seats)
    return [table for table in mixed if len(set(table)) > 1]


def orders(table: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The orders around the table that put every player on every seat, clockwise and counterclockwise."""
    turned = [(*table[by:], *table[:by]) for by in range(len(table))]
    return tuple(dict.fromkeys([*turned, *(order[::-1] for order in turned)]))


tournament = Tournament.play
