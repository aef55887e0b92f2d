"""The ladder of a game: how often each level beats the one below it, and the ratings of all levels."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Final

from openskill.models import PlackettLuce

from caponata.bots import make_bot
from caponata.bots.levels import LEVELS, describe_level
from caponata.bots.policies import view_policies
from caponata.bots.reactions import race, reaction_model
from caponata.bots.workers import parallel_map
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import Game
from caponata.engine.playout import play_game, reward
from caponata.lab.ladder_log import LadderGame, LadderLog, LadderTask
from caponata.lab.progress import Progress, no_progress
from caponata.lab.simulate import interval

GOAL_OF_TWO: Final = 0.65  # share of games that a level should win against the one below
GOAL_OF_MANY: Final = 1.3  # with more seats: this many times its fair share
SIGNIFICANCE: Final = 0.05


@dataclass
class Rung:
    """The games of a level against the one below it."""

    level: str
    below: str
    games: int = 0
    wins: float = 0.0
    squares: float = 0.0

    @property
    def rate(self) -> tuple[float, float]:
        """The share of wins with the half width of its 95 % interval."""
        return interval(self.wins, self.squares, self.games)


@dataclass
class Ladder:
    """The rungs between a game's levels, and a rating for each level."""

    game: str
    seats: int
    rungs: list[Rung]
    ratings: dict[str, tuple[float, float]] = field(default_factory=dict)  # mean and uncertainty

    @property
    def goal(self) -> float:
        """The share of wins that every level should reach."""
        return GOAL_OF_TWO if self.seats == 2 else GOAL_OF_MANY / self.seats


def play_task(task: LadderTask) -> LadderGame:
    """Play one game in a worker. Equal tasks give equal games on any machine."""
    game = find_game(task.game)
    levels = [LEVELS[task.rung if seat == task.at else task.rung - 1] for seat in range(task.seats)]
    position = game.start(task.seats, game.options())
    rng = Rng(task.seed)
    if reaction_model(game) is None:
        bots = [make_bot(game, level, task.seed << 8 | seat) for seat, level in enumerate(levels)]
        play_game(position, view_policies(game, bots), rng, rng)
    else:
        race(game, position, levels, rng)
    places = tuple(int(position.place(seat)) for seat in range(task.seats))
    return LadderGame(places, reward(position, task.at))


def tasks(game: Game, seats: int, games: int, seed: int) -> Iterator[LadderTask]:
    """At least this many games per rung, so that the upper level sits on every seat equally often."""
    for number in range(math.ceil(games / seats)):
        for rung in range(1, len(LEVELS)):
            for at in range(seats):
                yield LadderTask(game.name, seats, rung, at, seed << 32 | number)


def climb(
    game: Game,
    *,
    seats: int,
    games: int,
    seed: int = 1,
    processes: int | None = None,
    log: LadderLog | None = None,
    seconds: float = math.inf,
    progress: Progress = no_progress,
) -> Ladder:
    """Play the levels of a game against each other. Games that are in the log are not played again.

    A keyboard interrupt or the time limit ends it early and returns the ladder of the games so far.
    """
    log = log or LadderLog()
    todo = list(tasks(game, seats, games, seed))
    count = LadderCount(game, seats)
    deadline = time.monotonic() + seconds
    missing = (task for task in todo if task not in log)
    with closing(parallel_map(play_task, missing, processes)) as results:
        try:
            for done, task in enumerate(todo, start=1):
                result = log.find(task)
                if result is None:
                    if task.at == 0 and time.monotonic() >= deadline:
                        break
                    result = next(results)
                    log.add(task, result)
                count.add(task, result)
                progress(done, len(todo))
        except KeyboardInterrupt:
            pass
    return count.ladder()


def logged_ladder(game: Game, seats: int, log: LadderLog) -> Ladder:
    """The ladder of the games in a log."""
    count = LadderCount(game, seats)
    for task, result in log:
        if (task.game, task.seats) == (game.name, seats):
            count.add(task, result)
    return count.ladder()


