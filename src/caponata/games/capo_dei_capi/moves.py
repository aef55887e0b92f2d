"""Capo dei Capi's pieces, dice and moves, as numbers and as words."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb

AREAS: Final[i64] = 6
MAYOR: Final[i64] = 6  # where a cube may also go: one past the areas
CIRCLES: Final[i64] = 5  # on each side of an area [CDC-1.1]
FACES: Final[i64] = 6
LOW: Final[i64] = 3  # the dice up to here name areas and influence
AREA_NAMES: Final = ("white-1", "white-2", "white-3", "black-1", "black-2", "black-3")

# What a roll asks for [CDC-3.1].
INFLUENCE_ROLL: Final[i64] = 0  # two different dice of 3 or less
EXTORT_ROLL: Final[i64] = 1  # 4 and 3 or less
BRIBE_ROLL: Final[i64] = 2  # 5 and 3 or less
EXPOSE_ROLL: Final[i64] = 3  # 5 and 4
INVEST_ROLL: Final[i64] = 4  # 6 and 3 or less
MAYOR_ROLL: Final[i64] = 5  # 6 and 4
DEAL_ROLL: Final[i64] = 6  # 6 and 5
LOW_DOUBLES: Final[i64] = 7  # 1-1, 2-2, 3-3
FOURS: Final[i64] = 8
FIVES: Final[i64] = 9
SIXES: Final[i64] = 10
ACTIONS: Final = (
    *("influence", "extort", "bribe", "expose", "invest", "invest-mayor", "invest-expose"),
    *("influence-doubles", "extort-doubles", "bribe-doubles", "invest-doubles"),
)


def action_of(white: int, black: int) -> int:
    """What a roll asks for."""
    low, high = min(white, black), max(white, black)
    if low == high:
        return int((LOW_DOUBLES, FOURS, FIVES, SIXES)[max(low - 3, 0)])
    if high <= LOW:
        return int(INFLUENCE_ROLL)
    if low <= LOW:
        return int((EXTORT_ROLL, BRIBE_ROLL, INVEST_ROLL)[high - 4])
    return int(EXPOSE_ROLL if high == 5 else MAYOR_ROLL if low == 4 else DEAL_ROLL)


# Indexed by the roll: (white - 1) * 6 + black - 1.
ROLLS: Final[i64] = 36
ROLL_ACTIONS: Final = vec[i64]([action_of(white, black) for white in range(1, 7) for black in range(1, 7)])
# The low die of a roll with one low die, as the area it names; of the rest, the area of the white die.
ROLL_AREAS: Final = vec[i64](
    [
        white - 1 if white <= 3 else black + 2 if black <= 3 else 0
        for white in range(1, 7)
        for black in range(1, 7)
    ]
)

# Moves of seats, then of chance.
ROLL: Final[i64] = 0
STOP: Final[i64] = 1
SCANDAL: Final[i64] = 2  # by 1 or 2
POCKET: Final[i64] = 4  # area
DECEIVE: Final[i64] = 10  # from, to
INFLUENCE: Final[i64] = 46  # area, value
EXTORT: Final[i64] = 64
BRIBE: Final[i64] = 65  # area
FLIP: Final[i64] = 71  # area, circle
INVEST: Final[i64] = 101  # area
EXPOSE: Final[i64] = 107  # area, circle
SHIFT: Final[i64] = 137  # from, to
RENEG: Final[i64] = 173
BUST: Final[i64] = 174
BACKSTAB: Final[i64] = 175
LET_PASS: Final[i64] = 176
LET_ALL_PASS: Final[i64] = 177
PAYOFF: Final[i64] = 178
HIT_MAN: Final[i64] = 179
DISCARD: Final[i64] = 180  # area, circle or the newcomer
STARTER: Final[i64] = 216
DICE: Final[i64] = 218  # white, black
LOOK: Final[i64] = 254  # value

VALUES: Final[i64] = 3  # of influence and bribe tokens
NEWCOMER: Final[i64] = 5  # the token beside the area, in a discard
DISCARDS: Final[i64] = 6
CIRCLE_NAMES: Final = ("1", "2", "3", "4", "5")

AREA: Final = Domain("area", AREA_NAMES)
VALUE: Final = Domain("value", ("1", "2", "3"))
CIRCLE: Final = Domain("circle", CIRCLE_NAMES)

SPACE: Final = MoveSpace(
    (
        Verb("roll", ROLL),
        Verb("stop", STOP),
        Verb("scandal", SCANDAL, (Domain("levels", ("1", "2")),)),
        Verb("pocket", POCKET, (AREA,)),
        Verb("deceive", DECEIVE, (AREA, AREA)),
        Verb("influence", INFLUENCE, (AREA, VALUE)),
        Verb("extort", EXTORT),
        Verb("bribe", BRIBE, (AREA,)),
        Verb("flip", FLIP, (AREA, CIRCLE)),
        Verb("invest", INVEST, (AREA,)),
        Verb("expose", EXPOSE, (AREA, CIRCLE)),
        Verb("shift", SHIFT, (AREA, AREA)),
        Verb("reneg", RENEG),
        Verb("bust", BUST),
        Verb("backstab", BACKSTAB),
        Verb("let-pass", LET_PASS),
        Verb("let-all-pass", LET_ALL_PASS),
        Verb("payoff", PAYOFF),
        Verb("hit-man", HIT_MAN),
        Verb("discard", DISCARD, (AREA, Domain("token", (*CIRCLE_NAMES, "new")))),
        Verb("starter", STARTER, (Domain("seat", ("1", "2")),), chance=True),
        Verb(
            "dice",
            DICE,
            (
                Domain("white", tuple(f"white-{face}" for face in range(1, 7))),
                Domain("black", tuple(f"black-{face}" for face in range(1, 7))),
            ),
            chance=True,
        ),
        Verb("look", LOOK, (VALUE,), chance=True),
    )
)
