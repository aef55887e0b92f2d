"""Test doubles for the harness: draws, join codes and workers that a test controls."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from caponata.server.scheduler import bot_workers
from caponata.server.settings import Limits
from caponata.server.workers import WorkerPool

LETTERS: Final = "BCDFGHJKLM"
COMMITMENT: Final = "c0" * 32
STRIDE: Final = 7919
NO_LIMITS: Final = Limits(
    messages_per_second=1e6,
    message_burst=10**6,
    chat_per_second=1e6,
    chat_burst=10**6,
    requests_per_second=1e6,
    request_burst=10**6,
)


def join_code(number: int) -> str:
    """Return the join code with this number."""
    return "".join(LETTERS[int(digit)] for digit in f"{number:05d}"[-5:])


class ScriptedDraws:
    """Draws with the tickets of a script; their commitment cannot be checked."""

    def __init__(self, tickets: Sequence[int], seed: bytes, table: str, entropy: Sequence[str]) -> None:
        self.table = table
        self.commitment: str | None = COMMITMENT
        self.entropy = tuple(entropy)
        self.secret: str | None = seed.hex()
        self._tickets = tickets

    def ticket(self, number: int, weight: int) -> int:
        if number <= len(self._tickets):
            return self._tickets[number - 1]
        return number * STRIDE % weight  # after the end of the script, any ticket will do


def advice(game: str, view: bytes, seed: int) -> dict[str, Any]:
    """Return advice that reveals only the hash of the view it was made from."""
    return {"moves": [], "reason": hashlib.sha256(view).hexdigest(), "than": None}


class InProcessPool(WorkerPool):
    """A worker pool that runs tasks in this process, and records them with their results."""

    calls: ClassVar[list[tuple[Any, ...]]] = []

    async def run(self, task: Any, *arguments: Any) -> Any:
        answer = task(*arguments)
        self.calls.append((task.__name__, *arguments, answer))
        return answer


class ScriptedPool(InProcessPool):
    """A worker pool for the harness, whose advice shows which view it was made from."""

    async def run(self, task: Any, *arguments: Any) -> Any:
        return await super().run(advice if task is bot_workers.advice else task, *arguments)
