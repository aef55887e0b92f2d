"""Fair draws: tickets that a table commits to before the first move and that anybody can verify afterwards.

A table has a secret seed of 32 random bytes. Everything else follows from it, so a browser can repeat
every draw with SHA-256 and HMAC-SHA-256:

    commitment = hex(SHA-256(seed))                                  shown before the first move
    key        = HMAC-SHA-256(seed, message("caponata-key-1", table, entropy of seat 0, of seat 1, ...))
    digest     = HMAC-SHA-256(key, message("caponata-draw-1", table, draw number, attempt))
    value      = digest as a big-endian number, 0 <= value < 2**256
    ticket     = value mod weight

`message` writes its parts one after the other, each as its length in UTF-8 bytes in decimal digits, a
colon, the bytes themselves and a comma (a netstring): `message("a", "12")` is `1:a,2:12,`. Numbers are
written in decimal digits. Draws are numbered from 1 and no number is ever used twice at a table.

`weight` is the sum of chance's integer weights in the position of the draw. With
limit = floor(2**256 / weight) * weight, a value of at least limit is rejected and the draw is repeated with
the next attempt, counted from 0. So every ticket is exactly equally likely. The ticket selects one of
chance's moves in canonical order: the first whose weight, added to those of the moves before it, exceeds the
ticket (`Position.chance_move`).
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Sequence
from typing import Final, Protocol

from caponata.engine.chance import Rng

SEED_BYTES: Final = 32
KEY_LABEL: Final = "caponata-key-1"
DRAW_LABEL: Final = "caponata-draw-1"
VALUES: Final = 2**256
SIMPLE_SEEDS: Final = 2**32


class Draws(Protocol):
    """The source of a table's tickets, with what the table publishes about them.

    Without a commitment, `commitment` and `secret` are None and `entropy` is empty.
    """

    @property
    def table(self) -> str:
        """The id of the table that these draws belong to."""

    @property
    def commitment(self) -> str | None:
        """The hash that is published before the first move."""

    @property
    def entropy(self) -> tuple[str, ...]:
        """The random value of each seat, in seat order."""

    @property
    def secret(self) -> str | None:
        """The seed in hex, for the record of a table that is closed for good."""

    def ticket(self, number: int, weight: int) -> int:
        """The ticket of a draw, uniform in 0 <= ticket < weight."""


def fresh_seed() -> bytes:
    """A new secret seed for one table."""
    return secrets.token_bytes(SEED_BYTES)


def commitment(seed: bytes) -> str:
    """The hash of a seed, published before the first move and compared with the seed afterwards."""
    return hashlib.sha256(seed).hexdigest()


def message(*parts: str) -> bytes:
    """Encode texts unambiguously, each with its length."""
    encoded = [part.encode() for part in parts]
    return b"".join(b"%d:%s," % (len(part), part) for part in encoded)


class FairDraws:
    """Draws derived from a committed seed and the seats' random values."""

    def __init__(self, seed: bytes, table: str, entropy: Sequence[str]) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self.table = table
        self.commitment: str | None = commitment(seed)
        self.entropy = tuple(entropy)
        self._seed = seed
        key = hmac.digest(seed, message(KEY_LABEL, table, *entropy), "sha256")
        self._keyed = hmac.new(key, digestmod="sha256")
        self._label = message(DRAW_LABEL, table)

    @property
    def secret(self) -> str | None:
        return self._seed.hex()

    def ticket(self, number: int, weight: int) -> int:
        if not 0 < weight <= VALUES:
            raise ValueError(f"draw {number} has weight {weight}: chance has nothing to choose from")
        limit = VALUES // weight * weight
        attempt = 0
        while True:
            mac = self._keyed.copy()
            mac.update(self._label + message(str(number), str(attempt)))
            value = int.from_bytes(mac.digest(), "big")
            if value < limit:
                return value % weight
            attempt += 1


class SeededDraws:
    """Draws for tests and simulations: fast and repeatable, but not verifiable."""

    def __init__(self, seed: int, table: str = "practice") -> None:
        self.table = table
        self.commitment: str | None = None
        self.secret: str | None = None
        self.entropy: tuple[str, ...] = ()
        self._seed = seed % SIMPLE_SEEDS

    def ticket(self, number: int, weight: int) -> int:
        return Rng(number * SIMPLE_SEEDS + self._seed).below(weight)
