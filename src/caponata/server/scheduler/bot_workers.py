"""Worker processes for bots, which get a seat's view as JSON and nothing else.

A worker keeps the search of a seat and continues it on the seat's next decision. It knows only what the
seat's earlier views showed. Losing the search does not change how a bot plays; it only has fewer simulations.
"""

from __future__ import annotations

import zlib
from collections.abc import Callable
from dataclasses import asdict
from itertools import count
from typing import Any, Final, TypeVar

import msgspec

from caponata.bots import Bot, TreeBot, make_bot
from caponata.bots.advice import advise
from caponata.bots.reactions import react
from caponata.catalogue import find_game
from caponata.engine.game import Game
from caponata.server.workers import NICENESS, OpenWorkers

Result = TypeVar("Result")
ADVICE_SECONDS: Final = 1.0
MAX_REMEMBERED_BOTS: Final = 24  # searches kept per process, a few megabytes each
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


class BotWorkers:
    """One process per bot worker, so that a seat's next decision finds the search of its last one."""

    def __init__(self, workers: int, open_workers: OpenWorkers) -> None:
        self._number = next(service_numbers)
        self._bots = [open_workers(1, NICENESS) for _ in range(workers)]
        self._busy = [0] * workers

    async def choose(
        self, game: str, level: str, view: bytes, seed: int, seat_key: str
    ) -> tuple[str, int | None]:
        """Return a bot's move for a view and, in games without turns, its reaction time."""
        seat_key = f"{self._number} {seat_key}"
        return await self._run_on_bot_worker(seat_key, choose, game, level, view, seed, seat_key)

    async def advise(self, game: str, view: bytes, seed: int) -> dict[str, Any]:
        """Return the best moves for a view, with a reason."""
        return await self._run_on_bot_worker("", advice, game, view, seed)

    def close(self) -> None:
        """Shut down all processes."""
        for worker in self._bots:
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
