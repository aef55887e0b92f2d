"""The limits of the colours, and the gold that saves a colour over its limit."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capital_lux.cards import COLOUR_COUNT
from caponata.games.capital_lux.layout import (
    GOLD,
    HOMES,
    LIMIT_BITS,
    LIMIT_MASK,
    LIMIT_OFFSET,
    MODIFIER_VALUES,
    placed_colour,
    placed_modifier,
)
from caponata.games.capital_lux.piles import colour_value
from caponata.games.capital_lux.state import LuxState


def modifier_sum(state: LuxState, colour: i64) -> i64:
    """Return the sum of the modifiers above a colour."""
    total: i64 = 0
    i: i64 = 0
    while i < state.placed:
        if placed_colour(state.placements, i) == colour:
            total += MODIFIER_VALUES[placed_modifier(state.placements, i)]
        i += 1
    return total


def limit(state: LuxState, colour: i64) -> i64:
    """Return the total up to which a colour is safe in a hometown; it may be negative [LUX-4.5]."""
    return colour_value(state.capital, colour) + modifier_sum(state, colour)


def store_limits(state: LuxState) -> None:
    """Store the current limits for the reckoning that begins."""
    state.limits = 0
    colour = COLOUR_COUNT - 1
    while colour >= 0:
        state.limits = state.limits << LIMIT_BITS | limit(state, colour) + LIMIT_OFFSET
        colour -= 1


def excess(state: LuxState, seat: i64, colour: i64) -> i64:
    """Return by how much a seat is over a limit, or 0 if it is not or has paid for the colour."""
    total = colour_value(state.words[HOMES + seat], colour)
    if total == 0 or state.paid_colours >> colour & 1:
        return 0
    over = total - (state.limits >> LIMIT_BITS * colour & LIMIT_MASK) + LIMIT_OFFSET
    if over > 0:  # equal is safe [LUX-4.6]
        return over
    return 0


def can_pay(state: LuxState, seat: i64, colour: i64) -> bool:
    """Return whether a seat is over a limit and has the gold for the whole difference [LUX-4.7]."""
    over = excess(state, seat, colour)
    return over > 0 and over <= state.words[GOLD + seat]


def can_pay_any(state: LuxState, seat: i64) -> bool:
    """Return whether a seat can save at least one colour with its gold."""
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        if can_pay(state, seat, colour):
            return True
        colour += 1
    return False
