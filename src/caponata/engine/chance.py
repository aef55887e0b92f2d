"""Chance without a bias: the fast seeded generator of simulations and searches."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

WORD: Final[i64] = 0xFFFFFFFF
WARM_UP: Final = 12
SEED_WORD: Final = 0xFFFFFFFF  # WORD for seeds of any size, which a machine integer would not hold


@final
class Rng:
    """Chris Doty-Humphrey's sfc32: small, fast, and the same numbers compiled or not.

    Every sum is cut to 32 bits at once, so that wrapping machine integers and Python's agree.
    """

    def __init__(self, seed: int) -> None:
        self.a: i64 = seed & SEED_WORD
        self.b: i64 = (seed >> 32) & SEED_WORD
        self.c: i64 = (seed >> 64) & SEED_WORD
        self.counter: i64 = 1
        for _ in range(WARM_UP):
            self.word()

    def word(self) -> i64:
        """The next 32 random bits."""
        mixed = (self.a + self.b + self.counter) & WORD
        self.counter = (self.counter + 1) & WORD
        self.a = self.b ^ (self.b >> 9)
        self.b = (self.c + (self.c << 3)) & WORD
        self.c = (((self.c << 21) | (self.c >> 11)) + mixed) & WORD
        return mixed

    def below(self, limit: i64) -> i64:
        """A number from 0 to limit - 1, each equally likely; limit is at least 1 and below 2**31."""
        product = self.word() * limit
        if product & WORD < limit:
            fewest = (WORD + 1 - limit) % limit
            while product & WORD < fewest:
                product = self.word() * limit
        return product >> 32

    def shuffle(self, things: list[int]) -> None:
        """Put things into a random order, each equally likely."""
        last = len(things) - 1
        while last > 0:
            other = self.below(last + 1)
            things[last], things[other] = things[other], things[last]
            last -= 1

    def fraction(self) -> float:
        """A number from 0 up to, not including, 1."""
        return float(self.word()) / 4294967296.0
