"""Running a study: what is not yet done is played, on all cores or on a cluster, and kept as it comes."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from dataclasses import dataclass

from caponata.catalogue import find_game
from caponata.lab.cluster import on_ray
from caponata.lab.cores import on_cores, one_by_one
from caponata.lab.folder import Folder
from caponata.lab.parts import Result, play_part
from caponata.lab.plan import Part
from caponata.lab.trouble import LabError, need

Progress = Callable[[int], None]  # is told how many games are done


@dataclass(frozen=True)
class Ran:
    """How far a run came: games of the whole study that are kept, and what this run itself did."""

    games: int
    of: int
    decisions: int
    seconds: float
    again: int
    stopped: bool

    @property
    def is_whole(self) -> bool:
        """Whether everything was played."""
        return self.games == self.of


def run(
    folder: Folder,
    *,
    processes: int | None = None,
    ray: str | None = None,
    progress: Progress = lambda done: None,
) -> Ran:
    """Play what is missing of a study. An interrupt stops it; what was done is kept."""
    need("polars")
    job = folder.job
    game = find_game(job.game)
    if game.rules_version != job.rules_version:
        raise LabError(
            f"{folder.path} was begun with version {job.rules_version} of the rules of {game.title},"
            f" and only version {game.rules_version} is here"
        )
    done = folder.done()
    broken = sum(folder.file("games", number).exists() for number in range(job.size)) - len(done)
    missing = [part for part in job.parts() if part.number not in done]
    games = sum(job.part(number).games for number in done)
    progress(games)
    decisions, stopped = 0, False
    started = time.perf_counter()
    try:
        with closing(_results(missing, processes, ray)) as results:
            for result in results:
                folder.save(result)
                games += result.games
                decisions += result.decisions
                progress(games)
    except KeyboardInterrupt:
        stopped = True
    return Ran(games, job.games, decisions, time.perf_counter() - started, max(0, broken), stopped)


def _results(parts: Sequence[Part], processes: int | None, ray: str | None) -> Generator[Result, None, None]:
    if not parts:
        return one_by_one(play_part, ())
    if ray is not None:
        return on_ray(play_part, parts, ray)
    workers = min(processes or os.cpu_count() or 1, len(parts))
    if workers == 1:
        return one_by_one(play_part, parts)
    return on_cores(play_part, parts, workers)
