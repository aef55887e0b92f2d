"""What is measured: a work plays for a slice of time and says how many moves and whole games that were."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

SLICE = 0.3  # seconds of the processor that a work goes on for, at least


class Done(NamedTuple):
    """What a work did: moves that seats made (or simulations), and games brought to their end."""

    moves: int
    games: int


class Rate(NamedTuple):
    """The same, a second."""

    moves: float
    games: float


Work = Callable[[], Done]


def rate(work: Work) -> Rate:
    """Do a work again and again for a slice of the processor's time, which others cannot take away."""
    moves = games = 0
    began = time.process_time()
    while (took := time.process_time() - began) < SLICE:
        done = work()
        moves += done.moves
        games += done.games
    return Rate(moves / took, games / took)
