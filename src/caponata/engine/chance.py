"""A fast, unbiased, seeded random generator for simulations and searches."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

WORD: Final[i64] = 0xFFFFFFFF
WARM_UP: Final = 12
SEED_WORD: Final = 0xFFFFFFFF  # WORD as a Python int, for seeds that exceed 64 bits


@final
class Rng:
    """Chris Doty-Humphrey's sfc32 generator, with equal results in compiled and interpreted runs.

    Every sum is masked to 32 bits immediately, so wrapping machine integers and Python ints agree.
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
        """A uniform number from 0 to limit - 1; 1 <= limit < 2**31."""
        product = self.word() * limit
        if product & WORD < limit:
            threshold = (WORD + 1 - limit) % limit
            while product & WORD < threshold:
                product = self.word() * limit
        return product >> 32

    def shuffle(self, items: list[int]) -> None:
        """Shuffle a list in place, every order equally likely."""
        last = len(items) - 1
        while last > 0:
            other = self.below(last + 1)
            items[last], items[other] = items[other], items[last]
            last -= 1

    def fraction(self) -> float:
        """A uniform number in [0, 1)."""
        return float(self.word()) / 4294967296.0
