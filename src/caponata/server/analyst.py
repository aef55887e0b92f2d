"""Analyses of finished games: made once, when somebody asks, by workers whom nobody waits for."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Coroutine
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any, Final

import msgspec

from caponata.bots.analysis import AnalysisTask, analysis_seed, effort_for, replayed_steps, run_task
from caponata.bots.ledger import Effort, StepAnalysis, build_analysis
from caponata.catalogue import find_game
from caponata.server.thinkers import KINDNESS, Workers
from caponata.store import Store, StoreDown

PATIENCE: Final = 12.0  # seconds that an analysis may take where nobody else needs the processor
REMEMBERED: Final = 1000  # jobs: one that is done is not begun again by who looked just before it was kept


def planned(game: str, record: str, workers: int, seconds: float) -> tuple[int, Effort]:
    """How many steps a record has, and how thoroughly they can be looked into."""
    rules = find_game(game)
    return len(replayed_steps(record, rules)), effort_for(record, rules, workers, seconds)


def looked_into(game: str, task: AnalysisTask) -> StepAnalysis:
    """What one step tells."""
    return run_task(task, find_game(game))


def reckoned(game: str, record: str, found: list[StepAnalysis], effort: Effort) -> bytes:
    """The whole analysis, as JSON."""
    rules = find_game(game)
    return msgspec.json.encode(build_analysis(rules, replayed_steps(record, rules), found, effort).to_json())


@dataclass
class Job:
    """An analysis on its way."""

    done: int = 0
    of: int | None = None
    has_failed: bool = False


class Analyst:
    """Analyses games that are over, and tells how far it is."""

    def __init__(self, store: Store, chore: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._store = store
        self._chore = chore
        self._cores = os.cpu_count() or 1
        self._workers = Workers(self._cores, KINDNESS)
        self._jobs: dict[str, Job] = {}

    def close(self) -> None:
        """Send everybody home."""
        self._workers.close()

    def begin(self, table: str, game: str, record: str) -> Job:
        """The analysis of a table, begun by whoever asks first."""
        job = self._jobs.get(table)
        if job is None:
            job = self._jobs[table] = Job()
            while len(self._jobs) > REMEMBERED:
                del self._jobs[next(iter(self._jobs))]
            self._chore(self._analyse(table, game, record, job))
        return job

    async def _analyse(self, table: str, game: str, record: str, job: Job) -> None:
        try:
            steps, effort = await self._workers.ask(planned, game, record, self._cores, PATIENCE)
            job.of = steps + 1

            async def look(step: int) -> StepAnalysis:
                task = AnalysisTask(record, step, effort, analysis_seed(record))
                found: StepAnalysis = await self._workers.ask(looked_into, game, task)
                job.done += 1
                return found

            found = await asyncio.gather(*(look(step) for step in range(-1, steps)))
            body: bytes = await self._workers.ask(reckoned, game, record, list(found), effort)
            await self._store.keep_analysis(table, body)
        except (asyncio.CancelledError, BrokenProcessPool, StoreDown):
            self._jobs.pop(table, None)  # whoever asks next begins again
            raise
        except Exception:
            job.has_failed = True  # and would again
            raise
