"""What a server can be told: where it keeps things, its limits, and its sources of time and chance."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from caponata.engine.fair import fresh_seed

CODE_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels: a join code spells no word
CODE_LENGTH: Final = 5
BOT_PAUSES: Final = {"slow": (2.0, 4.0), "normal": (0.9, 1.9), "quick": (0.2, 0.5)}  # seconds


def now_ms() -> int:
    """The time since 1970."""
    return time.time_ns() // 1_000_000


def fresh_token(size: int = 24) -> str:
    """A text that nobody guesses."""
    return secrets.token_urlsafe(size)


def fresh_code() -> str:
    """A join code that is easy to say."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def random_bot_pause(speed: str) -> float:
    """How long a bot seems to think, in seconds."""
    return random.uniform(*BOT_PAUSES[speed])


@dataclass(frozen=True)
class Limits:
    """How much one may ask of the server."""

    message_bytes: int = 8_192
    body_bytes: int = 65_536
    messages_per_second: float = 20
    message_burst: int = 60
    chat_per_second: float = 0.5
    chat_burst: int = 8
    requests_per_second: float = 20
    request_burst: int = 200
    guesses_per_second: float = 1 / 6  # wrong join codes, from one network
    guess_burst: int = 10
    unread_messages: int = 512
    malformed_messages: int = 5
    spectators_per_table: int = 200
    sockets_per_seat: int = 12
    tables_per_person: int = 50
    tables: int = 20_000


@dataclass(frozen=True)
class Settings:
    """How a server runs. The sources of time, tokens, seeds and pauses can be replaced in tests."""

    store: str = "sqlite://"
    redis: str | None = None
    address: str | None = None  # where phones in the same network find the page
    bot_workers: int = 1
    absence_timeout: float = 60.0  # seconds until the seat of somebody who is gone is offered to a bot
    presence_delay: float = 0.1  # seconds in which people who come and go are told of together
    deserted_after: int = 21  # days without a deed until a table is closed
    snapshot_every: int = 128  # deeds from one stored snapshot to the next
    idle_timeout: float = 120.0  # seconds until a table without listeners is no longer kept in memory
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], int] = now_ms
    token: Callable[[], str] = fresh_token
    code: Callable[[], str] = fresh_code
    seed: Callable[[], bytes] = fresh_seed
    bot_pause: Callable[[str], float] = random_bot_pause
    bot_seed: Callable[[], int] = lambda: secrets.randbits(63)
