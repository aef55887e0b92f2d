"""Work that nobody waits for, such as saving summaries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

CLOSE_TIMEOUT: Final = 5.0  # seconds that running tasks have to finish when the server stops
logger = logging.getLogger("caponata.server")


class BackgroundTasks:
    """Tasks that run beside the requests; a failure is only logged."""

    def __init__(self) -> None:
        self._running: set[asyncio.Task[None]] = set()

    def run(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task."""
        task = asyncio.ensure_future(work)
        self._running.add(task)
        task.add_done_callback(self._task_done)

    async def finish(self) -> None:
        """Wait until no task is running."""
        while self._running:
            await asyncio.gather(*self._running, return_exceptions=True)

    async def close(self) -> None:
        """Give running tasks some time to finish."""
        if self._running:
            await asyncio.wait(self._running, timeout=CLOSE_TIMEOUT)

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self._running.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.warning("background task failed: error=%s", task.exception())
