"""Piles of cards packed into one integer.

A pile of cards has one bit for each of the fifty family cards, and above them the number of police. A pile of
city cards has three bits per colour. Piles are added and subtracted like integers. The lowest bit is the
strongest card.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo.cards import CITY_COPIES, CITY_COUNT, POLICE

HIGH_BIT: Final[i64] = 0x1000000000000000  # 1 << 60: shifted right, because mypyc shifts literals as 32 bits
EMPTY: Final[i64] = 0
FAMILY_CARDS: Final[i64] = 0x3FFFFFFFFFFFF  # the fifty bits of family cards
POLICE_SHIFT: Final[i64] = 50  # `pile >> POLICE_SHIFT` is the number of police in a pile
ONE_POLICE: Final[i64] = 0x4000000000000
FULL_DECK: Final[i64] = 0xBFFFFFFFFFFFF  # fifty family cards and two police [CAPO-1.1]
CHUNK: Final[i64] = 1023  # ten bits: two ranks
CHUNK_BITS: Final[i64] = 10
RANK_BITS: Final[i64] = 5
RANK_MASK: Final[i64] = 31

BIT_HASH: Final[i64] = 67  # the powers of two below 2**66 have different remainders modulo 67
CARD_OF_BIT: Final = vec[i64]([next((bit for bit in range(60) if 2**bit % 67 == i), 0) for i in range(67)])
BIT_COUNTS: Final = vec[i64]([chunk.bit_count() for chunk in range(1024)])

COLOUR_MASK: Final[i64] = 7  # the city cards of one colour
COLOUR_BITS: Final[i64] = 3
ALL_CITY: Final[i64] = 0o77777


def card_pile(card: i64) -> i64:
    """A pile of one card."""
    return HIGH_BIT >> 60 - card


def family_card_count(pile: i64) -> i64:
    """Number of family cards in a pile, counted ten bits at a time."""
    return (
        BIT_COUNTS[pile & CHUNK]
        + BIT_COUNTS[pile >> 10 & CHUNK]
        + BIT_COUNTS[pile >> 20 & CHUNK]
        + BIT_COUNTS[pile >> 30 & CHUNK]
        + BIT_COUNTS[pile >> 40 & CHUNK]
    )


def pile_size(pile: i64) -> i64:
    """Number of cards in a pile."""
    return family_card_count(pile) + (pile >> POLICE_SHIFT)


def small_pile_size(pile: i64) -> i64:
    """Number of cards in a pile; faster than `pile_size` for a hand."""
    count = pile >> POLICE_SHIFT
    pile &= FAMILY_CARDS
    while pile:
        pile &= pile - 1
        count += 1
    return count


def first_card(pile: i64) -> i64:
    """The strongest family card of a pile that has one, looked up by a perfect hash of its bit."""
    return CARD_OF_BIT[(pile & -pile) % BIT_HASH]


def nth_card(pile: i64, n: i64) -> i64:
    """The card at index `n` of a sorted pile, police last."""
    card: i64 = 0
    rest = pile & FAMILY_CARDS
    while rest:
        count = BIT_COUNTS[rest & CHUNK]
        if n < count:
            rest &= CHUNK
            while n > 0:
                rest &= rest - 1
                n -= 1
            return card + CARD_OF_BIT[(rest & -rest) % BIT_HASH]
        n -= count
        rest >>= CHUNK_BITS
        card += CHUNK_BITS
    return POLICE


def contains(pile: i64, cards: i64) -> bool:
    """Return whether a pile contains all these cards."""
    return (cards & FAMILY_CARDS) & ~pile == 0 and cards >> POLICE_SHIFT <= pile >> POLICE_SHIFT


def rank_bits(pile: i64, rank: i64) -> i64:
    """The five bits of the cards of one rank."""
    return pile >> RANK_BITS * (rank - 1) & RANK_MASK


def strongest(pile: i64, count: i64) -> i64:
    """The `count` strongest singles of a pile, police first [CAPO-7.3]."""
    taken = pile >> POLICE_SHIFT
    if taken > count:
        taken = count
    best = taken * ONE_POLICE
    rest = pile & FAMILY_CARDS
    while taken < count:
        best += rest & -rest
        rest &= rest - 1
        taken += 1
    return best


def weakest(pile: i64, count: i64) -> i64:
    """The `count` weakest singles of a pile."""
    rest = pile
    left = small_pile_size(pile) - count
    if left > 0:
        rest -= strongest(pile, left)
    return rest


def is_stronger(one: i64, other: i64) -> bool:
    """Return whether one single, given as a pile, beats another: by police, rank, stars [CAPO-2.1]."""
    if one >> POLICE_SHIFT:
        return not other >> POLICE_SHIFT
    return other >> POLICE_SHIFT == 0 and one < other


def cards_in(pile: i64) -> list[int]:
    """The cards of a pile in order, police last."""
    cards: list[int] = []
    rest = pile & FAMILY_CARDS
    while rest:
        cards.append(first_card(rest))
        rest &= rest - 1
    return cards + [int(POLICE)] * (pile >> POLICE_SHIFT)


def pile_of(cards: list[int]) -> i64:
    """The pile of these cards."""
    pile: i64 = EMPTY
    for card in cards:
        pile += card_pile(card)
    return pile


def index_mask(hand: i64, cards: i64) -> i64:
    """The indices of some cards in a sorted hand, as bits. A single police card is the hand's first one."""
    mask: i64 = 0
    bit: i64 = 1
    rest = hand & FAMILY_CARDS
    while rest:
        card = rest & -rest
        if cards & card:
            mask |= bit
        bit += bit
        rest ^= card
    police = cards >> POLICE_SHIFT
    while police > 0:
        mask |= bit
        bit += bit
        police -= 1
    return mask


