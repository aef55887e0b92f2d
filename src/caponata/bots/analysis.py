"""The analysis of a record as tasks for worker processes. Each replays the record and examines a step."""

from __future__ import annotations

import time
import zlib
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from caponata.bots.ledger import Effort, RecordStep, StepAnalysis, analyse_step, record_steps
from caponata.bots.players import STYLE
from caponata.bots.values import win_chances
from caponata.engine.chance import Rng
from caponata.engine.game import Game
from caponata.engine.playout import legal_moves
from caponata.engine.reader import read_record

SAMPLES: Final = 40  # playouts that measure how long one takes
FEWEST_PLAYOUTS: Final = 12
MOST_PLAYOUTS: Final = 600
MOST_BESIDE_DRAWS: Final = 4800
MOST_PER_DECISION: Final = 4800
COST_OF_A_CHOICE: Final = 3  # in playouts of a position: the search, and playouts of both moves compared


@dataclass(frozen=True)
class AnalysisTask:
    """One step of a record to analyse, -1 for the start: text and numbers, never positions."""

    record: str
    step: int
    effort: Effort
    seed: int


@lru_cache(maxsize=2)
def replayed_steps(record: str, game: Game) -> list[RecordStep]:
    """The steps of a record; cached because all tasks of a process need the same ones."""
    return record_steps(read_record(record), game)


def run_task(task: AnalysisTask, game: Game) -> StepAnalysis:
    """Analyse one step. Equal tasks give equal results in any process."""
    return analyse_step(game, replayed_steps(task.record, game), task.step, task.effort, STYLE, task.seed)


def analysis_seed(record: str) -> int:
    """The seed of a record's analysis: equal for equal records, so that an analysis can be repeated."""
    return zlib.crc32(record.encode())


def effort_for(record: str, game: Game, workers: int, seconds: float) -> Effort:
    """As many playouts as fit into this time: games differ a hundredfold in how long one takes.

    Half of the time is for the values of decisions, whose noise adds up and which are many. A quarter is for
    positions before and after draws, whose noise adds up in luck.
    """
    steps, rng = replayed_steps(record, game), Rng(1)
    win_chances(steps[0].before, game.hints, rng, 1)  # the first playout may fill tables
    started = time.process_time()  # wall time would include pauses of this process
    for number in range(SAMPLES):
        win_chances(steps[number * len(steps) // SAMPLES].before, game.hints, rng, 1)
    pace = (time.process_time() - started) / SAMPLES
    quarter = workers * seconds / pace / 4
    choices = sum(
        move.seat is not None and len(legal_moves(step.before, move.seat)) > 1
        for step in steps
        for move in step.moves
    )
    draws = sum(step.is_luck for step in steps)
    elsewhere = int(quarter / (len(steps) + COST_OF_A_CHOICE * choices))
    playouts = min(MOST_PLAYOUTS, max(FEWEST_PLAYOUTS, elsewhere))
    beside_draws = min(MOST_BESIDE_DRAWS, int(quarter / max(1, 2 * draws)))
    per_decision = min(MOST_PER_DECISION, int(2 * quarter / max(1, 2 * choices)))
    return Effort(playouts, playouts, max(playouts, beside_draws), max(playouts, per_decision))
