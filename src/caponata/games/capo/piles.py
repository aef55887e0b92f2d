"""Piles packed into one integer.

A pile of cards has a bit for each of fifty and two bits that count the police; one of city cards has three
bits a colour. Adding piles is adding integers. Bits stand in the order of strength: the lowest is the best.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.cards import CITY_COPIES, CITY_COUNT, NATURAL, POLICE

HIGH_BIT: Final[i64] = 0x1000000000000000  # 1 << 60; shifted right, for mypyc shifts literals as 32 bits
EMPTY: Final[i64] = 0
NATURALS: Final[i64] = 0x3FFFFFFFFFFFF  # fifty bits
ONE_POLICE: Final[i64] = 0x4000000000000
FULL_DECK: Final[i64] = 0xBFFFFFFFFFFFF  # fifty bits and two police [CAPO-1.1]
CHUNK: Final[i64] = 1023  # two ranks
CHUNK_BITS: Final[i64] = 10
RANK_BITS: Final[i64] = 5
RANK_MASK: Final[i64] = 31

BIT_HASH: Final[i64] = 67
CARD_OF_BIT: Final = vec[i64]([next((bit for bit in range(60) if 2**bit % 67 == i), 0) for i in range(67)])
ONES: Final = vec[i64]([chunk.bit_count() for chunk in range(1024)])

EACH: Final[i64] = 7  # the city cards of one colour
CITY_BITS: Final[i64] = 3
ALL_CITY: Final[i64] = 0o77777


def card_pile(card: i64) -> i64:
    """A pile of one card."""
    return HIGH_BIT >> 60 - card


def natural_count(pile: i64) -> i64:
    """How many family cards lie in the pile: counted ten bits at a time."""
    return (
        ONES[pile & CHUNK]
        + ONES[pile >> 10 & CHUNK]
        + ONES[pile >> 20 & CHUNK]
        + ONES[pile >> 30 & CHUNK]
        + ONES[pile >> 40 & CHUNK]
    )


def size(pile: i64) -> i64:
    """How many cards lie in the pile."""
    return natural_count(pile) + (pile >> NATURAL)


def few(pile: i64) -> i64:
    """How many cards lie in a small pile."""
    count = pile >> NATURAL
    pile &= NATURALS
    while pile:
        pile &= pile - 1
        count += 1
    return count


def first_card(pile: i64) -> i64:
    """The best family card of a pile that has one, found without a walk: powers of two differ modulo 67."""
    return CARD_OF_BIT[(pile & -pile) % BIT_HASH]


def nth(pile: i64, ticket: i64) -> i64:
    """The card that a ticket below the pile's size falls on, cards counted in their order."""
    card: i64 = 0
    rest = pile & NATURALS
    while rest:
        here = ONES[rest & CHUNK]
        if ticket < here:
            rest &= CHUNK
            while ticket > 0:
                rest &= rest - 1
                ticket -= 1
            return card + CARD_OF_BIT[(rest & -rest) % BIT_HASH]
        ticket -= here
        rest >>= CHUNK_BITS
        card += CHUNK_BITS
    return POLICE


def holds(pile: i64, cards: i64) -> bool:
    """Whether all these cards lie in the pile."""
    return (cards & NATURALS) & ~pile == 0 and cards >> NATURAL <= pile >> NATURAL


def of_rank(pile: i64, rank: i64) -> i64:
    """The five bits of one rank, moved down."""
    return pile >> RANK_BITS * (rank - 1) & RANK_MASK


def strongest(pile: i64, count: i64) -> i64:
    """The strongest singles of a pile, so many of them: police first [CAPO-7.3]."""
    taken = pile >> NATURAL
    if taken > count:
        taken = count
    best = taken * ONE_POLICE
    rest = pile & NATURALS
    while taken < count:
        best += rest & -rest
        rest &= rest - 1
        taken += 1
    return best


def weakest(pile: i64, count: i64) -> i64:
    """The weakest singles of a pile, so many of them."""
    rest = pile
    left = few(pile) - count
    if left > 0:
        rest -= strongest(pile, left)
    return rest


def is_stronger(one: i64, other: i64) -> bool:
    """Whether a single beats another, both as piles of one card: police, then rank, then stars [CAPO-2.1]."""
    if one >> NATURAL:
        return not other >> NATURAL
    return other >> NATURAL == 0 and one < other


def cards_in(pile: i64) -> list[int]:
    """The cards of a pile by number, one entry a card, the best family cards first."""
    found: list[int] = []
    rest = pile & NATURALS
    while rest:
        found.append(first_card(rest))
        rest &= rest - 1
    return found + [int(POLICE)] * (pile >> NATURAL)


def pile_of(cards: list[int]) -> i64:
    """The pile of these cards."""
    pile: i64 = EMPTY
    for card in cards:
        pile += card_pile(card)
    return pile


def index_mask(hand: i64, cards: i64) -> i64:
    """The indices of some cards in a sorted hand, as bits. One of two police is always the first of them."""
    mask: i64 = 0
    bit: i64 = 1
    rest = hand & NATURALS
    while rest:
        card = rest & -rest
        if cards & card:
            mask |= bit
        bit += bit
        rest ^= card
    police = cards >> NATURAL
    while police > 0:
        mask |= bit
        bit += bit
        police -= 1
    return mask


# City cards


def city_card(colour: i64) -> i64:
    """A pile of one city card."""
    return HIGH_BIT >> 60 - CITY_BITS * colour


def city_copies(pile: i64, colour: i64) -> i64:
    """How many city cards of a colour lie in the pile."""
    return pile >> CITY_BITS * colour & EACH


def city_size(pile: i64) -> i64:
    """How many city cards lie in the pile."""
    return (pile & EACH) + (pile >> 3 & EACH) + (pile >> 6 & EACH) + (pile >> 9 & EACH) + (pile >> 12)


def city_nth(pile: i64, ticket: i64) -> i64:
    """The colour that a ticket below the pile's size falls on."""
    colour: i64 = 0
    while True:
        here = pile & EACH
        if ticket < here:
            return colour
        ticket -= here
        pile >>= CITY_BITS
        colour += 1


def only_colour(pile: i64) -> i64:
    """The colour of all city cards in the pile, or -1 when there are several or none."""
    colour: i64 = 0
    found: i64 = -1
    while colour < CITY_COUNT:
        if pile >> CITY_BITS * colour & EACH:
            if found >= 0:
                return -1
            found = colour
        colour += 1
    return found


def best_set(pile: i64, *, wild: bool) -> i64:
    """How many cards of one colour the pile has at best; wild yellow counts with every colour [CAPO-8.2]."""
    best: i64 = 0
    colour: i64 = 0
    if wild:
        best = pile & EACH
        colour = 1
        while colour < CITY_COUNT:
            here = (pile & EACH) + (pile >> CITY_BITS * colour & EACH)
            if here > best:
                best = here
            colour += 1
        if best > CITY_COPIES:
            best = CITY_COPIES
        return best
    while colour < CITY_COUNT:
        here = pile >> CITY_BITS * colour & EACH
        if here > best:
            best = here
        colour += 1
    return best


def colours_in(pile: i64) -> list[int]:
    """The city cards of a pile, one entry a card, by colour."""
    found: list[int] = []
    colour: i64 = 0
    while colour < CITY_COUNT:
        found += [int(colour)] * city_copies(pile, colour)
        colour += 1
    return found
