"""Capital Lux's cards and moves, as numbers and as words."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb

COLOURS: Final = ("green", "yellow", "blue", "pink")
GREEN: Final[i64] = 0
YELLOW: Final[i64] = 1
BLUE: Final[i64] = 2
PINK: Final[i64] = 3
COLOUR_COUNT: Final[i64] = 4

LOWEST: Final[i64] = 2
VALUES: Final[i64] = 5  # values 2 to 6
KINDS: Final[i64] = 20  # a kind is a colour and a value: colour * VALUES + value - LOWEST
COPIES: Final = (3, 4, 4, 4, 3)  # of values 2 to 6 in each colour [LUX-1.1]

MODIFIERS: Final = (4, 2, -1, -3)  # [LUX-1.2]
MODIFIER_COUNT: Final[i64] = 4
GOLD_DISCS: Final[i64] = 8  # [LUX-1.2]

PICK: Final[i64] = 0  # two kinds, the lower first: PICK + first * KINDS + second
HOME: Final[i64] = 400
CAPITAL: Final[i64] = 420
TAKE: Final[i64] = 440
PLACE: Final[i64] = 443
PAY: Final[i64] = 447
DISCARD: Final[i64] = 451
STARTER: Final[i64] = 452
DRAW: Final[i64] = 456
MODIFIER: Final[i64] = 476

CARD_NAMES: Final = tuple(f"{colour}-{value}" for colour in COLOURS for value in range(2, 7))
MODIFIER_NAMES: Final = tuple(f"{value:+d}" for value in MODIFIERS)

CARD: Final = Domain("card", CARD_NAMES)
COLOUR: Final = Domain("colour", COLOURS)

SPACE: Final = MoveSpace(
    (
        Verb("pick", PICK, (CARD, CARD), unordered=True),
        Verb("home", HOME, (CARD,)),
        Verb("capital", CAPITAL, (CARD,)),
        Verb("take", TAKE, (Domain("guild", COLOURS[:3]),)),
        Verb("place", PLACE, (COLOUR,)),
        Verb("pay", PAY, (COLOUR,)),
        Verb("discard", DISCARD),
        Verb("starter", STARTER, (Domain("seat", ("1", "2", "3", "4")),), chance=True),
        Verb("draw", DRAW, (CARD,), chance=True),
        Verb("modifier", MODIFIER, (Domain("modifier", MODIFIER_NAMES),), chance=True),
    )
)
