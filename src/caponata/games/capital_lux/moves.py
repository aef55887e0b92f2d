"""The moves of Capital Lux: their numbers, verbs and arguments.

No other module does arithmetic on move numbers.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capital_lux.cards import CARD_NAMES, COLOURS, KIND_COUNT, MODIFIER_NAMES

# Verbs.
PICK: Final[i64] = 0
HOME: Final[i64] = 1
CAPITAL: Final[i64] = 2
TAKE: Final[i64] = 3
PLACE: Final[i64] = 4
PAY: Final[i64] = 5
DISCARD: Final[i64] = 6
STARTER: Final[i64] = 7
DRAW: Final[i64] = 8
MODIFIER: Final[i64] = 9
NO_VERB: Final[i64] = -1

# The first move number of each verb.
_PICK_AT: Final[i64] = 0  # two kinds, the lower one first
_HOME_AT: Final[i64] = 400
_CAPITAL_AT: Final[i64] = 420
_TAKE_AT: Final[i64] = 440
_PLACE_AT: Final[i64] = 443
_PAY_AT: Final[i64] = 447
_DISCARD_AT: Final[i64] = 451
_STARTER_AT: Final[i64] = 452
_DRAW_AT: Final[i64] = 456
_MODIFIER_AT: Final[i64] = 476
_END: Final[i64] = 480

CARD: Final = Domain("card", CARD_NAMES)
COLOUR: Final = Domain("colour", COLOURS)

SPACE: Final = MoveSpace(
    (
        Verb("pick", _PICK_AT, (CARD, CARD), unordered=True),
        Verb("home", _HOME_AT, (CARD,)),
        Verb("capital", _CAPITAL_AT, (CARD,)),
        Verb("take", _TAKE_AT, (Domain("guild", COLOURS[:3]),)),
        Verb("place", _PLACE_AT, (COLOUR,)),
        Verb("pay", _PAY_AT, (COLOUR,)),
        Verb("discard", _DISCARD_AT),
        Verb("starter", _STARTER_AT, (Domain("seat", ("1", "2", "3", "4")),), chance=True),
        Verb("draw", _DRAW_AT, (CARD,), chance=True),
        Verb("modifier", _MODIFIER_AT, (Domain("modifier", MODIFIER_NAMES),), chance=True),
    )
)


def verb_of(move: i64) -> i64:
    """Return the verb of a move, or `NO_VERB` for a number that names no move."""
    if move < _TAKE_AT:  # the most frequent verbs come first
        if move >= _CAPITAL_AT:
            return CAPITAL
        if move >= _HOME_AT:
            return HOME
        if move >= _PICK_AT:
            return PICK
        return NO_VERB
    if move >= _DRAW_AT:
        if move < _MODIFIER_AT:
            return DRAW
        if move < _END:
            return MODIFIER
        return NO_VERB
    if move < _PLACE_AT:
        return TAKE
    if move < _PAY_AT:
        return PLACE
    if move < _DISCARD_AT:
        return PAY
    if move < _STARTER_AT:
        return DISCARD
    return STARTER


# Arguments


def first_of(move: i64) -> i64:
    """Return the first kind of a pick."""
    return (move - _PICK_AT) // KIND_COUNT


def second_of(move: i64) -> i64:
    """Return the second kind of a pick."""
    return (move - _PICK_AT) % KIND_COUNT


def card_of(move: i64) -> i64:
    """Return the kind of card that is played home, played into the capital or drawn."""
    if move >= _DRAW_AT:
        return move - _DRAW_AT
    if move >= _CAPITAL_AT:
        return move - _CAPITAL_AT
    return move - _HOME_AT


def colour_of(move: i64) -> i64:
    """Return the colour of a take, place or pay."""
    if move >= _PAY_AT:
        return move - _PAY_AT
    if move >= _PLACE_AT:
        return move - _PLACE_AT
    return move - _TAKE_AT


def seat_of(move: i64) -> i64:
    """Return the seat that becomes the first starter."""
    return move - _STARTER_AT


def modifier_of(move: i64) -> i64:
    """Return the index of the modifier that is drawn."""
    return move - _MODIFIER_AT


# Constructors


def pick_move(first: i64, second: i64) -> i64:
    """Return the pick of two kinds, the lower one first."""
    return _PICK_AT + first * KIND_COUNT + second


def home_move(kind: i64) -> i64:
    """Return the move that plays a card into the hometown of its seat."""
    return _HOME_AT + kind


def capital_move(kind: i64) -> i64:
    """Return the move that plays a card into the capital."""
    return _CAPITAL_AT + kind


def play_move(kind: i64, into_capital: i64) -> i64:
    """Return the move that plays a card home (0) or into the capital (1), without a branch."""
    return _HOME_AT + into_capital * KIND_COUNT + kind


def take_move(colour: i64) -> i64:
    """Return the move by which the Cleric takes a card of a colour."""
    return _TAKE_AT + colour


def place_move(colour: i64) -> i64:
    """Return the move by which the Agent places a modifier above a colour."""
    return _PLACE_AT + colour


def pay_move(colour: i64) -> i64:
    """Return the move that pays gold to keep a colour."""
    return _PAY_AT + colour


def discard_move() -> i64:
    """Return the move that pays for no further colour."""
    return _DISCARD_AT


def starter_move(seat: i64) -> i64:
    """Return the chance move that makes a seat the first starter."""
    return _STARTER_AT + seat


def draw_move(kind: i64) -> i64:
    """Return the chance move that draws a card from the deck."""
    return _DRAW_AT + kind


def modifier_move(modifier: i64) -> i64:
    """Return the chance move that draws a modifier."""
    return _MODIFIER_AT + modifier
