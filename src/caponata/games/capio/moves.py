"""Capio's moves: their numbers, verbs, arguments and texts.

This is the only module that does arithmetic on move numbers. Other modules read moves with `verb_of` and the
accessors, and build moves with the functions that end in `_move`.
"""

from __future__ import annotations

from itertools import combinations
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capio.cards import CARD_NAMES, KIND_FIELDS, KIND_NAMES, TOWERS
from caponata.games.capio.dice import COLOUR_NAMES, DIE_NAMES, THROW_COUNT, THROW_NAMES

# Verbs.
READY: Final[i64] = 0
TAKE: Final[i64] = 1
PLACE: Final[i64] = 2
STOP: Final[i64] = 3
REST: Final[i64] = 4
LET_GO: Final[i64] = 5
CHOOSE: Final[i64] = 6
DEAL: Final[i64] = 7
ROLL: Final[i64] = 8
THROW: Final[i64] = 9

# The only move, or the first move, of each verb. Records and snapshots depend on these numbers.
READY_MOVE: Final[i64] = 0
FIRST_TAKE: Final[i64] = 1  # + die type
FIRST_PLACE: Final[i64] = 61  # + kind * DESTINATIONS + destination
STOP_MOVE: Final[i64] = 193
REST_MOVE: Final[i64] = 194
LET_GO_MOVE: Final[i64] = 195
FIRST_CHOOSE: Final[i64] = 196  # + index of three kinds in TRIPLES; the first chance move
FIRST_DEAL: Final[i64] = 216  # + card
FIRST_ROLL: Final[i64] = 300  # + number - 1
FIRST_THROW: Final[i64] = 306  # + colour * THROW_COUNT + throw

# Destinations of a die on a card: beside it, on field 1 to 12, or parked for field 1 to 9 of a Towers card.
BESIDE: Final[i64] = 0
PARK_OFFSET: Final[i64] = 12  # + field
DESTINATIONS: Final[i64] = 22
DESTINATION_NAMES: Final = (
    "beside",
    *(str(field) for field in range(1, 13)),
    *(f"park-{field}" for field in range(1, 10)),
)
# The destinations of a card as a bit set, by kind: beside it, its fields, and the parking of a Towers card.
DESTINATION_SETS: Final = vec[i64](
    [
        sum(
            1 << destination
            for destination in range(int(DESTINATIONS))
            if destination <= fields or (kind == TOWERS and destination > PARK_OFFSET)
        )
        for kind, fields in enumerate(KIND_FIELDS)
    ]
)

# The three different kinds that a seat may roll, also as bit sets.
TRIPLES: Final = tuple(combinations(range(6), 3))
TRIPLE_NAMES: Final = tuple("".join(str(kind + 1) for kind in triple) for triple in TRIPLES)
TRIPLE_COUNT: Final[i64] = 20
TRIPLE_SETS: Final = vec[i64]([sum(1 << kind for kind in triple) for triple in TRIPLES])

SPACE: Final = MoveSpace(
    (
        Verb("ready", READY_MOVE),
        Verb("take", FIRST_TAKE, (Domain("die", DIE_NAMES),), binding=True),  # [CAPIO-3.3]
        Verb(
            "place",
            FIRST_PLACE,
            (Domain("card", KIND_NAMES), Domain("where", DESTINATION_NAMES)),
            binding=True,
        ),
        Verb("stop", STOP_MOVE, binding=True),
        Verb("rest", REST_MOVE, binding=True),
        Verb("let-go", LET_GO_MOVE, binding=True),
        Verb("choose", FIRST_CHOOSE, (Domain("kinds", TRIPLE_NAMES),), chance=True),
        Verb("deal", FIRST_DEAL, (Domain("goal", CARD_NAMES),), chance=True),
        Verb("roll", FIRST_ROLL, (Domain("number", ("1", "2", "3", "4", "5", "6")),), chance=True),
        Verb(
            "throw", FIRST_THROW, (Domain("colour", COLOUR_NAMES), Domain("fall", THROW_NAMES)), chance=True
        ),
    )
)


def verb_of(move: i64) -> i64:
    """The verb of a move."""
    if move < FIRST_PLACE:
        if move < FIRST_TAKE:
            return READY
        return TAKE
    if move < STOP_MOVE:
        return PLACE
    if move >= FIRST_THROW:
        return THROW
    if move == STOP_MOVE:
        return STOP
    if move == REST_MOVE:
        return REST
    if move == LET_GO_MOVE:
        return LET_GO
    if move < FIRST_DEAL:
        return CHOOSE
    if move < FIRST_ROLL:
        return DEAL
    return ROLL


def is_chance_move(move: i64) -> bool:
    """Return whether only chance makes this move."""
    return move >= FIRST_CHOOSE


def die_type_of(move: i64) -> i64:
    """The die type that a `take` move takes."""
    return move - FIRST_TAKE


def kind_of(move: i64) -> i64:
    """The kind of the card that a `place` move puts a die on."""
    return (move - FIRST_PLACE) // DESTINATIONS


def destination_of(move: i64) -> i64:
    """The destination of a `place` move on its card."""
    return (move - FIRST_PLACE) % DESTINATIONS


def triple_of(move: i64) -> i64:
    """The index in `TRIPLES` of the kinds that a `choose` move selects."""
    return move - FIRST_CHOOSE


def card_of(move: i64) -> i64:
    """The card that a `deal` move deals."""
    return move - FIRST_DEAL


def number_of(move: i64) -> i64:
    """The number that a `roll` move rolls, 1 to 6."""
    return move - FIRST_ROLL + 1


def colour_of(move: i64) -> i64:
    """The colour of the dice that a `throw` move throws."""
    return (move - FIRST_THROW) // THROW_COUNT


def throw_of(move: i64) -> i64:
    """The index in `THROWS` of the numbers that a `throw` move shows."""
    return (move - FIRST_THROW) % THROW_COUNT


def take_move(die_type: i64) -> i64:
    """The move that takes a die of this type."""
    return FIRST_TAKE + die_type


def place_move(kind: i64, destination: i64) -> i64:
    """The move that puts the die in hand on the seat's card of this kind."""
    return FIRST_PLACE + DESTINATIONS * kind + destination


def choose_move(triple: i64) -> i64:
    """The chance move that selects three kinds."""
    return FIRST_CHOOSE + triple


def deal_move(card: i64) -> i64:
    """The chance move that deals a card."""
    return FIRST_DEAL + card


def roll_move(number: i64) -> i64:
    """The chance move that rolls a number, 1 to 6."""
    return FIRST_ROLL + number - 1


def throw_move(colour: i64, throw: i64) -> i64:
    """The chance move that throws the four dice of a colour."""
    return FIRST_THROW + THROW_COUNT * colour + throw
