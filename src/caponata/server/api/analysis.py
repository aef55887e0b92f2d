"""Analyses of finished games: made once, on the first request, in background workers."""

from __future__ import annotations

import asyncio
import os
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Final

import msgspec

from caponata.bots.analysis import AnalysisTask, analysis_seed, effort_for, replayed_steps, run_task
from caponata.bots.ledger import Effort, StepAnalysis, build_analysis
from caponata.catalogue import find_game
from caponata.server.tables.background import BackgroundTasks
from caponata.server.workers import NICENESS, OpenWorkers
from caponata.store import Store, StoreDown

TIME_BUDGET: Final = 12.0  # seconds an analysis may take on idle cores
MAX_JOBS: Final = 1000  # finished jobs stay, so that a late request does not start a second analysis


def plan_analysis(game: str, record: str, workers: int, seconds: float) -> tuple[int, Effort]:
    """Return the number of steps in a record, and the effort that fits the time budget."""
    rules = find_game(game)
    return len(replayed_steps(record, rules)), effort_for(record, rules, workers, seconds)


def analyse_step(game: str, task: AnalysisTask) -> StepAnalysis:
    """Analyse one step of a game."""
    return run_task(task, find_game(game))


def finish_analysis(game: str, record: str, findings: list[StepAnalysis], effort: Effort) -> bytes:
    """Return the whole analysis as JSON."""
    rules = find_game(game)
    return msgspec.json.encode(
        build_analysis(rules, replayed_steps(record, rules), findings, effort).to_json()
    )


@dataclass
class Job:
    """The progress of one analysis."""

    done: int = 0
    of: int | None = None
    has_failed: bool = False


class AnalysisService:
    """Analyses finished games and reports progress."""

    def __init__(self, store: Store, background: BackgroundTasks, open_workers: OpenWorkers) -> None:
        self._store = store
        self._background = background
        self._cores = os.cpu_count() or 1
        self._workers = open_workers(self._cores, NICENESS)
        self._jobs: dict[str, Job] = {}

    def close(self) -> None:
        """Shut down the workers."""
        self._workers.close()

    def begin(self, table_id: str, game: str, record: str) -> Job:
        """Return the job that analyses a table's game, starting it on the first request."""
        job = self._jobs.get(table_id)
        if job is None:
            job = self._jobs[table_id] = Job()
            while len(self._jobs) > MAX_JOBS:
                del self._jobs[next(iter(self._jobs))]
            self._background.run(self._analyse(table_id, game, record, job))
        return job

    async def _analyse(self, table_id: str, game: str, record: str, job: Job) -> None:
        try:
            steps, effort = await self._workers.run(plan_analysis, game, record, self._cores, TIME_BUDGET)
            job.of = steps + 1

            async def analyse(step: int) -> StepAnalysis:
                task = AnalysisTask(record, step, effort, analysis_seed(record))
                findings: StepAnalysis = await self._workers.run(analyse_step, game, task)
                job.done += 1
                return findings

            findings = await asyncio.gather(*(analyse(step) for step in range(-1, steps)))
            body: bytes = await self._workers.run(finish_analysis, game, record, list(findings), effort)
            await self._store.save_analysis(table_id, body)
        except (asyncio.CancelledError, BrokenProcessPool, StoreDown):
            self._jobs.pop(table_id, None)  # the next request starts a new job
            raise
        except Exception:
            job.has_failed = True  # a second try would fail the same way
            raise
