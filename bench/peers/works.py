"""Measurements: a workload plays some moves and returns how many, and the number of whole games."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from typing import Any, NamedTuple

SLICE = 0.3  # minimum processor time of a measurement in seconds


class Done(NamedTuple):
    """The amount of work done: moves of seats (or simulations), and finished games."""

    moves: int
    games: int


class Rate(NamedTuple):
    """The same per second."""

    moves: float
    games: float


Work = Callable[[], Done]


def rate(work: Work) -> Rate:
    """Repeat a workload for a slice of processor time, which other processes do not affect."""
    moves = games = 0
    began = time.process_time()
    while (took := time.process_time() - began) < SLICE:
        done = work()
        moves += done.moves
        games += done.games
    return Rate(moves / took, games / took)


def agent_by_agent(table: Any) -> Work:
    """Whole random games of a PettingZoo environment, with an observation and a mask for every move."""
    choose = random.Random(1).random

    def work() -> Done:
        table.reset()
        moves = 0
        for _ in table.agent_iter():
            seen, _, is_over, is_cut, _ = table.last()
            if is_over or is_cut:
                table.step(None)
            else:
                allowed = seen["action_mask"].nonzero()[0]
                table.step(int(allowed[int(choose() * len(allowed))]))
                moves += 1
        return Done(moves, 1)

    return work
