"""A search by several processes: each grows its own tree from the same view, and the counts are added."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pkgutil import resolve_name
from typing import TypeAlias

from caponata.bots.nodes import MoveStats
from caponata.bots.players import SearchBot, TreeBot
from caponata.bots.workers import WorkerPool
from caponata.engine.game import Game, View

PlainStats: TypeAlias = tuple[int, int, float]  # a move, its tries and its mean result, for pickling


@dataclass(frozen=True)
class SearchTask:
    """A search for one worker: the game's package, the view as JSON, and the budget."""

    package: str
    view: str
    seed: int
    simulations: int
    milliseconds: int


def search_in_worker(task: SearchTask) -> list[PlainStats]:
    """Search a view and return the statistics of its moves."""
    game: Game = resolve_name(f"{task.package}:GAME")
    bot = TreeBot(game, task.seed, simulations=task.simulations, milliseconds=task.milliseconds)
    return [(stats.move, stats.tries, stats.mean) for stats in bot.think(json.loads(task.view))]


def merge_stats(searches: list[list[PlainStats]]) -> list[MoveStats]:
    """Add up the statistics of several searches of one view; the most tried move comes first."""
    tries: dict[int, int] = {}
    gains: dict[int, float] = {}
    for stats in searches:
        for move, count, mean in stats:
            tries[move] = tries.get(move, 0) + count
            gains[move] = gains.get(move, 0.0) + count * mean
    merged = [MoveStats(move, count, gains[move] / max(1, count)) for move, count in tries.items()]
    return sorted(merged, key=lambda stats: (-stats.tries, -stats.mean))


class ParallelTreeBot(SearchBot):
    """A bot that searches a view in several processes, which share the simulations between them."""

    def __init__(
        self, game: Game, seed: int, *, processes: int, simulations: int = 0, milliseconds: int = 0
    ) -> None:
        super().__init__(game, seed, simulations=simulations, milliseconds=milliseconds)
        self.processes = processes
        self._pool = WorkerPool(processes)

    def choose(self, view: View) -> int:
        """Return the most tried move."""
        return self.think(view)[0].move

    def think(self, view: View) -> list[MoveStats]:
        """The statistics of each move from all processes, the most tried first."""
        share = -(-self.simulations // self.processes)
        text = json.dumps(view)
        tasks = [
            SearchTask(self.game.package, text, self.rng.word(), share, self.milliseconds)
            for _ in range(self.processes)
        ]
        return merge_stats(list(self._pool.map(search_in_worker, tasks)))

    def close(self) -> None:
        """Stop the processes."""
        self._pool.close(wait=True)
