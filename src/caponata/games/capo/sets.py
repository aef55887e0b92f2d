"""Sets of up to five cards, numbered: by size, then by how many police there are, then by their cards.

Family cards are ranked by the combinatorial number system: {a < b < c} has C(a, 1) + C(b, 2) + C(c, 3).
"""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.cards import CARD_NAMES, NATURAL
from caponata.games.capo.piles import CARD_OF_BIT, NATURALS, ONE_POLICE, card_pile, cards_in, pile_of

LARGEST: Final[i64] = 5
BINOMIALS: Final = vec[i64](  # BINOMIALS[51 * k + n] is C(n, k)
    [comb(n, k) for k in range(6) for n in range(51)]
)
WIDTH: Final[i64] = 51
FIRSTS: Final = vec[i64](  # FIRSTS[3 * size + police] is the first number of such sets
    [
        sum(comb(50, s - p) for s in range(1, 6) for p in range(3) if p <= s and (s, p) < (size, police))
        for size in range(7)
        for police in range(3)
    ]
)
NAME_TO_CARD: Final = {name: card for card, name in enumerate(CARD_NAMES)}
JOIN: Final = "+"


def set_count(largest: int) -> int:
    """How many sets there are of up to so many cards."""
    return FIRSTS[3 * largest + 3]


def set_number(pile: i64, size: i64) -> i64:
    """The number of a set of so many cards."""
    number = FIRSTS[3 * size + (pile >> NATURAL)]
    rest = pile & NATURALS
    row = WIDTH
    while rest:
        number += BINOMIALS[row + CARD_OF_BIT[(rest & -rest) % 67]]
        rest &= rest - 1
        row += WIDTH
    return number


def set_pile(number: i64) -> i64:
    """The set with this number, as a pile."""
    if number < NATURAL:
        return card_pile(number)
    at: i64 = 3
    while at < 3 * LARGEST + 2 and number >= FIRSTS[at + 1]:
        at += 1
    police = at % 3
    left = at // 3 - police
    number -= FIRSTS[at]
    pile = police * ONE_POLICE
    card = NATURAL
    while left > 0:
        row = WIDTH * left
        card -= 1
        while BINOMIALS[row + card] > number:
            card -= 1
        number -= BINOMIALS[row + card]
        pile += card_pile(card)
        left -= 1
    return pile


def set_size(number: i64) -> i64:
    """How many cards the set with this number has."""
    size: i64 = 1
    while size < LARGEST and number >= FIRSTS[3 * size + 3]:
        size += 1
    return size


class CardSets:
    """The domain of all sets of up to so many cards, named `red-5+blue-5`, as an argument of a verb."""

    def __init__(self, title: str, largest: int) -> None:
        self.title = title
        self.largest = largest

    def __len__(self) -> int:
        return set_count(self.largest)

    def name(self, index: int) -> str:
        """The cards of a set, joined."""
        return JOIN.join([CARD_NAMES[card] for card in cards_in(set_pile(index))])

    def index(self, name: str) -> int:
        """The set of these cards, in any order, or a `ValueError`."""
        cards: list[int] = []
        for part in name.split(JOIN):
            if part not in NAME_TO_CARD:
                raise ValueError(name)
            cards.append(NAME_TO_CARD[part])
        if len(cards) > self.largest or len(set(cards)) + max(cards.count(50) - 1, 0) != len(cards):
            raise ValueError(name)
        if cards.count(50) > 2:
            raise ValueError(name)
        return set_number(pile_of(cards), len(cards))
