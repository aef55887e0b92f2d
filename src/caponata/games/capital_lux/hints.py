"""What Capital Lux knows about good play: the worth of a hometown while the round is still open."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.capital_lux.cards import (
    BLUE,
    GREEN,
    MODIFIER_COUNT,
    YELLOW,
    card_colour,
    card_value,
)
from caponata.games.capital_lux.layout import (
    CLERIC_COLOURS,
    GOLD,
    HOMES,
    MODIFIER_VALUES,
    placed_by,
    placed_colour,
    placed_modifier,
)
from caponata.games.capital_lux.limits import excess
from caponata.games.capital_lux.moves import (
    CAPITAL,
    HOME,
    PAY,
    PICK,
    PLACE,
    TAKE,
    card_of,
    colour_of,
    first_of,
    second_of,
    verb_of,
)
from caponata.games.capital_lux.piles import card, colour_bits, colour_value, highest, lowest, value_of_bits
from caponata.games.capital_lux.rules import LuxPosition

# Appeals are counted in hundredths of a point, chances in percent.
POINT: Final[i64] = 100
CHANCE_AT_LIMIT: Final[i64] = 82  # to keep a colour that is exactly at its limit
BEST_CHANCE: Final[i64] = 95  # to keep a colour that is far below its limit
GAIN_PER_POINT_BELOW: Final[i64] = 3  # in the chance to keep a colour
LOSS_PER_POINT_ABOVE: Final[i64] = 16
BONUS_CHANCE: Final[i64] = 55  # of the leader of a colour to win its bonus card
DRAWN_CARD: Final[i64] = 230  # the worth of a card drawn by the Scholar
GOLD_DISC: Final[i64] = 130  # its point, and the safety it buys
PLACED_MODIFIER: Final[i64] = 60  # the worth of a modifier that only its owner knows
UNKNOWN_MODIFIER: Final[i64] = 50  # the mean of all modifiers


@final
class LuxHints(Hints):
    """Judges a move by how it changes the worth of the seat's hometown, from what the seat can see."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, LuxPosition)
        verb = verb_of(move)
        if verb == CAPITAL:
            return appeal_of_capital(position, seat, card_of(move))
        home = position.words[HOMES + seat]
        if verb == HOME:
            kind = card_of(move)
            colour = card_colour(kind)
            before = expected_worth(position, seat, colour, home, position.capital)
            return expected_worth(position, seat, colour, home + card(kind), position.capital) - before
        if verb == PICK:
            return POINT * (card_value(first_of(move)) + card_value(second_of(move)))
        if verb == TAKE:
            return gain_of_taking(position, seat, colour_of(move), position.capital)
        if verb == PLACE:
            return appeal_of_placing(position, seat, colour_of(move))
        if verb == PAY:
            colour = colour_of(move)
            return POINT * (colour_value(home, colour) - excess(position, seat, colour))
        return 0


def appeal_of_capital(position: LuxPosition, seat: i64, kind: i64) -> i64:
    """Rate a card in the capital: it raises a limit, and its profession acts."""
    home = position.words[HOMES + seat]
    capital = position.capital + card(kind)
    colour = card_colour(kind)
    gain = expected_worth(position, seat, colour, home, capital)
    gain -= expected_worth(position, seat, colour, home, position.capital)
    if colour == GREEN:
        if position.deck_size > 0:
            gain += DRAWN_CARD
        return gain
    if colour == YELLOW:
        if position.gold_pile > 0:
            gain += GOLD_DISC
        return gain
    if colour == BLUE:
        if position.placed < MODIFIER_COUNT:
            gain += PLACED_MODIFIER
        return gain
    best: i64 = 0
    is_first = True  # the Cleric must take a card, even at a loss
    taken_colour: i64 = 0
    while taken_colour < CLERIC_COLOURS:
        if colour_bits(capital, taken_colour):
            more = gain_of_taking(position, seat, taken_colour, capital)
            if is_first or more > best:
                best = more
            is_first = False
        taken_colour += 1
    return gain + best


def appeal_of_placing(position: LuxPosition, seat: i64, colour: i64) -> i64:
    """Rate a place for the held modifier by how much more it helps this seat than the others."""
    modifier = MODIFIER_VALUES[position.held]
    gain: i64 = 0
    other: i64 = 0
    while other < position.seats:
        total = colour_value(position.words[HOMES + other], colour)
        limit = POINT * colour_value(position.capital, colour) + expected_modifiers(position, seat, colour)
        change = expected_points(total, limit + POINT * modifier) - expected_points(total, limit)
        if other == seat:
            gain += (position.seats - 1) * change
        else:
            gain -= change
        other += 1
    return gain


def gain_of_taking(position: LuxPosition, seat: i64, colour: i64, capital: i64) -> i64:
    """Return the gain from taking the lowest card of a colour out of this capital into the hometown."""
    home = position.words[HOMES + seat]
    taken = card(lowest(capital, colour))
    before = expected_worth(position, seat, colour, home, capital)
    return expected_worth(position, seat, colour, home + taken, capital - taken) - before


def expected_worth(position: LuxPosition, seat: i64, colour: i64, home: i64, capital: i64) -> i64:
    """Return the expected worth of one colour of this hometown, next to this capital."""
    total = value_of_bits(colour_bits(home, colour))
    if total == 0:
        return 0
    limit = POINT * colour_value(capital, colour) + expected_modifiers(position, seat, colour)
    limit += POINT * position.words[GOLD + seat] // 2
    worth = expected_points(total, limit)
    if colour_bits(capital, colour) and is_leading(position, seat, colour, total):
        bonus = card_value(highest(capital, colour))
        worth += worth * bonus * BONUS_CHANCE // POINT // total
    return worth


def expected_modifiers(position: LuxPosition, seat: i64, colour: i64) -> i64:
    """Return the sum of the modifiers above a colour; those of other seats count as the mean of all."""
    total: i64 = 0
    i: i64 = 0
    while i < position.placed:
        if placed_colour(position.placements, i) == colour:
            if placed_by(position.placements, i) == seat:
                total += POINT * MODIFIER_VALUES[placed_modifier(position.placements, i)]
            else:
                total += UNKNOWN_MODIFIER
        i += 1
    return total


def expected_points(total: i64, limit: i64) -> i64:
    """Return a colour's total times the chance to keep it, under a limit that may still change."""
    margin = limit - POINT * total
    if margin >= 0:
        chance = CHANCE_AT_LIMIT + GAIN_PER_POINT_BELOW * margin // POINT
        if chance > BEST_CHANCE:
            chance = BEST_CHANCE
    else:
        chance = CHANCE_AT_LIMIT + LOSS_PER_POINT_ABOVE * margin // POINT
        if chance < 0:
            chance = 0
    return total * chance


def is_leading(position: LuxPosition, seat: i64, colour: i64, total: i64) -> bool:
    """Return whether no other hometown has more of a colour than this total."""
    other: i64 = 0
    while other < position.seats:
        if other != seat and colour_value(position.words[HOMES + other], colour) > total:
            return False
        other += 1
    return True
