"""Settings of the server: storage, limits, and sources of time and randomness."""

from __future__ import annotations

import random
import secrets
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from caponata.engine.fair import Draws, FairDraws, fresh_seed

MakeDraws: TypeAlias = Callable[[bytes, str, Sequence[str]], Draws]  # from seed, table and entropy

CODE_LETTERS: Final = "BCDFGHJKLMNPQRSTVWXZ"  # no vowels, so that a join code is never a word
CODE_LENGTH: Final = 5
TIMER_TOLERANCE: Final = 0.001  # seconds a timer may fire too early
BOT_PAUSES: Final = {"slow": (2.0, 4.0), "normal": (0.9, 1.9), "quick": (0.2, 0.5)}  # seconds


def now_ms() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def fresh_token(size: int = 24) -> str:
    """Return a random token."""
    return secrets.token_urlsafe(size)


def fresh_code() -> str:
    """Return a random join code."""
    return "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))


def random_bot_pause(speed: str) -> float:
    """Return the seconds a bot pauses before it moves."""
    return random.uniform(*BOT_PAUSES[speed])


@dataclass(frozen=True)
class Limits:
    """Limits for clients and tables."""

    message_bytes: int = 8_192
    body_bytes: int = 65_536
    messages_per_second: float = 20
    message_burst: int = 60
    chat_per_second: float = 0.5
    chat_burst: int = 8
    requests_per_second: float = 20
    request_burst: int = 200
    guesses_per_second: float = 1 / 6  # wrong join codes from one network
    guess_burst: int = 10
    unread_messages: int = 512
    malformed_messages: int = 5
    spectators_per_table: int = 200
    sockets_per_seat: int = 12
    tables_per_person: int = 50
    tables: int = 20_000


@dataclass(frozen=True)
class Settings:
    """Settings of one server. Tests replace the sources of time, tokens, draws and pauses."""

    store: str = "sqlite://"
    redis: str | None = None
    address: str | None = None  # the URL of the page for other devices in the same network
    bot_workers: int = 1
    absence_timeout: float = 60.0  # seconds until a bot may replace somebody who is gone
    presence_delay: float = 0.1  # seconds in which presence changes are combined into one message
    deserted_after: int = 21  # days without a deed until a table is closed
    snapshot_every: int = 128  # deeds between two stored snapshots
    idle_timeout: float = 120.0  # seconds until a table without connections is evicted from memory
    max_hold: float = 0.080  # seconds each way that near seats are held in games without turns
    has_countdowns: bool = True  # whether the countdowns of games without turns run
    signing_key: bytes | None = None  # signs identity tokens; by default the key in the store
    limits: Limits = field(default_factory=Limits)
    now: Callable[[], int] = now_ms
    token: Callable[[], str] = fresh_token
    code: Callable[[], str] = fresh_code
    seed: Callable[[], bytes] = fresh_seed
    draws: MakeDraws = FairDraws
    bot_pause: Callable[[str], float] = random_bot_pause
    bot_seed: Callable[[], int] = lambda: secrets.randbits(63)