# City cards


def city_card(colour: i64) -> i64:
    """A pile of one city card."""
    return HIGH_BIT >> 60 - COLOUR_BITS * colour


def city_pile_of(colours: list[int]) -> i64:
    """The pile of city cards of these colours."""
    pile: i64 = EMPTY
    for colour in colours:
        pile += city_card(colour)
    return pile


def city_copies(pile: i64, colour: i64) -> i64:
    """Number of city cards of a colour in a pile."""
    return pile >> COLOUR_BITS * colour & COLOUR_MASK


def city_size(pile: i64) -> i64:
    """Number of city cards in a pile."""
    return (
        (pile & COLOUR_MASK)
        + (pile >> 3 & COLOUR_MASK)
        + (pile >> 6 & COLOUR_MASK)
        + (pile >> 9 & COLOUR_MASK)
        + (pile >> 12)
    )


def nth_city(pile: i64, n: i64) -> i64:
    """The colour of the city card at index `n` of a pile sorted by colour."""
    colour: i64 = 0
    while True:
        copies = pile & COLOUR_MASK
        if n < copies:
            return colour
        n -= copies
        pile >>= COLOUR_BITS
        colour += 1


def only_colour(pile: i64) -> i64:
    """The colour of all city cards in a pile, or -1 if it has several colours or no card."""
    colour: i64 = 0
    only: i64 = -1
    while colour < CITY_COUNT:
        if pile >> COLOUR_BITS * colour & COLOUR_MASK:
            if only >= 0:
                return -1
            only = colour
        colour += 1
    return only


def best_set(pile: i64, *, wild: bool) -> i64:
    """Size of the largest set of one colour; wild yellow cards count with every colour [CAPO-8.2]."""
    best: i64 = 0
    colour: i64 = 0
    if wild:
        best = pile & COLOUR_MASK
        colour = 1
        while colour < CITY_COUNT:
            count = (pile & COLOUR_MASK) + (pile >> COLOUR_BITS * colour & COLOUR_MASK)
            if count > best:
                best = count
            colour += 1
        if best > CITY_COPIES:
            best = CITY_COPIES
        return best
    while colour < CITY_COUNT:
        count = pile >> COLOUR_BITS * colour & COLOUR_MASK
        if count > best:
            best = count
        colour += 1
    return best


def colours_in(pile: i64) -> list[int]:
    """The colours of the city cards in a pile, in order, one entry per card."""
    colours: list[int] = []
    colour: i64 = 0
    while colour < CITY_COUNT:
        colours += [int(colour)] * city_copies(pile, colour)
        colour += 1
    return colours
