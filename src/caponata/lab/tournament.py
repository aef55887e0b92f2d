"""Tournaments between bots and programs: seat-balanced, on duplicate deals, with ratings and a cross table.

Every table of players plays each deal with everybody on every seat: nobody wins by better cards or seats.

    from caponata.lab import tournament
    cup = tournament("capital-lux", ["greedy", "random"], games=400, out="cup")
    cup.standings()[0].player
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from math import comb
from pathlib import Path
from typing import Any, Final

from openskill.models import PlackettLuce

from caponata.engine.game import Game
from caponata.engine.options import read_options
from caponata.lab.figures import Z95, Figure, Sample, Sums, certain
from caponata.lab.folder import Folder
from caponata.lab.parts import GAMES
from caponata.lab.plan import TOURNAMENT, Job, Variant, planned
from caponata.lab.players import check_player
from caponata.lab.run import Progress, Ran
from caponata.lab.study import Study
from caponata.lab.sweep import MOST_VARIANTS, check_amount, line_up, options_of, the_game
from caponata.lab.trouble import LabError

STILL: Final = 0.0  # openskill's tau: bots grow neither better nor worse with time


@dataclass(frozen=True)
class Standing:
    """How a player did: its rating, share of wins, mean score, and answers that were none."""

    player: str
    rating: Figure
    wins: Figure
    score: Figure
    games: int
    faults: int


class Tournament(Study):
    """A tournament: its games counted and rated."""

    kind = TOURNAMENT
    title = "tournament"

    def __init__(self, folder: Folder, ran: Ran | None = None) -> None:
        super().__init__(folder, ran)
        self.players: tuple[str, ...] = self.job.variants[0].players
        self.seats = self.job.variants[0].seats
        self.sample = Sample()
        self._model = PlackettLuce(tau=STILL)
        self._ratings: list[Any] = [self._model.rating(name=player) for player in self.players]
        for number, frame in folder.tables(GAMES):
            sums = Sums()
            for row in frame.select("players", "scores", "places", "faults").iter_rows():
                sums.add(told(*row))
                self._rate(row[0], row[2])
            self.sample.add(number // len(self.job.variants), sums)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return round(self.sample.total["games"])

    def standings(self) -> list[Standing]:
        """The players, best rating first."""
        found = []
        for i, player in enumerate(self.players):
            sat = f"sat/{i}"
            rating = self._ratings[i]
            found.append(
                Standing(
                    player=player,
                    rating=Figure(rating.mu, Z95 * rating.sigma),
                    wins=self._share(f"won/{i}", sat),
                    score=self.sample.ratio(f"score/{i}", sat),
                    games=round(self.sample.total[sat]),
                    faults=round(self.sample.total[f"faults/{i}"]),
                )
            )
        return sorted(found, key=lambda standing: -standing.rating.value)

    def against(self, one: str, other: str) -> Figure | None:
        """How often one player ends before another where both play, a shared place counting half."""
        i, j = self.players.index(one), self.players.index(other)
        if not self.sample.total[f"met/{i}/{j}"]:
            return None
        return self._share(f"before/{i}/{j}", f"met/{i}/{j}")

    def by_seat(self, player: str) -> list[Figure]:
        """A player's share of wins on each seat."""
        i = self.players.index(player)
        return [self._share(f"won/{i}/{seat}", f"sat/{i}/{seat}") for seat in range(self.seats)]

    def _share(self, above: str, below: str) -> Figure:
        return certain(self.sample.ratio(above, below), self.sample.total[below])

    def _rate(self, order: Sequence[int], places: Sequence[int]) -> None:
        """Let openskill judge a game; who sat on several seats moves by their mean."""
        teams = [[self._ratings[player]] for player in order]
        rated = self._model.rate(teams, ranks=[float(place) for place in places])
        for player in set(order):
            mine = [team[0] for seat, team in enumerate(rated) if order[seat] == player]
            self._ratings[player] = self._model.rating(
                mu=sum(each.mu for each in mine) / len(mine),
                sigma=sum(each.sigma for each in mine) / len(mine),
                name=self.players[player],
            )


def told(order: Sequence[int], scores: Sequence[int], places: Sequence[int], faults: Sequence[int]) -> Sums:
    """What one game adds to the sums of a tournament."""
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


# Who meets whom


def tables(players: int, seats: int) -> list[tuple[int, ...]]:
    """Every choice of players for a table, or, where they are fewer than seats, every mixture of them."""
    if players >= seats:
        return list(itertools.combinations(range(players), seats))
    mixed = itertools.combinations_with_replacement(range(players), seats)
    return [table for table in mixed if len(set(table)) > 1]


def orders(table: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The ways around the table in which everybody sits on every seat, both ways round."""
    turned = [(*table[by:], *table[:by]) for by in range(len(table))]
    return tuple(dict.fromkeys([*turned, *(order[::-1] for order in turned)]))


def tournament_job(
    game: Game | str,
    players: Sequence[str],
    *,
    games: int,
    seats: int | None = None,
    options: Any = None,
    seed: int = 1,
    patience: float = 10.0,
) -> Job:
    """The games of a tournament: at least so many, the same deals at every table."""
    chosen = the_game(game)
    check_amount(games, seed)
    if len(players) < 2:
        raise LabError("a tournament is between two players or more")
    for player in players:
        check_player(chosen, player)
        if players.count(player) > 1:
            raise LabError(f"'{player}' is named twice")
    number = len(line_up(chosen, seats or chosen.seats[0]))
    if comb(max(len(players), number), number) > MOST_VARIANTS:
        raise LabError(f"so many players have more than {MOST_VARIANTS} tables: take fewer, or fewer seats")
    setting = asdict(read_options(chosen, options_of(chosen, options)))
    ways = tuple(
        Variant(", ".join(players[i] for i in table), setting, tuple(players), orders(table))
        for table in tables(len(players), number)
    )
    deals = -(-games // sum(len(way.orders) for way in ways))
    return planned(TOURNAMENT, chosen, ways, deals=deals, seed=seed, patience=patience)


def tournament(
    game: Game | str,
    players: Iterable[str],
    *,
    games: int,
    out: Path | str,
    seats: int | None = None,
    options: Mapping[str, object] | Any = None,
    seed: int = 1,
    patience: float = 10.0,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done: None,
) -> Tournament:
    """Let players meet on all seats and the same deals; rows stay in the folder `out`."""
    job = tournament_job(
        game, list(players), games=games, seats=seats, options=options, seed=seed, patience=patience
    )
    return Tournament.begin(job, out, processes=processes, ray=ray, progress=progress)
