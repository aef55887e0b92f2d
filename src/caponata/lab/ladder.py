"""The ladder of a game: how often each level beats the one below it, and what that is in ratings."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final

from openskill.models import PlackettLuce

from caponata.bots.levels import LEVELS, bot_of
from caponata.bots.names import make_bot
from caponata.catalogue import find_game
from caponata.engine.chance import Luck
from caponata.engine.game import Game
from caponata.engine.playout import reward
from caponata.lab.cores import spread
from caponata.lab.simulate import interval, play_with_views

GOAL_OF_TWO: Final = 0.65  # the share of games that a level wins against the one below
GOAL_OF_MANY: Final = 1.3  # ... with more seats: so many times its fair share


@dataclass(frozen=True)
class Task:
    """One game: one seat of a level among seats of the level below."""

    game: str
    seats: int
    rung: int  # the number of the upper level
    at: int  # its seat
    seed: int


@dataclass(frozen=True)
class Played:
    """How a game ended: everybody's place, and what the upper level won."""

    rung: int
    at: int
    places: tuple[int, ...]
    won: float


@dataclass
class Rung:
    """A level against the one below it."""

    level: str
    below: str
    games: int = 0
    wins: float = 0.0
    squares: float = 0.0

    @property
    def rate(self) -> tuple[float, float]:
        """The share of wins and the half width of its 95 % interval."""
        return interval(self.wins, self.squares, self.games)


@dataclass
class Ladder:
    """All rungs of a game's levels, with a rating for each level."""

    game: str
    seats: int
    rungs: list[Rung]
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)  # mean and uncertainty

    @property
    def goal(self) -> float:
        """The share of wins that every rung should have."""
        return GOAL_OF_TWO if self.seats == 2 else GOAL_OF_MANY / self.seats


def play_one(task: Task) -> Played:
    """Play one game from views; the same task gives the same game anywhere."""
    game = find_game(task.game)
    levels = [LEVELS[task.rung if seat == task.at else task.rung - 1] for seat in range(task.seats)]
    bots = [make_bot(game, bot_of(game, level), task.seed << 8 | seat) for seat, level in enumerate(levels)]
    position = game.start(task.seats, game.options())
    play_with_views(game, position, bots, Luck(task.seed))
    places = tuple(int(position.place(seat)) for seat in range(task.seats))
    return Played(task.rung, task.at, places, reward(position, task.at))


def tasks(game: Game, seats: int, games: int, seed: int) -> Iterator[Task]:
    """So many games a rung, or a few more: the upper level sits on every seat equally often."""
    for number in range(math.ceil(games / seats)):
        for rung in range(1, len(LEVELS)):
            for at in range(seats):
                yield Task(game.name, seats, rung, at, seed << 32 | number)


def climb(
    game: Game,
    *,
    seats: int,
    games: int,
    seed: int = 1,
    processes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Ladder:
    """Play the levels of a game against each other. An interrupt stops it and gives what was done so far."""
    rungs = [Rung(level, below) for below, level in pairwise(LEVELS)]
    ladder = Ladder(game.name, seats, rungs)
    model = PlackettLuce()
    ratings = {level: model.rating(name=level) for level in LEVELS}
    todo = list(tasks(game, seats, games, seed))
    with closing(spread(play_one, iter(todo), processes)) as results:
        try:
            for done, played in enumerate(results, start=1):
                rung = rungs[played.rung - 1]
                rung.games += 1
                rung.wins += played.won
                rung.squares += played.won**2
                levels = [rung.level if seat == played.at else rung.below for seat in range(seats)]
                teams = [[ratings[level]] for level in levels]
                rated = model.rate(teams, ranks=[float(place) for place in played.places])
                for level in (rung.level, rung.below):
                    ratings[level] = rated[levels.index(level)][0]
                progress(done, len(todo))
        except KeyboardInterrupt:
            pass
    ladder.ratings = {level: (rating.mu, rating.sigma) for level, rating in ratings.items()}
    return ladder
