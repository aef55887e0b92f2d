"""The ladder of a game: how often each level beats the one below it, and what that is in ratings."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from openskill.models import PlackettLuce

from caponata.bots.levels import LEVELS, bot_of, told
from caponata.bots.names import make_bot
from caponata.bots.reactions import race, reaction_of
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import Game
from caponata.engine.playout import reward
from caponata.lab.cores import spread
from caponata.lab.notes import Notes, Played, Task
from caponata.lab.simulate import interval, play_with_views

GOAL_OF_TWO: Final = 0.65  # the share of games that a level wins against the one below
DOUBTFUL: Final = 0.05  # what is seen more seldom than that by chance is taken for true
GOAL_OF_MANY: Final = 1.3  # ... with more seats: so many times its fair share


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
    position = game.start(task.seats, game.options())
    rng = Rng(task.seed)
    if reaction_of(game) is None:
        bots = [
            make_bot(game, bot_of(game, level), task.seed << 8 | seat) for seat, level in enumerate(levels)
        ]
        play_with_views(game, position, bots, rng)
    else:
        race(game, position, levels, rng)
    places = tuple(int(position.place(seat)) for seat in range(task.seats))
    return Played(places, reward(position, task.at))


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
    notes: Notes | None = None,
    seconds: float = math.inf,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Ladder:
    """Play the levels of a game against each other, or go on from notes.

    An interrupt, or the end of its seconds, stops it and gives what was done so far.
    """
    notes = notes or Notes()
    todo = list(tasks(game, seats, games, seed))
    count = Count(game, seats)
    deadline = time.monotonic() + seconds
    with closing(spread(play_one, (task for task in todo if task not in notes), processes)) as results:
        try:
            for done, task in enumerate(todo, start=1):
                played = notes.of(task)
                if played is None:
                    if task.at == 0 and time.monotonic() >= deadline:
                        break
                    played = next(results)
                    notes.add(task, played)
                count.take_in(task, played)
                progress(done, len(todo))
        except KeyboardInterrupt:
            pass
    return count.ladder()


def noted(game: Game, seats: int, notes: Notes) -> Ladder:
    """The ladder of the games that notes hold."""
    count = Count(game, seats)
    for task, played in notes:
        if (task.game, task.seats) == (game.name, seats):
            count.take_in(task, played)
    return count.ladder()


class Count:
    """Games of a ladder, added up, with a rating of the levels.

    Games with the same draws count when the upper level had every seat: some seats are better than others.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self._ladder = Ladder(game.name, seats, [Rung(level, below) for below, level in pairwise(LEVELS)])
        self._waiting: dict[tuple[int, int], dict[int, Played]] = {}  # by rung and seed, then by seat
        self._games: list[tuple[Task, Played]] = []

    def take_in(self, task: Task, played: Played) -> None:
        """One game more."""
        group = self._waiting.setdefault((task.rung, task.seed), {})
        group[task.at] = played
        if len(group) == task.seats:
            for at in range(task.seats):
                self._count(replace(task, at=at), group[at])

    def _count(self, task: Task, played: Played) -> None:
        rung = self._ladder.rungs[task.rung - 1]
        rung.games += 1
        rung.wins += played.won
        rung.squares += played.won**2
        self._games.append((task, played))

    def ladder(self) -> Ladder:
        """What it came to."""
        return replace(self._ladder, ratings=self._ratings())

    def _ratings(self) -> dict[str, tuple[float, float]]:
        """Rated from the lowest rung up, so that all play against what the level below came to at last."""
        model = PlackettLuce()
        ratings = {level: model.rating(name=level) for level in LEVELS}
        for task, played in sorted(self._games, key=lambda game: game[0].rung):
            rung = self._ladder.rungs[task.rung - 1]
            levels = [rung.level if seat == task.at else rung.below for seat in range(task.seats)]
            teams = [[ratings[level]] for level in levels]
            rated = model.rate(teams, ranks=[float(place) for place in played.places])
            for level in (rung.level, rung.below):
                ratings[level] = rated[levels.index(level)][0]  # one rating, with what all its seats add
        return {level: (rating.mu, rating.sigma) for level, rating in ratings.items()}


# As a page

HEAD: Final = """# The ladder

How often each level of the bots beats the one below it: `caponata ladder --notes FILE --page FILE` tells it.
One seat of a level plays among seats of the level below, on every seat equally often. What follows a `±` is
half of a 95 % interval; a goal is reached by the share itself, which few games do not prove. A rating is
openskill's (Plackett-Luce), with its uncertainty.
"""


def page(ladders: Sequence[Ladder]) -> str:
    """Ladders as a page of Markdown, a table for each number of seats of a game."""
    parts = [HEAD]
    for ladder in ladders:
        game = find_game(ladder.game)
        parts.append(f"## {game.title}, {ladder.seats} seats\n")
        parts.append(f"Goal: {ladder.goal:.1%} against the level below.\n")
        lines = ["| level | bot | wins | games | rating |", "|---|---|---|---|---|"]
        for level, (mean, doubt) in ladder.ratings.items():
            wins, games = "", ""
            if level != LEVELS[0]:
                rung = ladder.rungs[LEVELS.index(level) - 1]
                wins, games = verdict(rung, ladder.goal), str(rung.games)
            lines.append(f"| {level} | {told(game, level)} | {wins} | {games} | {mean:.1f} ± {doubt:.1f} |")
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def verdict(rung: Rung, goal: float) -> str:
    """The share of wins of a rung, and whether it misses its goal."""
    if rung.games == 0:
        return "not played"
    rate, width = rung.rate
    if rate == 1.0:  # no game was lost, which says how rare that is and not that it cannot be
        return f"100.0%, at least {DOUBTFUL ** (1 / rung.games):.1%}"
    return f"{rate:.1%} ± {width:.1%}" + ("" if rate >= goal else ", below the goal")
