"""The 36 rolls of a white and a black die, and the action that each of them calls for.

A roll is a number from 0 to 35: (white - 1) * 6 + black - 1.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo_dei_capi.view_types import Action

FACES: Final[i64] = 6
ROLLS: Final[i64] = 36
LOW: Final[i64] = 3  # dice up to this value name areas and influence tokens

# Actions of rolls [CDC-3.1].
INFLUENCE_ROLL: Final[i64] = 0  # two different dice of 3 or less
EXTORT_ROLL: Final[i64] = 1  # 4 and 3 or less
BRIBE_ROLL: Final[i64] = 2  # 5 and 3 or less
EXPOSE_ROLL: Final[i64] = 3  # 5 and 4
INVEST_ROLL: Final[i64] = 4  # 6 and 3 or less
MAYOR_ROLL: Final[i64] = 5  # 6 and 4
INVEST_EXPOSE_ROLL: Final[i64] = 6  # 6 and 5
LOW_DOUBLES: Final[i64] = 7  # 1-1, 2-2, 3-3; this and the following actions are doubles
DOUBLE_4: Final[i64] = 8
DOUBLE_5: Final[i64] = 9
DOUBLE_6: Final[i64] = 10
ACTIONS: Final[tuple[Action, ...]] = (
    *("influence", "extort", "bribe", "expose", "invest", "invest-mayor", "invest-expose"),
    *("influence-doubles", "extort-doubles", "bribe-doubles", "invest-doubles"),
)


def action_of(white: int, black: int) -> int:
    """The action that two dice call for."""
    low, high = min(white, black), max(white, black)
    if low == high:
        return int((LOW_DOUBLES, DOUBLE_4, DOUBLE_5, DOUBLE_6)[max(low - 3, 0)])
    if high <= LOW:
        return int(INFLUENCE_ROLL)
    if low <= LOW:
        return int((EXTORT_ROLL, BRIBE_ROLL, INVEST_ROLL)[high - 4])
    return int(EXPOSE_ROLL if high == 5 else MAYOR_ROLL if low == 4 else INVEST_EXPOSE_ROLL)


ROLL_ACTIONS: Final = vec[i64]([action_of(white, black) for white in range(1, 7) for black in range(1, 7)])
# The area that the only low die of a roll names; for two low dice, the area of the white one.
ROLL_AREAS: Final = vec[i64](
    [
        white - 1 if white <= 3 else black + 2 if black <= 3 else 0
        for white in range(1, 7)
        for black in range(1, 7)
    ]
)
# The only low die of a roll that has one.
LOW_DICE: Final = vec[i64]([area % int(LOW) + 1 for area in ROLL_AREAS])


def roll_number(white: i64, black: i64) -> i64:
    """The number of the roll that shows these dice."""
    return (white - 1) * FACES + black - 1


def white_of(roll: i64) -> i64:
    """The white die of a roll, 1 to 6."""
    return roll // FACES + 1


def black_of(roll: i64) -> i64:
    """The black die of a roll, 1 to 6."""
    return roll % FACES + 1


def white_area(die: i64) -> i64:
    """The area that a low white die names."""
    return die - 1


def black_area(die: i64) -> i64:
    """The area that a low black die names."""
    return LOW + die - 1
