"""Many games between bots on all cores, added up into a table with confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, field
from typing import Any

from caponata.bots import Bot, make_bot
from caponata.bots.levels import bot_of
from caponata.bots.reactions import is_race, race
from caponata.catalogue import find_game
from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE, CHANCE_ACTS, NOBODY, Game, Position
from caponata.engine.parts import Race
from caponata.engine.playout import match, next_seat, reward
from caponata.lab.cores import spread
from caponata.lab.figures import Z95
from caponata.lab.players import QUICK

MINUTE = 60_000  # milliseconds
QUICK_CHUNK, SLOW_CHUNK = 500, 5  # games handed to a process at a time


@dataclass
class SeatTally:
    """What one seat achieved: sums, so that tallies of many processes add up."""

    player: str
    wins: float = 0.0
    wins_squared: float = 0.0
    points: int = 0
    points_squared: int = 0
    takes: int = 0  # where there are no turns
    lost: int = 0

    def add(self, other: SeatTally) -> None:
        """Take in another tally of the same seat."""
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
    milliseconds: int = 0  # as the players count them, where there are no turns
    seats: list[SeatTally] = field(default_factory=list)

    def add(self, other: Tally) -> None:
        """Take in the tally of other games between the same players."""
        self.games += other.games
        self.decisions += other.decisions
        self.shared_wins += other.shared_wins
        self.milliseconds += other.milliseconds
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.add(theirs)

    def note(self, position: Position) -> None:
        """Take in a finished game."""
        self.games += 1
        won = [reward(position, seat) for seat in range(position.seats)]
        self.shared_wins += max(won) < 1.0
        for seat, tally in enumerate(self.seats):
            points = position.score(seat)
            tally.wins += won[seat]
            tally.wins_squared += won[seat] ** 2
            tally.points += points
            tally.points_squared += points**2

    def note_race(self, raced: Race) -> None:
        """Take in how a game without turns went."""
        self.milliseconds += raced.milliseconds
        self.decisions += 2 * sum(raced.takes)  # to take a die, and to place it
        for tally, takes, lost in zip(self.seats, raced.takes, raced.lost, strict=True):
            tally.takes += takes
            tally.lost += lost

    def takes_a_minute(self, seat: int) -> float:
        """How many dice a seat takes a minute, where there are no turns."""
        return self.seats[seat].takes * MINUTE / max(1, self.milliseconds)

    def win_rate(self, seat: int) -> tuple[float, float]:
        """A seat's share of wins and the half width of its 95 % interval."""
        return interval(self.seats[seat].wins, self.seats[seat].wins_squared, self.games)

    def mean_score(self, seat: int) -> tuple[float, float]:
        """A seat's mean score and the half width of its 95 % interval."""
        return interval(self.seats[seat].points, self.seats[seat].points_squared, self.games)


def interval(total: float, squares: float, count: int) -> tuple[float, float]:
    """The mean of a sum and the half width of its 95 % interval."""
    if count < 2:
        return (total / count if count else 0.0), math.inf
    mean = total / count
    variance = max(0.0, (squares - count * mean * mean) / (count - 1))
    return mean, Z95 * math.sqrt(variance / count)


@dataclass(frozen=True)
class Task:
    """A chunk of games for one process: names and seeds, never positions."""

    game: str
    players: tuple[str, ...]
    options: dict[str, Any]
    games: int
    seed: int


def play_chunk(task: Task) -> Tally:
    """Play a chunk of games; the same task gives the same tally anywhere."""
    game = find_game(task.game)
    options = game.options(**task.options)
    tally = Tally(seats=[SeatTally(player) for player in task.players])
    rng = Rng(task.seed)
    if all(player in QUICK for player in task.players):
        greedy = sum(1 << seat for seat, player in enumerate(task.players) if player == "greedy")
        for _ in range(task.games):
            position = game.start(len(task.players), options)
            tally.decisions += match(position, greedy, game.hints, rng)
            tally.note(position)
        return tally
    if is_race(game, task.players):
        for _ in range(task.games):
            position = game.start(len(task.players), options)
            tally.note_race(race(game, position, task.players, rng))
            tally.note(position)
        return tally
    bots = [
        make_bot(game, bot_of(game, player), task.seed + 1 + seat) for seat, player in enumerate(task.players)
    ]
    for _ in range(task.games):
        position = game.start(len(task.players), options)
        tally.decisions += play_with_views(game, position, bots, rng)
        tally.note(position)
    return tally


def play_with_views(game: Game, position: Position, bots: Sequence[Bot], rng: Rng) -> int:
    """Play a game in which every bot is shown its seat's view, and count the decisions."""
    decisions = 0
    while position.to_act != NOBODY:
        if position.to_act == CHANCE_ACTS:
            position.play(CHANCE, position.chance_move(rng.below(position.total_weight())))
        else:
            seat = next_seat(position, rng)
            position.play(seat, bots[seat].choose(game.view(position, seat)))
            decisions += 1
    return decisions


def simulate(
    game: Game,
    players: Sequence[str],
    *,
    games: int,
    seed: int = 1,
    options: Any = None,
    processes: int | None = None,
    progress: Callable[[int], None] = lambda done: None,
) -> Tally:
    """Play many games between named bots, one a seat, on all cores; equal seeds give equal tallies.

    An interrupt stops it and gives what was done so far.
    """
    check_players(game, players)
    tasks = chunks(game, players, games, seed, options or game.options())
    total = Tally(seats=[SeatTally(player) for player in players])
    with closing(spread(play_chunk, tasks, 1 if games <= SLOW_CHUNK else processes)) as tallies:
        try:
            for tally in tallies:
                total.add(tally)
                progress(total.games)
        except KeyboardInterrupt:
            pass
    return total


def check_players(game: Game, players: Sequence[str]) -> None:
    """Refuse names that nobody answers to, and levels that race beside bots that take turns."""
    if not is_race(game, players):
        for player in players:
            make_bot(game, bot_of(game, player), 0)


def chunks(game: Game, players: Sequence[str], games: int, seed: int, options: Any) -> Iterator[Task]:
    """The chunks of a simulation, each with a seed of its own."""
    is_quick = all(player in QUICK for player in players) or is_race(game, players)
    size = QUICK_CHUNK if is_quick else SLOW_CHUNK
    number = 0
    while games > 0:
        now = min(size, games)
        yield Task(game.name, tuple(players), asdict(options), now, seed << 32 | number << 8)
        games -= now
        number += 1
