"""Worker processes for bots, which get a seat's view as JSON and nothing else, and for replays.

A worker keeps the search of a seat and continues it on the seat's next decision. It knows only what the
seat's earlier views showed. Losing the search does not change how a bot plays; it only has fewer simulations.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import threading
import zlib
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import asdict, replace
from itertools import count
from typing import Any, Final, TypeVar

import msgspec

from caponata.bots import Bot, TreeBot, make_bot
from caponata.bots.advice import advise
from caponata.bots.reactions import react
from caponata.catalogue import find_game
from caponata.engine.frames import replay_json
from caponata.engine.game import Game
from caponata.engine.reader import read_record
from caponata.engine.record import Entry, marked, record_text
from caponata.server.deeds import entries_of, read_deed, read_entries

Result = TypeVar("Result")
ATTEMPTS: Final = 3
ADVICE_SECONDS: Final = 1.0
MAX_REMEMBERED_BOTS: Final = 24  # searches kept per process, a few megabytes each
NICENESS: Final = 10  # the server process has priority over its workers
LOWEST_PRIORITY: Final = 19
remembered_bots: Final[dict[tuple[str, str, str], Bot]] = {}  # of this process; least recently used first
service_numbers: Final = count()


def choose(game: str, level: str, view: bytes, seed: int, seat_key: str) -> tuple[str, int | None]:
    """Return a bot's move for a view and, in games without turns, its reaction time in milliseconds.

    `seat_key` names the seat: a search is never shared between seats.
    """
    rules, decoded_view = find_game(game), msgspec.json.decode(view)
    reaction = react(rules, level, decoded_view, seed)
    if reaction is not None:
        return rules.space.text(reaction[1]), reaction[0]
    return rules.space.text(bot_for(rules, level, seed, seat_key).choose(decoded_view)), None


def bot_for(game: Game, level: str, seed: int, seat_key: str) -> Bot:
    """Return the bot that plays a seat: the one used last, if this process still remembers it."""
    key = (game.name, level, seat_key)
    bot = remembered_bots.pop(key, None) or make_bot(game, level, seed)
    if isinstance(bot, TreeBot):
        remembered_bots[key] = bot
        if len(remembered_bots) > MAX_REMEMBERED_BOTS:
            del remembered_bots[next(iter(remembered_bots))]
    return bot


def advice(game: str, view: bytes, seed: int) -> dict[str, Any]:
    """Return the best moves for a view, with their chances and a reason."""
    rules, decoded_view = find_game(game), msgspec.json.decode(view)
    return asdict(advise(rules, decoded_view, seconds=ADVICE_SECONDS, seed=seed))


def replays_from_log(
    game: str, head: str, log: Sequence[tuple[int, bytes]], viewers: Sequence[int]
) -> tuple[str, dict[int, bytes]]:
    """Return the record of a table as text, and its replay as JSON by viewer."""
    entries: list[Entry] = []
    times: list[int] = []
    for at, body in log:
        for entry in read_entries(entries_of(read_deed(body))):
            entries.append(entry)
            times.append(at)
    record = replace(read_record(head), entries=marked(entries), times=tuple(times))
    replays = replay_json(record, find_game(game), viewers)
    return record_text(record), {viewer: msgspec.json.encode(each) for viewer, each in replays.items()}


def packed_replays(
    game: str, head: str, log: Sequence[tuple[int, bytes]], viewers: Sequence[int]
) -> tuple[str, bytes]:
    """Return the record of a table, and one zlib-compressed JSON object with its replays by viewer."""
    text, replays = replays_from_log(game, head, log, viewers)
    packed = msgspec.json.encode({str(viewer): msgspec.Raw(body) for viewer, body in replays.items()})
    return text, zlib.compress(packed)


def _init_worker(niceness: int) -> None:
    """Ignore Ctrl-C, which the server handles, and lower this process's priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(niceness)


def _exit_with_server() -> None:
    """Exit when the server process is gone: a killed server cannot stop its workers."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


class WorkerPool:
    """Worker processes that run tasks for the server; a process that dies is replaced."""

    def __init__(self, workers: int, niceness: int) -> None:
        self._workers = workers
        self._niceness = niceness
        self._pool: ProcessPoolExecutor | None = None

    def close(self) -> None:
        """Shut down the processes."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def run(self, task: Callable[..., Result], *arguments: Any) -> Result:
        """Run a task in a worker and return its result."""
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
            # spawn, not fork: a worker must not inherit the server's threads and sockets
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_init_worker,
                initargs=(self._niceness,),
            )
        return self._pool


class BotWorkers:
    """One process per bot worker, one that archives games and one that makes replays on request."""

    def __init__(self, workers: int) -> None:
        self._number = next(service_numbers)
        self._bots = [WorkerPool(1, NICENESS) for _ in range(workers)]
        self._busy = [0] * workers
        self._archive_worker = WorkerPool(1, LOWEST_PRIORITY)
        self._replay_worker = WorkerPool(1, NICENESS)

    async def choose(
        self, game: str, level: str, view: bytes, seed: int, seat_key: str
    ) -> tuple[str, int | None]:
        """Return a bot's move for a view and, in games without turns, its reaction time."""
        seat_key = f"{self._number} {seat_key}"
        return await self._run_on_bot_worker(seat_key, choose, game, level, view, seed, seat_key)

    async def advise(self, game: str, view: bytes, seed: int) -> dict[str, Any]:
        """Return the best moves for a view, with a reason."""
        return await self._run_on_bot_worker("", advice, game, view, seed)

    async def packed_replays(
        self, game: str, head: str, log: Sequence[tuple[int, bytes]], viewers: Sequence[int]
    ) -> tuple[str, bytes]:
        """Return the record and the packed replays of a table, at the lowest priority."""
        return await self._archive_worker.run(packed_replays, game, head, list(log), list(viewers))

    async def replay(
        self, game: str, head: str, log: Sequence[tuple[int, bytes]], viewer: int
    ) -> tuple[str, dict[int, bytes]]:
        """Return the record and the replay for one viewer, who is waiting for it."""
        return await self._replay_worker.run(replays_from_log, game, head, list(log), [viewer])

    def close(self) -> None:
        """Shut down all processes."""
        for worker in (*self._bots, self._archive_worker, self._replay_worker):
            worker.close()

    async def _run_on_bot_worker(self, seat_key: str, task: Callable[..., Result], *arguments: Any) -> Result:
        """Run a task on the worker that may remember this seat, or on a less busy one."""
        number = zlib.crc32(seat_key.encode()) % len(self._bots)
        if self._busy[number] > min(self._busy):
            number = self._busy.index(min(self._busy))
        self._busy[number] += 1
        try:
            return await self._bots[number].run(task, *arguments)
        finally:
            self._busy[number] -= 1
