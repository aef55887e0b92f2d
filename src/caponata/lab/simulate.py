"""Many games between bots on all cores, added up with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

from caponata.bots import make_bot
from caponata.bots.policies import compiled_policies, is_compiled, view_policies
from caponata.bots.reactions import is_race, race
from caponata.bots.workers import parallel_map
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import Game, Position
from caponata.engine.parts import Race
from caponata.engine.playout import play_game, reward
from caponata.lab.figures import Z95, wilson
from caponata.lab.progress import Progress, no_progress

MINUTE = 60_000  # milliseconds
QUICK_CHUNK, SLOW_CHUNK = 500, 5  # games per task of a process


@dataclass
class SeatTally:
    """The results of one seat as sums, so that tallies of many processes can be added."""

    player: str
    wins: float = 0.0
    wins_squared: float = 0.0
    points: int = 0
    points_squared: int = 0
    takes: int = 0  # in games without turns
    lost: int = 0

    def add(self, other: SeatTally) -> None:
        """Add another tally of the same seat."""
        self.wins += other.wins
        self.wins_squared += other.wins_squared
        self.points += other.points
        self.points_squared += other.points_squared
        self.takes += other.takes
        self.lost += other.lost


@dataclass
class Tally:
    """The results of many games."""

    games: int = 0
    decisions: int = 0
    shared_wins: int = 0
    milliseconds: int = 0  # simulated time, in games without turns
    seats: list[SeatTally] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Add the tally of other games between the same players."""
        self.games += other.games
        self.decisions += other.decisions
        self.shared_wins += other.shared_wins
        self.milliseconds += other.milliseconds
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.add(theirs)

    def add_game(self, position: Position) -> None:
        """Add a finished game."""
        self.games += 1
        won = [reward(position, seat) for seat in range(position.seats)]
        self.shared_wins += max(won) < 1.0
        for seat, tally in enumerate(self.seats):
            points = position.score(seat)
            tally.wins += won[seat]
            tally.wins_squared += won[seat] ** 2
            tally.points += points
            tally.points_squared += points**2

    def add_race(self, raced: Race) -> None:
        """Add the times and takes of a game without turns."""
        self.milliseconds += raced.milliseconds
        self.decisions += 2 * sum(raced.takes)  # a die is taken, then placed
        for tally, takes, lost in zip(self.seats, raced.takes, raced.lost, strict=True):
            tally.takes += takes
            tally.lost += lost

    def takes_a_minute(self, seat: int) -> float:
        """Dice that a seat takes per minute, in games without turns."""
        return self.seats[seat].takes * MINUTE / max(1, self.milliseconds)

    def win_rate(self, seat: int) -> tuple[float, float]:
        """A seat's share of wins with the longer side of its 95 % interval, by Wilson's method."""
        rate, width = interval(self.seats[seat].wins, self.seats[seat].wins_squared, self.games)
        if self.games < 2:
            return rate, width
        inside = min(1.0, max(0.0, rate))
        found = wilson(inside, self.games, Z95)
        return rate, max(found.high - inside, inside - found.low)

    def mean_score(self, seat: int) -> tuple[float, float]:
        """A seat's mean score with the half width of its 95 % interval."""
        return interval(self.seats[seat].points, self.seats[seat].points_squared, self.games)


def interval(total: float, squares: float, count: int) -> tuple[float, float]:
    """A mean with the half width of its 95 % interval, from the sum and the sum of squares."""
    if count < 2:
        return (total / count if count else 0.0), math.inf
    mean = total / count
    variance = max(0.0, (squares - count * mean * mean) / (count - 1))
    return mean, Z95 * math.sqrt(variance / count)


@dataclass(frozen=True)
class SimulationTask:
    """Some games for one process: names and seeds, never positions."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    games: int
    seed: int


def play_task(task: SimulationTask) -> Tally:
    """Play the games of a task. Equal tasks give equal tallies on any machine."""
    game = find_game(task.game)
    options = game.options(**task.options)
    tally = Tally(seats=[SeatTally(player) for player in task.players])
    rng = Rng(task.seed)
    if not is_compiled(task.players) and is_race(game, task.players):
        for _ in range(task.games):
            position = game.start(len(task.players), options)
            tally.add_race(race(game, position, task.players, rng))
            tally.add_game(position)
        return tally
    if is_compiled(task.players):
        policies = compiled_policies(game, task.players)
    else:
        seeds = range(task.seed + 1, task.seed + 1 + len(task.players))
        bots = [make_bot(game, player, seed) for player, seed in zip(task.players, seeds, strict=True)]
        policies = view_policies(game, bots)
    for _ in range(task.games):
        position = game.start(len(task.players), options)
        tally.decisions += play_game(position, policies, rng, rng)
        tally.add_game(position)
    return tally


def simulate(
    game: Game,
    players: Sequence[str],
    *,
    games: int,
    seed: int = 1,
    options: Any = None,
    processes: int | None = None,
    progress: Progress = no_progress,
) -> Tally:
    """Play many games between named bots, one per seat, on all cores. Equal seeds give equal tallies.

    A keyboard interrupt ends it early and returns the tally of the games so far.
    """
    check_players(game, players)
    tasks = simulation_tasks(game, players, games, seed, options or game.options())
    total = Tally(seats=[SeatTally(player) for player in players])
    with closing(parallel_map(play_task, tasks, 1 if games <= SLOW_CHUNK else processes)) as tallies:
        try:
            for tally in tallies:
                total.add(tally)
                progress(total.games, games)
        except KeyboardInterrupt:
            pass
    return total


def check_players(game: Game, players: Sequence[str]) -> None:
    """Refuse unknown players, and a mix of levels that race and bots that take turns."""
    if not is_race(game, players):
        for player in players:
            make_bot(game, player, 0)


def simulation_tasks(
    game: Game, players: Sequence[str], games: int, seed: int, options: Any
) -> Iterator[SimulationTask]:
    """The tasks of a simulation, each with its own seed."""
    is_quick = is_compiled(players) or is_race(game, players)
    size = QUICK_CHUNK if is_quick else SLOW_CHUNK
    number = 0
    while games > 0:
        count = min(size, games)
        yield SimulationTask(game.name, tuple(players), asdict(options), count, seed << 32 | number << 8)
        games -= count
        number += 1
