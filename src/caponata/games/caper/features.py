"""What learners observe of Caper: the fields of a view as numbers."""

from __future__ import annotations

from typing import Final

from caponata.engine.features import ByName, BySeat, Fields, Number, OneOf, Seats
from caponata.games.caper.moves import NUMBERS
from caponata.games.caper.rules import COPIES

MOST_CARDS: Final = 3  # in a hand
MOST_SEATS: Final = 4
MOST_POINTS: Final = MOST_CARDS * NUMBERS
FACES: Final = tuple(str(number) for number in range(1, NUMBERS + 1))

_cards: Final = ByName(FACES, Number(COPIES))

FEATURES: Final = Fields(
    {
        "dealing": Number(MOST_SEATS * MOST_CARDS),
        "to_act": Seats(),
        "points": BySeat(Number(MOST_POINTS)),
        "cards": BySeat(Number(MOST_CARDS)),
        "discards": _cards,
        "hand": _cards,
        "laid": OneOf(range(1, NUMBERS + 1)),
    },
    left_out={
        "game": "the same in every position",
        "rules_version": "the same in every position",
        "options": "fixed before the game",
        "seats": "fixed before the game",
        "seat": "seats are numbered relative to it",
    },
)
