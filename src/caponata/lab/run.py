"""The run of a study: missing parts are played on all cores or on a cluster and saved as they finish."""

from __future__ import annotations

import os
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING

from caponata.bots.workers import parallel_map
from caponata.catalogue import find_game
from caponata.engine.versions import version_conflict
from caponata.lab.cluster import ray_map
from caponata.lab.errors import LabError, require
from caponata.lab.folder import Folder
from caponata.lab.part import PartResult
from caponata.lab.plan import Part
from caponata.lab.progress import Progress, no_progress
from caponata.lab.tables import GAMES

if TYPE_CHECKING:
    from caponata.lab.study import Study


@dataclass(frozen=True)
class RunSummary:
    """The games of a study that are saved, and what this run added.

    `again` counts the unreadable parts that were played again.
    """

    games: int
    of: int
    decisions: int
    seconds: float
    again: int
    stopped: bool

    @property
    def is_whole(self) -> bool:
        """Return whether all games of the study were played."""
        return self.games == self.of


def run(
    folder: Folder,
    study: type[Study],
    *,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = no_progress,
) -> RunSummary:
    """Play the missing parts of a study. An interrupt stops the run and keeps what is done."""
    require("polars")
    job = folder.job
    game = find_game(job.game)
    for variant in job.variants:
        conflict = version_conflict(game, job.rules_version, variant.seats, variant.options)
        if conflict is not None:
            begun = f"{folder.path} was begun with version {job.rules_version} of the rules of {game.title}"
            raise LabError(f"{begun}, but {conflict}")
    done = folder.done(study.tables)
    broken = sum(folder.file(GAMES, number).exists() for number in range(job.size)) - len(done)
    missing = [part for part in job.parts() if part.number not in done]
    games = sum(job.part(number).games for number in done)
    progress(games, job.games)
    decisions, stopped = 0, False
    started = time.perf_counter()
    try:
        with closing(_results(study, missing, processes, ray)) as results:
            for result in results:
                folder.save(result)
                games += result.games
                decisions += result.decisions
                progress(games, job.games)
    except KeyboardInterrupt:
        stopped = True
    return RunSummary(games, job.games, decisions, time.perf_counter() - started, max(0, broken), stopped)


def play_part(task: tuple[type[Study], Part]) -> PartResult:
    """Play a part of a study in a worker. Ray accepts plain functions only."""
    study, part = task
    return study.play_part(part)


def _results(
    study: type[Study], parts: Sequence[Part], processes: int | None, ray: str | None
) -> Generator[PartResult, None, None]:
    tasks = [(study, part) for part in parts]
    if ray is not None and tasks:
        return ray_map(play_part, tasks, ray)
    return parallel_map(play_part, tasks, min(processes or os.cpu_count() or 1, max(1, len(tasks))))
