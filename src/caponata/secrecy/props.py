"""Props of the stage: draws, codes and thinkers that a test holds in its own hands."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any, ClassVar, Final

from caponata.server.settings import Limits
from caponata.server.thinkers import Workers

LETTERS: Final = "BCDFGHJKLM"
COMMITMENT: Final = "c0" * 32
STRIDE: Final = 7919
NO_LIMITS: Final = Limits(
    messages_a_second=1e6,
    messages_at_once=10**6,
    chat_a_second=1e6,
    chat_at_once=10**6,
    requests_a_second=1e6,
    requests_at_once=10**6,
)


def spelled(number: int) -> str:
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


class Desk(Workers):
    """Workers in this very process: quick to start, and what they are asked can be read."""

    asked: ClassVar[list[tuple[Any, ...]]] = []

    async def ask(self, task: Any, *arguments: Any) -> Any:
        answer = task(*arguments)
        self.asked.append((task.__name__, *arguments, answer))
        return answer
