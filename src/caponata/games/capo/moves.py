"""CAPO's moves, as numbers and as words."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.engine.moves import Domain, MoveSpace, Verb
from caponata.games.capo.cards import CARD_NAMES, CITY_COLOURS, NATURAL
from caponata.games.capo.kinds import ladder
from caponata.games.capo.piles import NATURALS
from caponata.games.capo.sets import CardSets, set_pile, set_size

PASS: Final[i64] = 0
TURN: Final[i64] = 1
KEEP: Final[i64] = 2
REFRAIN: Final[i64] = 3
HOLD: Final[i64] = 4
CHALLENGE: Final[i64] = 5
FIGHT: Final[i64] = 13
DISCARD: Final[i64] = 64
STAKE: Final[i64] = 115
YIELD: Final[i64] = 120
PICK: Final[i64] = 125
GIVE: Final[i64] = 130
LAY: Final[i64] = 1457
DEALER: Final[i64] = 2643444
DRAW: Final[i64] = 2643452
CITY: Final[i64] = 2643503

CARD: Final = Domain("card", CARD_NAMES)
SEAT: Final = Domain("seat", ("1", "2", "3", "4", "5", "6", "7", "8"))
COLOUR: Final = Domain("colour", CITY_COLOURS)
GIFT: Final = CardSets("cards", 2)
PLAY: Final = CardSets("cards", 5)


def counts_as(number: int) -> str:
    """What a set counts as, where its cards alone do not say: `union 5-6-7-8`."""
    pile = set_pile(number)
    size = set_size(number)
    police = pile >> NATURAL
    if size == 1 or (size == 2 and police != 1):
        return ""
    hands = ladder(size)
    name = hands.name(pile)
    if not name:
        return ""
    if not police:
        return name
    ranks = "-".join([str(rank) for rank in hands.ranks_as(pile)])
    return f"{'duo' if size == 2 else name} {ranks}"


SPACE: Final = MoveSpace(
    (
        Verb("pass", PASS),
        Verb("turn", TURN),
        Verb("keep", KEEP),
        Verb("refrain", REFRAIN),
        Verb("hold", HOLD),
        Verb("challenge", CHALLENGE, (SEAT,)),
        Verb("fight", FIGHT, (CARD,)),
        Verb("discard", DISCARD, (CARD,)),
        Verb("stake", STAKE, (COLOUR,)),
        Verb("yield", YIELD, (COLOUR,)),
        Verb("pick", PICK, (COLOUR,)),
        Verb("give", GIVE, (GIFT,)),
        Verb("lay", LAY, (PLAY,), counts_as=counts_as),
        Verb("dealer", DEALER, (SEAT,), chance=True),
        Verb("draw", DRAW, (CARD,), chance=True),
        Verb("city", CITY, (COLOUR,), chance=True),
    )
)


def places_in(hand: i64, cards: i64) -> i64:
    """The places of some cards in a sorted hand, as bits; of two police the first counts first."""
    places: i64 = 0
    bit: i64 = 1
    rest = hand & NATURALS
    while rest:
        card = rest & -rest
        if cards & card:
            places |= bit
        bit += bit
        rest ^= card
    police = cards >> NATURAL
    while police > 0:
        places |= bit
        bit += bit
        police -= 1
    return places
