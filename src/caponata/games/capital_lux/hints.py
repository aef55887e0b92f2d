"""What Capital Lux knows about good play: how much a hometown is worth while the round is still open."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from caponata.engine.game import Hints, Position
from caponata.games.capital_lux.layout import (
    GOLDS,
    GUILDS,
    HOMES,
    MODIFIER_VALUES,
    PLACED_BITS,
)
from caponata.games.capital_lux.moves import (
    BLUE,
    CAPITAL,
    DISCARD,
    GREEN,
    HOME,
    KINDS,
    LOWEST,
    MODIFIER_COUNT,
    PAY,
    PICK,
    PLACE,
    TAKE,
    VALUES,
    YELLOW,
)
from caponata.games.capital_lux.piles import EACH, card, chunk, chunk_value, colour_value, highest, lowest
from caponata.games.capital_lux.rules import (
    LuxPosition,
)

POINT: Final[i64] = 100  # one point of the final score
SURE: Final[i64] = 95  # the chance in percent to keep a colour that is far below its limit
EVEN: Final[i64] = 82  # ... that stands exactly at its limit
CUSHION: Final[i64] = 3  # what each point below the limit adds to it
SLOPE: Final[i64] = 16  # what each point above the limit takes from it
LEAD: Final[i64] = 55  # the share in percent of a bonus card that the leader of a colour may hope for
NEW_CARD: Final[i64] = 230  # what a card drawn by the Scholar is worth
DISC: Final[i64] = 130  # a gold disc: its point, and the safety it buys
SECRET: Final[i64] = 60  # placing a modifier that nobody else knows
UNKNOWN_LIFT: Final[i64] = 50  # the mean of the modifiers, in hundredths of a point


@final
class LuxHints(Hints):
    """Judges a move by what it changes of a hometown's worth, from what its seat can see."""

    def appeal(self, position: Position, seat: i64, move: i64) -> i64:
        assert isinstance(position, LuxPosition)
        if move < HOME:
            pair = move - PICK
            return POINT * (pair // KINDS % VALUES + pair % KINDS % VALUES + 2 * LOWEST)
        home = position.words[HOMES + seat]
        city = position.city
        if move < CAPITAL:
            kind = move - HOME
            colour = kind // VALUES
            before = worth_of(position, seat, colour, home, city)
            return worth_of(position, seat, colour, home + card(kind), city) - before
        if move < TAKE:
            return self.appeal_of_capital(position, seat, move - CAPITAL)
        if move < PLACE:
            return gain_of_taking(position, seat, move - TAKE, city)
        if move < PAY:
            return self.appeal_of_placing(position, seat, move - PLACE)
        if move < DISCARD:
            colour = move - PAY
            return POINT * (colour_value(home, colour) - position.excess(seat, colour))
        return 0

    def appeal_of_capital(self, position: LuxPosition, seat: i64, kind: i64) -> i64:
        """A card in the capital raises a limit and acts."""
        home = position.words[HOMES + seat]
        city = position.city + card(kind)
        colour = kind // VALUES
        gain = worth_of(position, seat, colour, home, city)
        gain -= worth_of(position, seat, colour, home, position.city)
        if colour == GREEN:
            if position.deck_size > 0:
                gain += NEW_CARD
            return gain
        if colour == YELLOW:
            if position.gold_pile > 0:
                gain += DISC
            return gain
        if colour == BLUE:
            if position.placed < MODIFIER_COUNT:
                gain += SECRET
            return gain
        best: i64 = 0
        forced = True
        guild: i64 = 0
        while guild < GUILDS:
            if chunk(city, guild):
                more = gain_of_taking(position, seat, guild, city)
                if forced or more > best:
                    best = more
                forced = False
            guild += 1
        return gain + best

    def appeal_of_placing(self, position: LuxPosition, seat: i64, colour: i64) -> i64:
        """A modifier helps where it moves this seat's worth more than the others'."""
        lift = MODIFIER_VALUES[position.held]
        gain: i64 = 0
        other: i64 = 0
        while other < position.seats:
            total = colour_value(position.words[HOMES + other], colour)
            limit = POINT * colour_value(position.city, colour) + known_lift(position, seat, colour)
            change = kept(total, limit + POINT * lift) - kept(total, limit)
            if other == seat:
                gain += (position.seats - 1) * change
            else:
                gain -= change
            other += 1
        return gain


def known_lift(position: LuxPosition, seat: i64, colour: i64) -> i64:
    """The modifiers above a colour in hundredths: a seat's own as they are, others at their mean."""
    total: i64 = 0
    i: i64 = 0
    while i < position.placed:
        placement = position.placements >> PLACED_BITS * i
        if placement >> 3 & EACH == colour:
            if placement >> 6 & EACH == seat:
                total += POINT * MODIFIER_VALUES[placement & EACH]
            else:
                total += UNKNOWN_LIFT
        i += 1
    return total


def kept(total: i64, limit: i64) -> i64:
    """What a colour's total is worth, in hundredths, under a limit in hundredths that may still move."""
    margin = limit - POINT * total
    if margin >= 0:
        chance = EVEN + CUSHION * margin // POINT
        if chance > SURE:
            chance = SURE
    else:
        chance = EVEN + SLOPE * margin // POINT
        if chance < 0:
            chance = 0
    return total * chance


def worth_of(position: LuxPosition, seat: i64, colour: i64, home: i64, city: i64) -> i64:
    """What a colour of a hometown would be worth to its seat beside such a capital, in hundredths."""
    mine = chunk_value(chunk(home, colour))
    if mine == 0:
        return 0
    limit = POINT * colour_value(city, colour) + known_lift(position, seat, colour)
    limit += POINT * position.words[GOLDS + seat] // 2
    here = kept(mine, limit)
    if chunk(city, colour) and leads(position, seat, colour, mine):
        bonus = highest(city, colour) % VALUES + LOWEST
        here += here * bonus * LEAD // POINT // mine
    return here


def gain_of_taking(position: LuxPosition, seat: i64, colour: i64, city: i64) -> i64:
    """What it is worth to take the lowest card of a colour from such a capital into one's hometown."""
    home = position.words[HOMES + seat]
    taken = card(lowest(city, colour))
    before = worth_of(position, seat, colour, home, city)
    return worth_of(position, seat, colour, home + taken, city - taken) - before


def leads(position: LuxPosition, seat: i64, colour: i64, mine: i64) -> bool:
    """Whether no other hometown has more of a colour."""
    other: i64 = 0
    while other < position.seats:
        if other != seat and colour_value(position.words[HOMES + other], colour) > mine:
            return False
        other += 1
    return True
