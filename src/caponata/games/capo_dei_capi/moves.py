"""The moves of Capo dei Capi: numbers, verbs, arguments and texts.

Only this module does arithmetic on move numbers. Other modules ask for a move's verb and arguments, and
build moves with the constants and functions below.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capo_dei_capi.dice import FACES
from caponata.games.capo_dei_capi.layout import (
    AREA_ALIASES,
    AREA_NAMES,
    AREAS,
    CIRCLES,
    DISCARD_CHOICES,
    NONE,
    VALUES,
)

# Verbs, in the order of `SPACE`.
NO_VERB: Final[i64] = -1
ROLL: Final[i64] = 0
STOP: Final[i64] = 1
SCANDAL: Final[i64] = 2
POCKET: Final[i64] = 3
DECEIVE: Final[i64] = 4
INFLUENCE: Final[i64] = 5
EXTORT: Final[i64] = 6
BRIBE: Final[i64] = 7
FLIP: Final[i64] = 8
INVEST: Final[i64] = 9
EXPOSE: Final[i64] = 10
SHIFT: Final[i64] = 11
RENEG: Final[i64] = 12
BUST: Final[i64] = 13
BACKSTAB: Final[i64] = 14
LET_PASS: Final[i64] = 15
LET_ALL_PASS: Final[i64] = 16
PAYOFF: Final[i64] = 17
HIT_MAN: Final[i64] = 18
DISCARD: Final[i64] = 19
STARTER: Final[i64] = 20
DICE: Final[i64] = 21
LOOK: Final[i64] = 22

# Moves without arguments.
ROLL_MOVE: Final[i64] = 0
STOP_MOVE: Final[i64] = 1
EXTORT_MOVE: Final[i64] = 64
RENEG_MOVE: Final[i64] = 173
BUST_MOVE: Final[i64] = 174
BACKSTAB_MOVE: Final[i64] = 175
LET_PASS_MOVE: Final[i64] = 176
LET_ALL_PASS_MOVE: Final[i64] = 177
PAYOFF_MOVE: Final[i64] = 178
HIT_MAN_MOVE: Final[i64] = 179

# The first number of each verb with arguments. The moves of chance come last.
FIRST_SCANDAL: Final[i64] = 2
FIRST_POCKET: Final[i64] = 4
FIRST_DECEIVE: Final[i64] = 10
FIRST_INFLUENCE: Final[i64] = 46
FIRST_BRIBE: Final[i64] = 65
FIRST_FLIP: Final[i64] = 71
FIRST_INVEST: Final[i64] = 101
FIRST_EXPOSE: Final[i64] = 107
FIRST_SHIFT: Final[i64] = 137
FIRST_DISCARD: Final[i64] = 180
FIRST_STARTER: Final[i64] = 216
FIRST_DICE: Final[i64] = 218
FIRST_LOOK: Final[i64] = 254
MOVES: Final[i64] = 257

CIRCLE_NAMES: Final = ("1", "2", "3", "4", "5")
AREA: Final = Domain("area", AREA_NAMES, AREA_ALIASES)
VALUE: Final = Domain("value", ("1", "2", "3"))
CIRCLE: Final = Domain("circle", CIRCLE_NAMES)

SPACE: Final = MoveSpace(
    (
        Verb("roll", ROLL_MOVE),
        Verb("stop", STOP_MOVE),
        Verb("scandal", FIRST_SCANDAL, (Domain("levels", ("1", "2")),)),
        Verb("pocket", FIRST_POCKET, (AREA,)),
        Verb("deceive", FIRST_DECEIVE, (AREA, AREA)),
        Verb("influence", FIRST_INFLUENCE, (AREA, VALUE)),
        Verb("extort", EXTORT_MOVE),
        Verb("bribe", FIRST_BRIBE, (AREA,)),
        Verb("flip", FIRST_FLIP, (AREA, CIRCLE)),
        Verb("invest", FIRST_INVEST, (AREA,)),
        Verb("expose", FIRST_EXPOSE, (AREA, CIRCLE)),
        Verb("shift", FIRST_SHIFT, (AREA, AREA)),
        Verb("reneg", RENEG_MOVE),
        Verb("bust", BUST_MOVE),
        Verb("backstab", BACKSTAB_MOVE),
        Verb("let-pass", LET_PASS_MOVE),
        Verb("let-all-pass", LET_ALL_PASS_MOVE),
        Verb("payoff", PAYOFF_MOVE),
        Verb("hit-man", HIT_MAN_MOVE),
        Verb("discard", FIRST_DISCARD, (AREA, Domain("token", (*CIRCLE_NAMES, "new")))),
        Verb("starter", FIRST_STARTER, (Domain("seat", ("1", "2")),), chance=True),
        Verb(
            "dice",
            FIRST_DICE,
            (
                Domain("white", tuple(f"white-{face}" for face in range(1, int(FACES) + 1))),
                Domain("black", tuple(f"black-{face}" for face in range(1, int(FACES) + 1))),
            ),
            chance=True,
        ),
        Verb("look", FIRST_LOOK, (VALUE,), chance=True),
    )
)


def last_area(move: int) -> int:
    """The last area among the arguments of a move, or `NONE`."""
    verb = SPACE.verb(move)
    areas = [value for domain, value in zip(verb.domains, verb.arguments(move)) if domain is AREA]
    return areas[-1] if areas else int(NONE)


# Indexed by the move. Tables are faster than a chain of comparisons.
MOVE_VERBS: Final = vec[i64]([SPACE.verbs.index(SPACE.verb(move)) for move in range(MOVES)])
MOVE_AREAS: Final = vec[i64]([last_area(move) for move in range(MOVES)])


# Reading a move


def verb_of(move: i64) -> i64:
    """The verb of a move, or `NO_VERB` for a number that is no move."""
    if move < 0 or move >= MOVES:
        return NO_VERB
    return MOVE_VERBS[move]


def is_declaration(move: i64) -> bool:
    """Return whether a move declares what a roll is used for."""
    return move >= FIRST_INFLUENCE and move < RENEG_MOVE


def is_answer(move: i64) -> bool:
    """Return whether a move answers a question about the roll on the table."""
    return move >= RENEG_MOVE and move < FIRST_DISCARD


def is_chance(move: i64) -> bool:
    """Return whether a move is made by chance."""
    return move >= FIRST_STARTER


def area_of(move: i64) -> i64:
    """The area of a move that has one; of a deceive or a shift, the area that receives the piece."""
    return MOVE_AREAS[move]


def source_of(move: i64) -> i64:
    """The area that a deceive or a shift takes its piece from."""
    if move < FIRST_INFLUENCE:
        return (move - FIRST_DECEIVE) // AREAS
    return (move - FIRST_SHIFT) // AREAS


def circle_of(move: i64) -> i64:
    """The circle of a flip, an expose or a discard, counted from 0; `NEW_TOKEN` in a discard."""
    if move < FIRST_INVEST:
        return (move - FIRST_FLIP) % CIRCLES
    if move < FIRST_SHIFT:
        return (move - FIRST_EXPOSE) % CIRCLES
    return (move - FIRST_DISCARD) % DISCARD_CHOICES


def value_of(move: i64) -> i64:
    """The value, 1 to 3, of the token that an influence or a look names."""
    if move < EXTORT_MOVE:
        return (move - FIRST_INFLUENCE) % VALUES + 1
    return move - FIRST_LOOK + 1


def levels_of(move: i64) -> i64:
    """The number of levels that a scandal adds."""
    return move - FIRST_SCANDAL + 1


def seat_of(move: i64) -> i64:
    """The seat that the draw of the starting player names."""
    return move - FIRST_STARTER


def roll_of(move: i64) -> i64:
    """The roll of a `dice` move."""
    return move - FIRST_DICE


# Building a move


def roll_or_stop_move(index: i64) -> i64:
    """One of the first two moves between rolls: roll, stop."""
    return ROLL_MOVE + index


def scandal_move(levels: i64) -> i64:
    """Raise the extortion level for two chips."""
    return FIRST_SCANDAL + levels - 1


def pocket_move(area: i64) -> i64:
    """Move the token beside an area onto it."""
    return FIRST_POCKET + area


def deceive_move(source: i64, target: i64) -> i64:
    """Move the token beside one area to another."""
    return FIRST_DECEIVE + AREAS * source + target


def influence_move(area: i64, value: i64) -> i64:
    """Put an influence token beside an area."""
    return FIRST_INFLUENCE + VALUES * area + value - 1


def bribe_move(area: i64) -> i64:
    """Put a bribe beside an area."""
    return FIRST_BRIBE + area


def flip_move(area: i64, circle: i64) -> i64:
    """Flip an opponent's bribe."""
    return FIRST_FLIP + CIRCLES * area + circle


def invest_move(area: i64) -> i64:
    """Put a cube onto an area."""
    return FIRST_INVEST + area


def expose_move(area: i64, circle: i64) -> i64:
    """Put a cube onto an area and flip an opponent's bribe there."""
    return FIRST_EXPOSE + CIRCLES * area + circle


def shift_move(source: i64, target: i64) -> i64:
    """Move a cube from one area to another."""
    return FIRST_SHIFT + AREAS * source + target


def discard_move(area: i64, circle: i64) -> i64:
    """Discard the token in a circle of a full area, or `NEW_TOKEN`."""
    return FIRST_DISCARD + DISCARD_CHOICES * area + circle


def backstab_answer(index: i64) -> i64:
    """One of the three answers to a declared roll: backstab, let-pass, let-all-pass."""
    return BACKSTAB_MOVE + index


def starter_move(seat: i64) -> i64:
    """Draw the starting player."""
    return FIRST_STARTER + seat


def dice_move(roll: i64) -> i64:
    """Roll these dice."""
    return FIRST_DICE + roll


def look_move(value: i64) -> i64:
    """Decide the value of a bribe when its owner looks at it."""
    return FIRST_LOOK + value - 1
