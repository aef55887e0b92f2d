"""Piles of cards packed into one integer: three bits per kind, twenty kinds.

Two piles are joined by adding the integers; a card is a pile of one. No kind has more than four copies, so
three bits never overflow.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capital_lux.cards import (
    CARD_NAMES,
    COLOUR_COUNT,
    COPIES,
    KIND_COUNT,
    LOWEST_VALUE,
    VALUE_COUNT,
)

HIGH_BIT: Final[i64] = 0x1000000000000000  # 1 << 60; shifted right because mypyc shifts literals as 32 bits
EMPTY: Final[i64] = 0
COPIES_MASK: Final[i64] = 7  # the copies of one kind
COLOUR_MASK: Final[i64] = 0x7FFF  # the five kinds of one colour
COLOUR_BITS: Final[i64] = 15


ONE_EACH: Final[i64] = 0o11111111111111111111  # the lowest bit of every kind
TWO_OR_MORE: Final[i64] = 0o33333333333333333333  # for a pile shifted right once: kinds with two or more
PAIRS: Final[i64] = 0o07070707070707070707  # every other kind
BIT_HASH: Final[i64] = 67
KIND_OF_BIT: Final = vec[i64](
    [next((bit // 3 for bit in range(60) if 2**bit % 67 == i), 0) for i in range(67)]
)


def card(kind: i64) -> i64:
    """Return a pile of one card."""
    return HIGH_BIT >> 60 - 3 * kind


def copies(pile: i64, kind: i64) -> i64:
    """Return the number of cards of a kind."""
    return pile >> 3 * kind & COPIES_MASK


def colour_bits(pile: i64, colour: i64) -> i64:
    """Return the cards of one colour, shifted down to the lowest fifteen bits."""
    return pile >> COLOUR_BITS * colour & COLOUR_MASK


def of_colour(pile: i64, colour: i64) -> i64:
    """Return the part of a pile that has this colour."""
    return colour_bits(pile, colour) << COLOUR_BITS * colour


def size(pile: i64) -> i64:
    """Return the number of cards in a pile."""
    count: i64 = 0
    while pile:
        count += pile & COPIES_MASK
        pile >>= 3
    return count


def one_each(pile: i64) -> i64:
    """Return a pile with one card of every kind in the pile."""
    return (pile | pile >> 1 | pile >> 2) & ONE_EACH


def kind_count(singles: i64) -> i64:
    """Return the number of cards in a pile made by `one_each`."""
    # Pairs of kinds are folded into digits of base 64; modulo 63 adds the digits.
    return ((singles & PAIRS) + (singles >> 3 & PAIRS)) % 63


def value_of_bits(cards: i64) -> i64:
    """Return the sum of the values in a result of `colour_bits`."""
    return (
        2 * (cards & COPIES_MASK)
        + 3 * (cards >> 3 & COPIES_MASK)
        + 4 * (cards >> 6 & COPIES_MASK)
        + 5 * (cards >> 9 & COPIES_MASK)
        + 6 * (cards >> 12)
    )


def colour_value(pile: i64, colour: i64) -> i64:
    """Return the sum of the values of one colour."""
    return value_of_bits(pile >> COLOUR_BITS * colour & COLOUR_MASK)


def pile_value(pile: i64) -> i64:
    """Return the sum of all values in a pile."""
    total: i64 = 0
    while pile:
        total += value_of_bits(pile & COLOUR_MASK)
        pile >>= COLOUR_BITS
    return total


def first_kind(pile: i64) -> i64:
    """Return the lowest kind in a pile that is not empty."""
    # A lookup instead of a loop: the powers of two differ modulo 67.
    return KIND_OF_BIT[(pile & -pile) % BIT_HASH]


def without_kind(pile: i64, kind: i64) -> i64:
    """Return a pile without its cards of a kind, which must be the lowest kind in it."""
    shift = 3 * kind + 3
    return pile >> shift << shift


def lowest(pile: i64, colour: i64) -> i64:
    """Return the kind of the lowest card of a colour that is in the pile."""
    cards = colour_bits(pile, colour)
    kind = colour * VALUE_COUNT
    while not cards & COPIES_MASK:
        cards >>= 3
        kind += 1
    return kind


def highest(pile: i64, colour: i64) -> i64:
    """Return the kind of the highest card of a colour that is in the pile."""
    cards = colour_bits(pile, colour)
    kind = colour * VALUE_COUNT - 1
    while cards:
        cards >>= 3
        kind += 1
    return kind


def nth(pile: i64, ticket: i64) -> i64:
    """Return the kind of card number `ticket`, counted from 0 in the order of kinds."""
    kind: i64 = 0
    while True:  # whole colours first
        here = (
            (pile & COPIES_MASK)
            + (pile >> 3 & COPIES_MASK)
            + (pile >> 6 & COPIES_MASK)
            + (pile >> 9 & COPIES_MASK)
            + (pile >> 12 & COPIES_MASK)
        )
        if ticket < here:
            break
        ticket -= here
        pile >>= COLOUR_BITS
        kind += VALUE_COUNT
    while True:
        here = pile & COPIES_MASK
        if ticket < here:
            return kind
        ticket -= here
        pile >>= 3
        kind += 1


def count_of_value(pile: i64, value: i64) -> i64:
    """Return the number of cards of a value, in all colours."""
    total: i64 = 0
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        total += copies(pile, colour * VALUE_COUNT + value - LOWEST_VALUE)
        colour += 1
    return total


def full_deck() -> i64:
    """Return the pile of all 72 profession cards [LUX-1.1]."""
    pile: i64 = EMPTY
    kind: i64 = 0
    while kind < KIND_COUNT:
        pile += COPIES[kind % VALUE_COUNT] * card(kind)
        kind += 1
    return pile


def kinds(pile: i64) -> list[int]:
    """Return the kind of every card in a pile, in the order of kinds."""
    cards: list[int] = []
    kind: i64 = 0
    while kind < KIND_COUNT:
        cards += [kind] * copies(pile, kind)
        kind += 1
    return cards


def pile_of(cards: list[int]) -> i64:
    """Return the pile of these kinds."""
    pile: i64 = EMPTY
    for kind in cards:
        pile += card(kind)
    return pile


def card_names(pile: i64) -> list[str]:
    """Return the name of every card in a pile, in the order of kinds."""
    names: list[str] = []
    while pile:
        kind = first_kind(pile)
        name = CARD_NAMES[kind]
        count = copies(pile, kind)
        while count:
            names.append(name)
            count -= 1
        pile = without_kind(pile, kind)
    return names
