"""The cards, modifiers and gold discs of Capital Lux."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.games.capital_lux.view_types import Colour

COLOURS: Final[tuple[Colour, ...]] = ("green", "yellow", "blue", "pink")
GREEN: Final[i64] = 0  # Scholars
YELLOW: Final[i64] = 1  # Merchants
BLUE: Final[i64] = 2  # Agents
PINK: Final[i64] = 3  # Clerics
COLOUR_COUNT: Final[i64] = 4

LOWEST_VALUE: Final[i64] = 2
VALUE_COUNT: Final[i64] = 5  # values 2 to 6
KIND_COUNT: Final[i64] = 20  # a kind is a colour and a value: see `card_colour` and `card_value`
COPIES: Final = (3, 4, 4, 4, 3)  # of values 2 to 6 in each colour [LUX-1.1]

MODIFIERS: Final = (4, 2, -1, -3)  # [LUX-1.2]
MODIFIER_COUNT: Final[i64] = 4
GOLD_DISCS: Final[i64] = 8  # [LUX-1.2]

CARD_NAMES: Final = tuple(f"{colour}-{value}" for colour in COLOURS for value in range(2, 7))
MODIFIER_NAMES: Final = tuple(f"{value:+d}" for value in MODIFIERS)


def card_colour(kind: i64) -> i64:
    """Return the colour of a kind of card."""
    return kind // VALUE_COUNT


def card_value(kind: i64) -> i64:
    """Return the value, 2 to 6, of a kind of card."""
    return kind % VALUE_COUNT + LOWEST_VALUE
