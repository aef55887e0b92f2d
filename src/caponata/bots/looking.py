"""An analysis in pieces for many processes: each plays the record again and looks into some of its steps."""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from caponata.bots.ledger import Effort, Found, Step, find, steps_of
from caponata.bots.players import STYLE
from caponata.bots.values import chances
from caponata.engine.chance import Rng
from caponata.engine.game import Game
from caponata.engine.playout import legal_moves
from caponata.engine.reader import read_record

SAMPLES: Final = 40  # playouts that tell how long one takes
FEWEST_PLAYOUTS: Final = 12
MOST_PLAYOUTS: Final = 600
MOST_BESIDE_DRAWS: Final = 4800
A_CHOICE: Final = 3  # playouts that one of a choice comes with: its search, and both moves compared


@dataclass(frozen=True)
class Task:
    """One step of a record to look into, -1 for the start: texts and numbers, never positions."""

    record: str
    step: int
    effort: Effort
    seed: int


@lru_cache(maxsize=2)
def played_again(record: str, game: Game) -> list[Step]:
    """The steps of a record; every task of a process needs the same ones."""
    return steps_of(read_record(record), game)


def look_into(task: Task, game: Game) -> Found:
    """What one step tells; the same task tells the same anywhere."""
    return find(game, played_again(task.record, game), task.step, task.effort, STYLE, task.seed)


def seed_of(record: str) -> int:
    """The seed of a record's analysis: equal records tell the same, and no two games share their noise."""
    return zlib.crc32(record.encode())


def effort_for(record: str, game: Game, workers: int, seconds: float) -> Effort:
    """As much effort as fits into some seconds: games differ a hundredfold in how long a playout takes.

    Half of it is for the positions beside draws, whose noise adds up in luck; the rest for all else.
    """
    steps, rng = played_again(record, game), Rng(1)
    chances(steps[0].before, game.hints, rng, 1)  # the first one may fill tables
    started = time.process_time()  # a pause of this process, while others run, would be taken for slowness
    for number in range(SAMPLES):
        chances(steps[number * len(steps) // SAMPLES].before, game.hints, rng, 1)
    pace = (time.process_time() - started) / SAMPLES
    half = workers * seconds / pace / 2
    choices = sum(
        move.seat is not None and len(legal_moves(step.before, move.seat)) > 1
        for step in steps
        for move in step.moves
    )
    draws = sum(step.is_luck for step in steps)
    playouts = min(MOST_PLAYOUTS, max(FEWEST_PLAYOUTS, int(half / (len(steps) + A_CHOICE * choices))))
    beside_draws = min(MOST_BESIDE_DRAWS, int(half / max(1, 2 * draws)))
    return Effort(playouts, playouts, max(playouts, beside_draws))
