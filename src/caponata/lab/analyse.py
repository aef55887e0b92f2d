"""Finished games analysed on all cores, and what was found kept beside the record."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Final

from caponata.bots.ledger import Analysis, Effort, Found, reckon
from caponata.bots.looking import Task, effort_for, look_into, played_again, seed_of
from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.engine.reader import read_record
from caponata.engine.record import Record, record_text
from caponata.lab.cores import spread

SUFFIX: Final = ".analysis.json"
PATIENCE: Final = 15.0  # seconds that an analysis may take, unless its effort is given


def look(task: Task) -> Found:
    """What one step tells."""
    return look_into(task, game_of(task.record))


@lru_cache(maxsize=2)
def game_of(record: str) -> Game:
    """The game that a record is of."""
    return find_game(read_record(record).game)


def analyse(
    record: Record,
    *,
    effort: Effort | None = None,
    seed: int | None = None,
    processes: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
) -> Analysis:
    """Analyse a finished game, from the record's own seed unless one is given.

    The number of processes changes nothing but the time it takes.
    """
    text, game = record_text(record), find_game(record.game)
    steps = played_again(text, game)
    effort = effort or effort_for(text, game, processes or os.cpu_count() or 1, PATIENCE)
    seed = seed_of(text) if seed is None else seed
    tasks = [Task(text, number, effort, seed) for number in range(-1, len(steps))]
    found: list[Found] = []
    with closing(spread(look, iter(tasks), processes)) as answers:
        for answer in answers:
            found.append(answer)
            progress(len(found), len(tasks))
    return reckon(game, steps, found, effort)


def save_analysis(analysis: Analysis, record: Path) -> Path:
    """Write an analysis beside its record."""
    path = record.with_name(record.name + SUFFIX)
    path.write_text(json.dumps(analysis.plain(), indent=1) + "\n", encoding="utf-8")
    return path
