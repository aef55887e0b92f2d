"""A search by several processes: each grows a tree of its own from the same view; counts are added."""

from __future__ import annotations

import json
import signal
from concurrent.futures import ProcessPoolExecutor
from importlib import import_module
from multiprocessing import get_context

from caponata.bots.nodes import Answer
from caponata.bots.players import BotError, TreeBot
from caponata.engine.chance import Rng
from caponata.engine.game import Game, View

Counted = tuple[int, int, float]  # a move, how often it was tried, and what it got on average


def think_apart(package: str, view: str, seed: int, simulations: int, milliseconds: int) -> list[Counted]:
    """What one process finds; it is told a view as JSON, and nothing else."""
    game: Game = import_module(package).GAME
    bot = TreeBot(game, seed, simulations=simulations, milliseconds=milliseconds)
    return [(answer.move, answer.tries, answer.mean) for answer in bot.think(json.loads(view))]


def added(found: list[list[Counted]]) -> list[Answer]:
    """What several searches of one view found together, the most tried first."""
    tries: dict[int, int] = {}
    gains: dict[int, float] = {}
    for each in found:
        for move, count, mean in each:
            tries[move] = tries.get(move, 0) + count
            gains[move] = gains.get(move, 0.0) + count * mean
    answers = [Answer(move, count, gains[move] / max(1, count)) for move, count in tries.items()]
    return sorted(answers, key=lambda answer: (-answer.tries, -answer.mean))


class TeamBot:
    """Lets several processes search the same view: simulations are shared out, milliseconds run at once."""

    def __init__(
        self, game: Game, seed: int, *, processes: int, simulations: int = 0, milliseconds: int = 0
    ) -> None:
        if simulations <= 0 and milliseconds <= 0:
            raise BotError("a tree search needs a budget: simulations or milliseconds")
        self.game = game
        self.rng = Rng(seed)
        self.processes = processes
        self.simulations = simulations
        self.milliseconds = milliseconds
        self._pool: ProcessPoolExecutor | None = None

    def choose(self, view: View) -> int:
        """The move that the processes trust most."""
        return self.think(view)[0].move

    def think(self, view: View) -> list[Answer]:
        """What the processes found together."""
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self.processes,
                mp_context=get_context("spawn"),
                initializer=signal.signal,
                initargs=(signal.SIGINT, signal.SIG_IGN),  # an interrupt is the first process's to handle
            )
        share = -(-self.simulations // self.processes)
        text = json.dumps(view)
        parts = [
            self._pool.submit(think_apart, self.game.package, text, self.rng.word(), share, self.milliseconds)
            for _ in range(self.processes)
        ]
        return added([part.result() for part in parts])

    def close(self) -> None:
        """Send the processes home."""
        if self._pool is not None:
            self._pool.shutdown()
            self._pool = None