class LadderCount:
    """The games of a ladder added up, with ratings of the levels.

    Games on the same draws are counted when the upper level has played all seats, as some seats are better.
    """

    def __init__(self, game: Game, seats: int) -> None:
        self._ladder = Ladder(game.name, seats, [Rung(level, below) for below, level in pairwise(LEVELS)])
        self._waiting: dict[tuple[int, int], dict[int, LadderGame]] = {}  # by rung and seed, then by seat
        self._games: list[tuple[LadderTask, LadderGame]] = []

    def add(self, task: LadderTask, game: LadderGame) -> None:
        """Add a game."""
        group = self._waiting.setdefault((task.rung, task.seed), {})
        group[task.at] = game
        if len(group) == task.seats:
            for at in range(task.seats):
                self._count(replace(task, at=at), group[at])

    def _count(self, task: LadderTask, game: LadderGame) -> None:
        rung = self._ladder.rungs[task.rung - 1]
        rung.games += 1
        rung.wins += game.won
        rung.squares += game.won**2
        self._games.append((task, game))

    def ladder(self) -> Ladder:
        """Win rates and ratings of all levels."""
        return replace(self._ladder, ratings=self._ratings())

    def _ratings(self) -> dict[str, tuple[float, float]]:
        """Rate from the lowest rung up, so that each level meets the final rating of the one below."""
        model = PlackettLuce()
        ratings = {level: model.rating(name=level) for level in LEVELS}
        for task, game in sorted(self._games, key=lambda each: each[0].rung):
            rung = self._ladder.rungs[task.rung - 1]
            levels = [rung.level if seat == task.at else rung.below for seat in range(task.seats)]
            teams = [[ratings[level]] for level in levels]
            rated = model.rate(teams, ranks=[float(place) for place in game.places])
            for level in (rung.level, rung.below):
                ratings[level] = rated[levels.index(level)][0]  # one rating, updated by all of its seats
        return {level: (rating.mu, rating.sigma) for level, rating in ratings.items()}


# As a page

HEAD: Final = """# The ladder

How often each level of the bots beats the one below it, by `caponata ladder --notes FILE --page FILE`. One
seat of a level plays among seats of the level below, on every seat equally often. The number after `±` is
half of a 95 % interval. A goal counts as reached if the share reaches it, even if the games are too few to
prove it. Ratings are openskill's (Plackett-Luce), with their uncertainty.
"""


def page(ladders: Sequence[Ladder]) -> str:
    """Ladders as a Markdown page, with a table for each number of seats of a game."""
    parts = [HEAD]
    for ladder in ladders:
        game = find_game(ladder.game)
        parts.append(f"## {game.title}, {ladder.seats} seats\n")
        parts.append(f"Goal: {ladder.goal:.1%} against the level below.\n")
        lines = ["| level | bot | wins | games | rating |", "|---|---|---|---|---|"]
        for level, (mean, uncertainty) in ladder.ratings.items():
            wins, games = "", ""
            if level != LEVELS[0]:
                rung = ladder.rungs[LEVELS.index(level) - 1]
                wins, games = verdict(rung, ladder.goal), str(rung.games)
            lines.append(
                f"| {level} | {describe_level(game, level)} | {wins} | {games} |"
                f" {mean:.1f} ± {uncertainty:.1f} |"
            )
        parts.append("\n".join(lines) + "\n")
    return "\n".join(parts)


def verdict(rung: Rung, goal: float) -> str:
    """The share of wins of a rung, with a remark if it misses the goal."""
    if rung.games == 0:
        return "not played"
    rate, width = rung.rate
    if rate == 1.0:  # no game was lost: show a lower bound instead of an interval
        return f"100.0%, at least {SIGNIFICANCE ** (1 / rung.games):.1%}"
    return f"{rate:.1%} ± {width:.1%}" + ("" if rate >= goal else ", below the goal")
