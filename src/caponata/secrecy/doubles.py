"""Props of the stage: draws, codes and thinkers that a test holds in its own hands."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from caponata.server.bot_workers import WorkerPool
from caponata.server.settings import Limits

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
    """A join code."""
    return "".join(LETTERS[int(digit)] for digit in f"{number:05d}"[-5:])


class ScriptedDraws:
    """Draws whose tickets a story tells; they commit to nothing that could be checked."""

    def __init__(self, seed: bytes, table: str, entropy: Sequence[str], tickets: Sequence[int]) -> None:
        self.table = table
        self.commitment: str | None = COMMITMENT
        self.entropy = tuple(entropy)
        self.secret: str | None = seed.hex()
        self._tickets = tickets

    def ticket(self, number: int, weight: int) -> int:
        if number <= len(self._tickets):
            return self._tickets[number - 1]
        return number * STRIDE % weight  # the story is over: anything will do


def advice(game: str, view: bytes, seed: int) -> dict[str, Any]:
    """Advice that tells nothing but what it was made of."""
    return {"moves": [], "reason": hashlib.sha256(view).hexdigest()}


class InProcessPool(WorkerPool):
    """Workers in this very process: quick to start, and what they are asked can be read."""

    calls: ClassVar[list[tuple[Any, ...]]] = []

    async def run(self, task: Any, *arguments: Any) -> Any:
        answer = task(*arguments)
        self.calls.append((task.__name__, *arguments, answer))
        return answer
