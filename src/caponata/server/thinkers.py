"""Bots that think in processes of their own: they get the view of a seat as JSON and nothing else."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final, TypeVar

import msgspec

from caponata.bots.levels import make_player
from caponata.catalogue import find_game
from caponata.engine.frames import replay_json
from caponata.engine.reader import read_record

Result = TypeVar("Result")
ATTEMPTS: Final = 3
KINDNESS: Final = 10  # how much the thinkers let the server go first


def choose(game: str, level: str, view: bytes, seed: int) -> str:
    """The move that a bot of this level makes of a view."""
    rules = find_game(game)
    player = make_player(rules, level, seed)
    return rules.space.text(player.choose(msgspec.json.decode(view)))


def frames(game: str, record: str, viewers: Sequence[int], times: Mapping[int, int]) -> dict[int, bytes]:
    """What replays of a record show to some viewers."""
    shown = replay_json(read_record(record), find_game(game), viewers, times)
    return {viewer: msgspec.json.encode(each) for viewer, each in shown.items()}


def _settle_in() -> None:
    """A worker leaves Ctrl-C to the server, and the processor too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(KINDNESS)


def _follow_the_server() -> None:
    """A server that is killed sends nobody home: its workers go by themselves."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


class Thinkers:
    """Worker processes that answer for bots and make replays; one that dies is replaced."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, game: str, level: str, view: bytes, seed: int) -> str:
        """The move that a bot of this level makes of a view."""
        return await self._ask(choose, game, level, view, seed)

    async def frames(
        self, game: str, record: str, viewers: Sequence[int], times: Mapping[int, int]
    ) -> dict[int, bytes]:
        """What replays of a record show to some viewers."""
        return await self._ask(frames, game, record, list(viewers), dict(times))

    def close(self) -> None:
        """Send everybody home."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def _ask(self, task: Callable[..., Result], *arguments: Any) -> Result:
        for attempt in range(ATTEMPTS):
            pool = self._open()
            try:
                future: Future[Result] = pool.submit(task, *arguments)
                return await asyncio.wrap_future(future)
            except BrokenProcessPool:
                if self._pool is pool:
                    self._pool = None
                if attempt == ATTEMPTS - 1:
                    raise
        raise AssertionError("every attempt returns or raises")

    def _open(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked from the server: its threads and sockets are nobody else's business.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(self._workers, mp_context=context, initializer=_settle_in)
        return self._pool
