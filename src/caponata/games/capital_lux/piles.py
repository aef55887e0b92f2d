"""Piles of cards packed into one integer: three bits a kind, twenty kinds.

Adding piles is adding integers; a card is a pile of one. No kind has more than four copies, so
three bits never overflow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capital_lux.moves import COLOUR_COUNT, COPIES, KINDS, LOWEST, VALUES

HIGH_BIT: Final[i64] = 0x1000000000000000  # 1 << 60; shifted right, for mypyc shifts literals as 32 bits
EMPTY: Final[i64] = 0
EACH: Final[i64] = 7  # the copies of one kind
CHUNK: Final[i64] = 0x7FFF  # the five kinds of one colour
CHUNK_BITS: Final[i64] = 15


ONE_EACH: Final[i64] = 0o11111111111111111111  # the lowest bit of every kind
TWO_OR_MORE: Final[i64] = 0o33333333333333333333  # of a pile shifted right once: kinds there twice or more
PAIRS: Final[i64] = 0o07070707070707070707  # every other kind
BIT_HASH: Final[i64] = 67
KIND_OF_BIT: Final = vec[i64](
    [next((bit // 3 for bit in range(60) if 2**bit % 67 == i), 0) for i in range(67)]
)


def card(kind: i64) -> i64:
    """A pile of one card."""
    return HIGH_BIT >> 60 - 3 * kind


def copies(pile: i64, kind: i64) -> i64:
    """How many cards of a kind lie in the pile."""
    return pile >> 3 * kind & EACH


def chunk(pile: i64, colour: i64) -> i64:
    """The cards of one colour, moved down to the first fifteen bits."""
    return pile >> CHUNK_BITS * colour & CHUNK


def of_colour(pile: i64, colour: i64) -> i64:
    """The part of a pile that has this colour."""
    return chunk(pile, colour) << CHUNK_BITS * colour


def size(pile: i64) -> i64:
    """How many cards lie in the pile."""
    count: i64 = 0
    while pile:
        count += pile & EACH
        pile >>= 3
    return count


def one_each(pile: i64) -> i64:
    """A pile of one card of every kind that lies in the pile."""
    return (pile | pile >> 1 | pile >> 2) & ONE_EACH


def kind_count(singles: i64) -> i64:
    """How many cards lie in a pile of `one_each`: folded into fields of six bits, which 63 adds up."""
    return ((singles & PAIRS) + (singles >> 3 & PAIRS)) % 63


def chunk_value(cards: i64) -> i64:
    """The sum of the values in a colour's chunk."""
    return (
        2 * (cards & EACH)
        + 3 * (cards >> 3 & EACH)
        + 4 * (cards >> 6 & EACH)
        + 5 * (cards >> 9 & EACH)
        + 6 * (cards >> 12)
    )


def colour_value(pile: i64, colour: i64) -> i64:
    """The sum of the values of one colour in the pile."""
    return chunk_value(pile >> CHUNK_BITS * colour & CHUNK)


def value(pile: i64) -> i64:
    """The sum of all values in the pile."""
    total: i64 = 0
    while pile:
        total += chunk_value(pile & CHUNK)
        pile >>= CHUNK_BITS
    return total


def first_kind(pile: i64) -> i64:
    """The lowest kind in a pile that is not empty, found without a walk: powers of two differ modulo 67."""
    return KIND_OF_BIT[(pile & -pile) % BIT_HASH]


def without_kind(pile: i64, kind: i64) -> i64:
    """The pile less all its cards of a kind, which must be the lowest in it."""
    shift = 3 * kind + 3
    return pile >> shift << shift


def lowest(pile: i64, colour: i64) -> i64:
    """The kind of the lowest card of a colour that has one."""
    cards = chunk(pile, colour)
    kind = colour * VALUES
    while not cards & EACH:
        cards >>= 3
        kind += 1
    return kind


def highest(pile: i64, colour: i64) -> i64:
    """The kind of the highest card of a colour that has one."""
    cards = chunk(pile, colour)
    kind = colour * VALUES - 1
    while cards:
        cards >>= 3
        kind += 1
    return kind


def nth(pile: i64, ticket: i64) -> i64:
    """The kind that a ticket below the pile's size falls on, cards counted in the order of kinds."""
    kind: i64 = 0
    while True:  # whole colours first
        here = (
            (pile & EACH) + (pile >> 3 & EACH) + (pile >> 6 & EACH) + (pile >> 9 & EACH) + (pile >> 12 & EACH)
        )
        if ticket < here:
            break
        ticket -= here
        pile >>= CHUNK_BITS
        kind += VALUES
    while True:
        here = pile & EACH
        if ticket < here:
            return kind
        ticket -= here
        pile >>= 3
        kind += 1


def count_of_value(pile: i64, points: i64) -> i64:
    """How many cards of this value lie in the pile, all colours together."""
    total: i64 = 0
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        total += copies(pile, colour * VALUES + points - LOWEST)
        colour += 1
    return total


def full_deck() -> i64:
    """All 72 profession cards [LUX-1.1]."""
    pile: i64 = EMPTY
    kind: i64 = 0
    while kind < KINDS:
        pile += COPIES[kind % VALUES] * card(kind)
        kind += 1
    return pile


def kinds(pile: i64) -> list[int]:
    """The cards of a pile, one entry a card, in the order of kinds."""
    found: list[int] = []
    kind: i64 = 0
    while kind < KINDS:
        found += [kind] * copies(pile, kind)
        kind += 1
    return found


def pile_of(cards: list[int]) -> i64:
    """The pile of these kinds."""
    pile: i64 = EMPTY
    for kind in cards:
        pile += card(kind)
    return pile
