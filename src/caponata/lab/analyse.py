"""Analyse a finished game on all cores, and save the analysis beside its record."""

from __future__ import annotations

import json
import os
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Final

from caponata.bots.analysis import AnalysisTask, analysis_seed, effort_for, run_task
from caponata.bots.ledger import Analysis, Effort, StepAnalysis, build_analysis, record_steps
from caponata.bots.workers import parallel_map
from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.engine.reader import read_record
from caponata.engine.record import Record, record_text
from caponata.lab.progress import Progress, no_progress

SUFFIX: Final = ".analysis.json"
SECONDS: Final = 15.0  # time of an analysis, unless its effort is given


def analyse_task(task: AnalysisTask) -> StepAnalysis:
    """Analyse one step in a worker."""
    return run_task(task, record_game(task.record))


@lru_cache(maxsize=2)
def record_game(record: str) -> Game:
    """The game of a record."""
    return find_game(read_record(record).game)


def analyse(
    record: Record,
    *,
    effort: Effort | None = None,
    seed: int | None = None,
    processes: int | None = None,
    progress: Progress = no_progress,
) -> Analysis:
    """Analyse a finished game, with a seed derived from the record unless one is given.

    The number of processes has no influence on the result.
    """
    game = find_game(record.game)
    steps = record_steps(record, game)  # not from the text: errors name the lines of the record's own file
    text = record_text(record)
    effort = effort or effort_for(text, game, processes or os.cpu_count() or 1, SECONDS)
    seed = analysis_seed(text) if seed is None else seed
    tasks = [AnalysisTask(text, number, effort, seed) for number in range(-1, len(steps))]
    analyses: list[StepAnalysis] = []
    with closing(parallel_map(analyse_task, tasks, processes)) as results:
        for result in results:
            analyses.append(result)
            progress(len(analyses), len(tasks))
    return build_analysis(game, steps, analyses, effort)


def save_analysis(analysis: Analysis, record: Path) -> Path:
    """Write an analysis beside its record and return its path."""
    path = record.with_name(record.name + SUFFIX)
    path.write_text(json.dumps(analysis.to_json(), indent=1) + "\n", encoding="utf-8")
    return path
