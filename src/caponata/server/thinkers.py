"""Bots that think in processes of their own: they get the view of a seat as JSON and nothing else.

A search is remembered where it was made, under the seat it was made for, and goes on when that seat is asked
again: what a bot knows is what its own earlier views told it. Without memory it would play as well, only with
fewer simulations behind its moves.
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
MINDS: Final = 24  # searches that a process remembers, a few megabytes each
KINDNESS: Final = 10  # how much the thinkers let the server go first
UTMOST_KINDNESS: Final = 19
minds: Final[dict[tuple[str, str, str], Bot]] = {}  # of this process, the one asked last at the end
houses: Final = count()


def choose(game: str, level: str, view: bytes, seed: int, who: str) -> tuple[str, int | None]:
    """The move that a bot of this level makes of a view; without turns, also in how many milliseconds.

    `who` names the seat of a table: nobody else is given what was thought for it.
    """
    rules, seen = find_game(game), msgspec.json.decode(view)
    reaction = react(rules, level, seen, seed)
    if reaction is not None:
        return rules.space.text(reaction[1]), reaction[0]
    return rules.space.text(player_of(rules, level, seed, who).choose(seen)), None


def player_of(game: Game, level: str, seed: int, who: str) -> Bot:
    """The bot that plays a seat: the one that thought for it last, if this process remembers it."""
    key = (game.name, level, who)
    bot = minds.pop(key, None) or make_bot(game, level, seed)
    if isinstance(bot, TreeBot):
        minds[key] = bot
        if len(minds) > MINDS:
            del minds[next(iter(minds))]
    return bot


def advice(game: str, view: bytes, seed: int) -> dict[str, Any]:
    """The best moves from a view, with their chances and a reason."""
    rules, seen = find_game(game), msgspec.json.decode(view)
    return asdict(advise(rules, seen, seconds=ADVICE_SECONDS, seed=seed))


def archived(
    game: str, head: str, log: Sequence[tuple[int, bytes]], viewers: Sequence[int]
) -> tuple[str, dict[int, bytes]]:
    """The record of a table, from one without entries and its log, and what replays show to some viewers."""
    entries: list[Entry] = []
    times: list[int] = []
    for at, body in log:
        for entry in read_entries(entries_of(read_deed(body))):
            entries.append(entry)
            times.append(at)
    record = replace(read_record(head), entries=marked(entries), times=tuple(times))
    shown = replay_json(record, find_game(game), viewers)
    return record_text(record), {viewer: msgspec.json.encode(each) for viewer, each in shown.items()}


def packed(
    game: str, head: str, log: Sequence[tuple[int, bytes]], viewers: Sequence[int]
) -> tuple[str, bytes]:
    """The same for the store: what replays show as one JSON object by viewer, packed by zlib."""
    text, shown = archived(game, head, log, viewers)
    replays = msgspec.json.encode({str(viewer): msgspec.Raw(body) for viewer, body in shown.items()})
    return text, zlib.compress(replays)


def _settle_in(kindness: int) -> None:
    """A worker leaves Ctrl-C to the server, and the processor too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_follow_the_server, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(kindness)


def _follow_the_server() -> None:
    """A server that is killed sends nobody home: its workers go by themselves."""
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()
        os._exit(0)


class Workers:
    """Processes that do something for the server; one that dies is replaced."""

    def __init__(self, workers: int, kindness: int) -> None:
        self._workers = workers
        self._kindness = kindness
        self._pool: ProcessPoolExecutor | None = None

    def close(self) -> None:
        """Send everybody home."""
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

    async def ask(self, task: Callable[..., Result], *arguments: Any) -> Result:
        """What a worker makes of it."""
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
            self._pool = ProcessPoolExecutor(
                self._workers,
                mp_context=multiprocessing.get_context("spawn"),
                initializer=_settle_in,
                initargs=(self._kindness,),
            )
        return self._pool


class Thinkers:
    """Workers that answer for bots, and others that know whole games: one puts them away, one shows them."""

    def __init__(self, workers: int) -> None:
        self._house = next(houses)
        self._bots = [Workers(1, KINDNESS) for _ in range(workers)]
        self._busy = [0] * workers
        self._archivist = Workers(1, UTMOST_KINDNESS)
        self._projectionist = Workers(1, KINDNESS)

    async def choose(self, game: str, level: str, view: bytes, seed: int, who: str) -> tuple[str, int | None]:
        """The move that a bot of this level makes of a view, and when, if the game has no turns."""
        who = f"{self._house} {who}"
        return await self._ask(who, choose, game, level, view, seed, who)

    async def advise(self, game: str, view: bytes, seed: int) -> dict[str, Any]:
        """What a good player would do with a view, and why."""
        return await self._ask("", advice, game, view, seed)

    async def packed(
        self, game: str, head: str, log: Sequence[tuple[int, bytes]], viewers: Sequence[int]
    ) -> tuple[str, bytes]:
        """The record of a table and what replays show of it, packed: when there is time for that."""
        return await self._archivist.ask(packed, game, head, list(log), list(viewers))

    async def replayed(
        self, game: str, head: str, log: Sequence[tuple[int, bytes]], viewer: int
    ) -> tuple[str, dict[int, bytes]]:
        """The same for one viewer, who waits for it."""
        return await self._projectionist.ask(archived, game, head, list(log), [viewer])

    def close(self) -> None:
        """Send everybody home."""
        for worker in (*self._bots, self._archivist, self._projectionist):
            worker.close()

    async def _ask(self, who: str, task: Callable[..., Result], *arguments: Any) -> Result:
        """Ask the process that may remember somebody, unless another has less to do."""
        number = zlib.crc32(who.encode()) % len(self._bots)
        if self._busy[number] > min(self._busy):
            number = self._busy.index(min(self._busy))
        self._busy[number] += 1
        try:
            return await self._bots[number].ask(task, *arguments)
        finally:
            self._busy[number] -= 1
