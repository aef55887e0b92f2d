"""The forty dice: ten colours, their names, and everything that four dice of a colour can show."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import factorial
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.view_types import Colour

COLOUR_NAMES: Final[tuple[Colour, ...]] = (
    *("red", "yellow", "green", "blue", "orange"),
    *("pink", "purple", "white", "black", "grey"),
)
COLOURS: Final[i64] = 10  # [CAPIO-1.1]
FACES: Final[i64] = 6
COPIES: Final[i64] = 4  # dice of each colour
DICE: Final[i64] = 40
ANY_COLOUR: Final[i64] = 10
ANY_FACE: Final[i64] = 126  # the bits 1 to 6

# A die type is a colour and a number, colour * FACES + number - 1. Dice of one type are interchangeable.
DIE_TYPES: Final[i64] = 60
DIE_NAMES: Final = tuple(f"{colour}-{face}" for colour in COLOUR_NAMES for face in range(1, 7))

# A throw of the four dice of one colour is the numbers they show, in ascending order.
THROWS: Final = tuple(combinations_with_replacement(range(1, 7), 4))
THROW_NAMES: Final = tuple("".join(str(face) for face in throw) for throw in THROWS)
THROW_COUNT: Final[i64] = 126
TOTAL_THROW_WEIGHT: Final[i64] = 1296


def throw_weight(throw: tuple[int, ...]) -> int:
    """The number of ways in which four distinct dice show these numbers."""
    count = factorial(len(throw))
    for face in set(throw):
        count //= factorial(throw.count(face))
    return count


THROW_WEIGHTS: Final = vec[i64]([throw_weight(throw) for throw in THROWS])
THROW_FACES: Final = vec[i64]([face for throw in THROWS for face in throw])  # throw * COPIES + copy
# The throw that each of the 1296 tickets selects.
TICKET_THROWS: Final = vec[i64](
    [number for number, throw in enumerate(THROWS) for _ in range(throw_weight(throw))]
)
