"""CAPO's moves: the number of every verb and argument, and the texts of all moves.

This is the only module that does arithmetic on the numbers of moves. Other modules ask for the verb and the
argument of a move, and build moves from them.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS, CITY_COUNT
from caponata.games.capo.piles import POLICE_SHIFT
from caponata.games.capo.rankings import hand_ranking
from caponata.games.capo.sets import CardSets, set_pile, set_size

# Verbs, in the order of their moves.
PASS: Final[i64] = 0
TURN: Final[i64] = 1
KEEP: Final[i64] = 2
REFRAIN: Final[i64] = 3
HOLD: Final[i64] = 4
CHALLENGE: Final[i64] = 5
FIGHT: Final[i64] = 6
DISCARD: Final[i64] = 7
STAKE: Final[i64] = 8
YIELD: Final[i64] = 9
PICK: Final[i64] = 10
GIVE: Final[i64] = 11
LAY: Final[i64] = 12
DEALER: Final[i64] = 13
DRAW: Final[i64] = 14
CITY: Final[i64] = 15

# Verbs without an argument have one move each, numbered like the verb.
PASS_MOVE: Final[i64] = 0
TURN_MOVE: Final[i64] = 1
KEEP_MOVE: Final[i64] = 2
REFRAIN_MOVE: Final[i64] = 3
HOLD_MOVE: Final[i64] = 4

# The first move of every other verb. Records store texts, but learners and tests depend on these numbers.
_FIRST_CHALLENGE: Final[i64] = 5
_FIRST_FIGHT: Final[i64] = 13
_FIRST_DISCARD: Final[i64] = 64
_FIRST_STAKE: Final[i64] = 115
_FIRST_YIELD: Final[i64] = 120
_FIRST_PICK: Final[i64] = 125
_FIRST_GIVE: Final[i64] = 130
_FIRST_LAY: Final[i64] = 1457
_FIRST_DEALER: Final[i64] = 2643444
_FIRST_DRAW: Final[i64] = 2643452
_FIRST_CITY: Final[i64] = 2643503

CARD: Final = Domain("card", CARD_NAMES)
SEAT: Final = Domain("seat", ("1", "2", "3", "4", "5", "6", "7", "8"))
COLOUR: Final = Domain("colour", CITY_COLOURS)
GIFT: Final = CardSets("cards", 2)
PLAY: Final = CardSets("cards", 5)


def counts_as(number: int) -> str:
    """The hand that a set counts as, such as `union 5-6-7-8`, or an empty string if its cards say it all."""
    pile = set_pile(number)
    size = set_size(number)
    police = pile >> POLICE_SHIFT
    if size == 1 or (size == 2 and police != 1):
        return ""
    ranking = hand_ranking(size)
    name = ranking.name(pile)
    if not name:
        return ""
    if not police:
        return name
    ranks = "-".join([str(rank) for rank in ranking.ranks_as(pile)])
    return f"{'duo' if size == 2 else name} {ranks}"


SPACE: Final = MoveSpace(
    (
        Verb("pass", PASS_MOVE),
        Verb("turn", TURN_MOVE),
        Verb("keep", KEEP_MOVE),
        Verb("refrain", REFRAIN_MOVE),
        Verb("hold", HOLD_MOVE),
        Verb("challenge", _FIRST_CHALLENGE, (SEAT,)),
        Verb("fight", _FIRST_FIGHT, (CARD,)),
        Verb("discard", _FIRST_DISCARD, (CARD,)),
        Verb("stake", _FIRST_STAKE, (COLOUR,)),
        Verb("yield", _FIRST_YIELD, (COLOUR,)),
        Verb("pick", _FIRST_PICK, (COLOUR,)),
        Verb("give", _FIRST_GIVE, (GIFT,)),
        Verb("lay", _FIRST_LAY, (PLAY,), counts_as=counts_as),
        Verb("dealer", _FIRST_DEALER, (SEAT,), chance=True),
        Verb("draw", _FIRST_DRAW, (CARD,), chance=True),
        Verb("city", _FIRST_CITY, (COLOUR,), chance=True),
    )
)
_FIRST_MOVES: Final = vec[i64]([verb.first for verb in SPACE.verbs])  # by verb

# Reading moves


def verb_of(move: i64) -> i64:
    """The verb of a move."""
    if move >= _FIRST_LAY:  # the most frequent verbs first: this is called for every move of a playout
        if move < _FIRST_DEALER:
            return LAY
        if move >= _FIRST_CITY:
            return CITY
        if move >= _FIRST_DRAW:
            return DRAW
        return DEALER
    if move < _FIRST_CHALLENGE:
        return move
    return _rare_verb(move)


def _rare_verb(move: i64) -> i64:
    if move >= _FIRST_GIVE:
        return GIVE
    if move < _FIRST_FIGHT:
        return CHALLENGE
    if move < _FIRST_DISCARD:
        return FIGHT
    if move < _FIRST_STAKE:
        return DISCARD
    if move < _FIRST_YIELD:
        return STAKE
    if move < _FIRST_PICK:
        return YIELD
    return PICK


def cards_of(move: i64) -> i64:
    """The pile of cards that a `lay` or `give` move names."""
    if move >= _FIRST_LAY:
        return set_pile(move - _FIRST_LAY)
    return set_pile(move - _FIRST_GIVE)


def card_count_of(move: i64) -> i64:
    """The number of cards that a `lay` or `give` move names."""
    if move >= _FIRST_LAY:
        return set_size(move - _FIRST_LAY)
    return set_size(move - _FIRST_GIVE)


def card_of(move: i64) -> i64:
    """The card of a `fight`, `discard` or `draw` move."""
    if move >= _FIRST_DRAW:
        return move - _FIRST_DRAW
    if move >= _FIRST_DISCARD:
        return move - _FIRST_DISCARD
    return move - _FIRST_FIGHT


def colour_of(move: i64) -> i64:
    """The colour of a `city`, `stake`, `yield` or `pick` move."""
    if move >= _FIRST_CITY:
        return move - _FIRST_CITY
    return (move - _FIRST_STAKE) % CITY_COUNT


def seat_of(move: i64) -> i64:
    """The seat that a `challenge` or `dealer` move names."""
    if move >= _FIRST_DEALER:
        return move - _FIRST_DEALER
    return move - _FIRST_CHALLENGE


# Building moves


def move_of(verb: i64, argument: i64) -> i64:
    """The move with this verb and argument."""
    return _FIRST_MOVES[verb] + argument


def lay_move(number: i64) -> i64:
    """The move that lays the set of cards with this number."""
    return _FIRST_LAY + number


def give_move(number: i64) -> i64:
    """The move that gives the set of cards with this number."""
    return _FIRST_GIVE + number


def draw_move(card: i64) -> i64:
    """The chance move that deals a card."""
    return _FIRST_DRAW + card


def city_move(colour: i64) -> i64:
    """The chance move that draws a city card of this colour."""
    return _FIRST_CITY + colour
