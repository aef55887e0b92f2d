"""Forty dice of ten colours: their names, and every way in which four of a colour can fall."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COLOUR_NAMES: Final = (
    *("red", "yellow", "green", "blue", "orange"),
    *("pink", "purple", "white", "black", "grey"),
)
COLOURS: Final[i64] = 10  # [CAPIO-1.1]
FACES: Final[i64] = 6
COPIES: Final[i64] = 4
DICE: Final[i64] = 40
LOOKS: Final[i64] = 60  # dice of one colour and number are the same to everybody
ANY_COLOUR: Final[i64] = 10
ANY_FACE: Final[i64] = 126  # the bits 1 to 6

LOOK_NAMES: Final = tuple(f"{colour}-{face}" for colour in COLOUR_NAMES for face in range(1, 7))

# How four dice of a colour can fall, the lowest first, and in how many ways.
FALLS: Final = tuple(combinations_with_replacement(range(1, 7), 4))
FALL_NAMES: Final = tuple("".join(str(face) for face in fall) for fall in FALLS)
FALL_COUNT: Final[i64] = 126
FALL_WAYS: Final[i64] = 1296


def ways(fall: tuple[int, ...]) -> int:
    """In how many ways four dice show these numbers."""
    count = factorial(len(fall))
    for face in set(fall):
        count //= factorial(fall.count(face))
    return count


FALL_WEIGHTS: Final = vec[i64]([ways(fall) for fall in FALLS])
FALL_FACES: Final = vec[i64]([face for fall in FALLS for face in fall])
# The fall that each of 1296 equally likely tickets stands for.
FALL_DRAWN: Final = vec[i64]([number for number, fall in enumerate(FALLS) for _ in range(ways(fall))])
