"""The moves of Caper. No other module does arithmetic on move numbers."""

from __future__ import annotations

from typing import Final

from caponata.engine.moves import Domain, MoveSpace, Verb

NUMBERS: Final = 6  # the numbers on the cards are 1 to 6

# Verbs.
LAY: Final = 0
DEAL: Final = 1
NO_VERB: Final = -1

# The first move number of each verb.
_LAY_AT: Final = 0
_DEAL_AT: Final = _LAY_AT + NUMBERS
_END: Final = _DEAL_AT + NUMBERS

NUMBER: Final = Domain("number", tuple(str(number) for number in range(1, NUMBERS + 1)))
SPACE: Final = MoveSpace((Verb("lay", _LAY_AT, (NUMBER,)), Verb("deal", _DEAL_AT, (NUMBER,), chance=True)))


def verb_of(move: int) -> int:
    """Return the verb of a move, or `NO_VERB` for a number that names no move."""
    if _LAY_AT <= move < _DEAL_AT:
        return LAY
    return DEAL if _DEAL_AT <= move < _END else NO_VERB


def card_of(move: int) -> int:
    """Return the card that is laid or dealt."""
    return move - (_LAY_AT if verb_of(move) == LAY else _DEAL_AT)


def lay_move(card: int) -> int:
    """Return the move that lays a card."""
    return _LAY_AT + card


def deal_move(card: int) -> int:
    """Return the chance move that deals a card."""
    return _DEAL_AT + card
