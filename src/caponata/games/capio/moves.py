"""Capio's moves, as numbers and as words: dice go by their looks, places by their card."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capio.cards import CARD_NAMES, KIND_NAMES
from caponata.games.capio.dice import COLOUR_NAMES, FALL_NAMES, LOOK_NAMES

READY: Final[i64] = 0
TAKE: Final[i64] = 1  # colour and number
PLACE: Final[i64] = 61  # kind, where
STOP: Final[i64] = 193
REST: Final[i64] = 194
LET_GO: Final[i64] = 195
CHOOSE: Final[i64] = 196  # three kinds
DEAL: Final[i64] = 216  # card
ROLL: Final[i64] = 300  # number
THROW: Final[i64] = 306  # colour, fall

# Where a die may be put on a card.
BESIDE: Final[i64] = 0
PARK: Final[i64] = 12  # + field of a Towers card
WHERES: Final[i64] = 22
WHERE_NAMES: Final = (
    "beside",
    *(str(field) for field in range(1, 13)),
    *(f"park-{field}" for field in range(1, 10)),
)

# The three different numbers that a seat may roll, as sets of kinds.
TRIPLES: Final = tuple(combinations(range(6), 3))
TRIPLE_NAMES: Final = tuple("".join(str(kind + 1) for kind in triple) for triple in TRIPLES)
TRIPLE_COUNT: Final[i64] = 20
TRIPLE_KINDS: Final = vec[i64]([sum(1 << kind for kind in triple) for triple in TRIPLES])

SPACE: Final = MoveSpace(
    (
        Verb("ready", READY),
        Verb("take", TAKE, (Domain("die", LOOK_NAMES),), binding=True),  # [CAPIO-3.3]
        Verb("place", PLACE, (Domain("card", KIND_NAMES), Domain("where", WHERE_NAMES)), binding=True),
        Verb("stop", STOP, binding=True),
        Verb("rest", REST, binding=True),
        Verb("let-go", LET_GO, binding=True),
        Verb("choose", CHOOSE, (Domain("kinds", TRIPLE_NAMES),), chance=True),
        Verb("deal", DEAL, (Domain("goal", CARD_NAMES),), chance=True),
        Verb("roll", ROLL, (Domain("number", ("1", "2", "3", "4", "5", "6")),), chance=True),
        Verb("throw", THROW, (Domain("colour", COLOUR_NAMES), Domain("fall", FALL_NAMES)), chance=True),
    )
)
