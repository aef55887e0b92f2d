"""Sets of up to five cards, numbered by size, then by police, then by family cards.

Family cards are ranked by the combinatorial number system: {a < b < c} has C(a, 1) + C(b, 2) + C(c, 3). A set
of one card has the number of that card.
"""

from __future__ import annotations

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.cards import CARD_NAMES, CARD_NUMBERS, NATURALS, POLICE, POLICE_COUNT
from caponata.games.capo.piles import (
    BIT_HASH,
    CARD_OF_BIT,
    FAMILY_CARDS,
    ONE_POLICE,
    POLICE_SHIFT,
    card_pile,
    cards_in,
    pile_of,
)

LARGEST: Final[i64] = 5
BINOMIALS: Final = vec[i64](  # BINOMIALS[51 * k + n] is C(n, k)
    [comb(n, k) for k in range(6) for n in range(51)]
)
WIDTH: Final[i64] = 51
FIRST_NUMBERS: Final = vec[i64](  # FIRST_NUMBERS[3 * size + police] is the first number of these sets
    [
        sum(comb(50, s - p) for s in range(1, 6) for p in range(3) if p <= s and (s, p) < (size, police))
        for size in range(7)
        for police in range(3)
    ]
)
JOIN: Final = "+"


def set_count(largest: int) -> int:
    """Number of sets of at most `largest` cards."""
    return FIRST_NUMBERS[3 * largest + 3]


def set_number(pile: i64, size: i64) -> i64:
    """The number of the set with these cards, `size` of them."""
    number = FIRST_NUMBERS[3 * size + (pile >> POLICE_SHIFT)]
    rest = pile & FAMILY_CARDS
    row = WIDTH
    while rest:
        number += BINOMIALS[row + CARD_OF_BIT[(rest & -rest) % BIT_HASH]]  # first_card, written out for speed
        rest &= rest - 1
        row += WIDTH
    return number


def set_pile(number: i64) -> i64:
    """The cards of the set with this number, as a pile."""
    if number < NATURALS:
        return card_pile(number)
    index: i64 = 3
    while index < 3 * LARGEST + 2 and number >= FIRST_NUMBERS[index + 1]:
        index += 1
    police = index % 3
    left = index // 3 - police
    number -= FIRST_NUMBERS[index]
    pile = police * ONE_POLICE
    card = NATURALS
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
    """Number of cards in the set with this number."""
    size: i64 = 1
    while size < LARGEST and number >= FIRST_NUMBERS[3 * size + 3]:
        size += 1
    return size


class CardSets:
    """An argument of a verb: a set of up to `largest` cards, named `red-5+blue-5`."""

    def __init__(self, title: str, largest: int) -> None:
        self.title = title
        self.largest = largest

    def __len__(self) -> int:
        return set_count(self.largest)

    def name(self, index: int) -> str:
        """The names of a set's cards, joined by `+`."""
        return JOIN.join([CARD_NAMES[card] for card in cards_in(set_pile(index))])

    def index(self, name: str) -> int:
        """The number of the set of these cards, in any order, or a `ValueError`."""
        cards: list[int] = []
        for part in name.split(JOIN):
            if part not in CARD_NUMBERS:
                raise ValueError(name)
            cards.append(CARD_NUMBERS[part])
        police = cards.count(POLICE)
        if len(cards) > self.largest or len(set(cards)) + max(police - 1, 0) != len(cards):
            raise ValueError(name)
        if police > POLICE_COUNT:
            raise ValueError(name)
        return set_number(pile_of(cards), len(cards))
