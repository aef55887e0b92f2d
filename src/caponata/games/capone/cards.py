"""Sets of cards packed into one integer: one bit for each of the 56 cards.

The copies of a card have adjacent bits. They are interchangeable, so functions always take the copy with the
lowest bit.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

COPIES: Final = (*[4] * 10, *[1] * 8, *[1] * 3, 2, 1, 1, 1)  # [CAPONE-1.2]
CARDS: Final[i64] = 56
HIGH_BIT: Final[i64] = 0x0100000000000000  # 1 << 56, to be shifted right: mypyc shifts literals as 32 bits
FULL_DECK: Final[i64] = 0x00FFFFFFFFFFFFFF
SMALL_DECK: Final[i64] = 0x00FFFF7777777777  # for three seats: one copy less of every illegal business

STARTS: Final = tuple(sum(COPIES[:kind]) for kind in range(25))
KIND_MASKS: Final = vec[i64]([(2**copies - 1) << start for copies, start in zip(COPIES, STARTS)])
KIND_OF: Final = vec[i64]([kind for kind, copies in enumerate(COPIES) for _ in range(copies)])
BIT_HASH: Final[i64] = 67
KIND_OF_BIT: Final = vec[i64](
    [next((KIND_OF[bit] for bit in range(56) if 2**bit % 67 == i), i64(0)) for i in range(67)]
)
BYTE: Final[i64] = 255
BYTE_BITS: Final[i64] = 8
BITS_IN: Final = vec[i64]([byte.bit_count() for byte in range(256)])
LOWEST_IN: Final = vec[i64]([(byte & -byte).bit_length() - 1 for byte in range(256)])


def size(cards: i64) -> i64:
    """The number of cards in a set."""
    count: i64 = 0
    while cards:
        count += BITS_IN[cards & BYTE]
        cards >>= BYTE_BITS
    return count


def first_kind(cards: i64) -> i64:
    """The kind of the first card in a set, which must not be empty."""
    return KIND_OF_BIT[(cards & -cards) % BIT_HASH]


def one_of(cards: i64, kind: i64) -> i64:
    """The set of one card of a kind, or 0 if there is none."""
    copies = cards & KIND_MASKS[kind]
    return copies & -copies


def copies(cards: i64, kind: i64) -> i64:
    """The number of cards of a kind in a set."""
    return size(cards & KIND_MASKS[kind])


def nth_kind(cards: i64, index: i64) -> i64:
    """The kind of the card at this index of a set, in the order of kinds."""
    return KIND_OF[nth_bit(cards, index)]


def nth_bit(cards: i64, index: i64) -> i64:
    """The bit number of the card at this index of a set."""
    start: i64 = 0
    while True:
        here = BITS_IN[cards & BYTE]
        if index < here:
            break
        index -= here
        cards >>= BYTE_BITS
        start += BYTE_BITS
    while index > 0:
        cards &= cards - 1
        index -= 1
    return start + LOWEST_IN[cards & BYTE]


def kinds(cards: i64) -> list[int]:
    """The kinds of the cards in a set, one entry per card."""
    listed: list[int] = []
    while cards:
        listed.append(first_kind(cards))
        cards &= cards - 1
    return listed


def card(number: i64) -> i64:
    """The set of one card, given its bit number."""
    return HIGH_BIT >> CARDS - number


def set_of(wanted: list[int], among: i64) -> i64:
    """A set of cards of these kinds, taken from another set."""
    taken: i64 = 0
    for kind in wanted:
        taken |= one_of(among & ~taken, kind)
    return taken


def full_deck(seats: i64) -> i64:
    """All cards of a game: with three seats, one less of every illegal business [CAPONE-1.2]."""
    if seats == 3:
        return SMALL_DECK
    return FULL_DECK
