"""What may be done: legal moves, chance's odds, and the move of a clock that ran out."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capo.cards import CITY_COUNT, NATURAL, POLICE
from caponata.games.capo.layout import (
    CHALLENGING,
    DEALING,
    DISCARDING,
    DRAFTING,
    EXCHANGE,
    FIGHTING,
    HANDS,
    OWNED,
    PLAYING,
    STAKING,
    STARTING,
    TURNING,
    YIELDING,
)
from caponata.games.capo.moves import (
    CHALLENGE,
    DEALER,
    DISCARD,
    FIGHT,
    GIVE,
    HOLD_MOVE,
    KEEP_MOVE,
    PASS_MOVE,
    PICK,
    REFRAIN_MOVE,
    STAKE,
    TURN_MOVE,
    YIELD,
    city_move,
    draw_move,
    give_move,
    lay_move,
    move_of,
)
from caponata.games.capo.piles import (
    CARD_OF_BIT,
    EACH,
    NATURALS,
    ONE_POLICE,
    city_copies,
    city_nth,
    city_size,
    first_card,
    nth,
    weakest,
)
from caponata.games.capo.plays import CapoPlays
from caponata.games.capo.sets import set_number


class CapoLegality(CapoPlays):
    """Legal moves, odds, and what is played when a clock runs out."""

    def moves(self, seat: i64, into: vec[i64]) -> i64:
        if self.phase == PLAYING:
            return self.plays(seat, into)
        return self.other_moves(seat, into)

    def random_move(self, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
        if self.phase == PLAYING and self.top_size == 1:
            return self.any_single(self.words[HANDS + seat], rng)
        return buffer[rng.below(self.moves(seat, buffer))]

    # Other decisions

    def other_moves(self, seat: i64, into: vec[i64]) -> i64:
        """Write the moves of the rarer decisions."""
        phase = self.phase
        if phase == TURNING:
            into[0] = TURN_MOVE
            into[1] = KEEP_MOVE
            return 2
        if phase == CHALLENGING:
            into[0] = REFRAIN_MOVE
            count: i64 = 1
            foe: i64 = 0
            while foe < self.seats:
                if self.can_challenge(seat, foe):
                    into[count] = move_of(CHALLENGE, foe)
                    count += 1
                foe += 1
            return count
        if phase == FIGHTING:
            return self.each_card(seat, FIGHT, into, 0)
        if phase == DISCARDING:
            into[0] = HOLD_MOVE
            return self.each_card(seat, DISCARD, into, 1)
        if phase == YIELDING:
            return each_colour(self.words[OWNED + seat], YIELD, into)
        if phase == STAKING:
            return each_colour(self.words[OWNED + seat], STAKE, into)
        if phase == DRAFTING:
            return each_colour(self.shown, PICK, into)
        return self.gifts(seat, into)

    def each_card(self, seat: i64, verb: i64, into: vec[i64], count: i64) -> i64:
        """Write a move for every card in a seat's hand."""
        hand = self.words[HANDS + seat]
        rest = hand & NATURALS
        while rest:
            into[count] = move_of(verb, CARD_OF_BIT[(rest & -rest) % 67])
            rest &= rest - 1
            count += 1
        if hand >> NATURAL:
            into[count] = move_of(verb, POLICE)
            count += 1
        return count

    def gifts(self, seat: i64, into: vec[i64]) -> i64:
        """Write all that a seat may give in the exchange [CAPO-7.3] [CAPO-7.4]."""
        if self.exchanged(seat) == 1:
            return self.each_card(seat, GIVE, into, 0)
        hand = self.words[HANDS + seat]
        count: i64 = 0
        firsts = hand & NATURALS
        while firsts:
            one = firsts & -firsts
            firsts ^= one
            seconds = firsts
            while seconds:
                other = seconds & -seconds
                seconds ^= other
                into[count] = give_move(set_number(one + other, 2))
                count += 1
            if hand >> NATURAL:
                into[count] = give_move(set_number(one + ONE_POLICE, 2))
                count += 1
        if hand >> NATURAL > 1:
            into[count] = give_move(set_number(2 * ONE_POLICE, 2))
            count += 1
        return count

    # Chance

    def odds(self, into: vec[i64], weights: vec[i64]) -> i64:
        count: i64 = 0
        i: i64 = 0
        if self.phase == STARTING:
            while i < self.seats:
                into[i] = move_of(DEALER, i)
                weights[i] = 1  # [CAPO-3.1]
                i += 1
            return i
        if self.phase == DEALING:
            rest = self.deck & NATURALS
            while rest:
                into[count] = draw_move(first_card(rest))
                weights[count] = 1
                rest &= rest - 1
                count += 1
            if self.deck >> NATURAL:
                into[count] = draw_move(POLICE)
                weights[count] = self.deck >> NATURAL
                count += 1
            return count
        while i < CITY_COUNT:
            copies = city_copies(self.stock, i)
            if copies:
                into[count] = city_move(i)
                weights[count] = copies
                count += 1
            i += 1
        return count

    def total_weight(self) -> i64:
        if self.phase == STARTING:
            return self.seats
        if self.phase == DEALING:
            return self.deck_size
        return city_size(self.stock)

    def chance_move(self, ticket: i64) -> i64:
        if self.phase == STARTING:
            return move_of(DEALER, ticket)
        if self.phase == DEALING:
            return draw_move(nth(self.deck, ticket))
        return city_move(city_nth(self.stock, ticket))

    # When a clock runs out

    def default_move(self, seat: i64) -> i64:
        phase = self.phase
        hand = self.words[HANDS + seat]
        if phase == PLAYING:
            if self.top_size:
                return PASS_MOVE
            return lay_move(set_number(weakest_family_card(hand), 1))
        if phase == TURNING:
            return KEEP_MOVE
        if phase == CHALLENGING:
            return REFRAIN_MOVE
        if phase == FIGHTING:
            return move_of(FIGHT, set_number(weakest_family_card(hand), 1))
        if phase == DISCARDING:
            return HOLD_MOVE
        if phase == EXCHANGE:
            wanted = self.exchanged(seat)
            return give_move(set_number(weakest(hand, wanted), wanted))
        if phase == DRAFTING:
            return move_of(PICK, fondest(self.shown, self.words[OWNED + seat]))
        owned = self.words[OWNED + seat]
        return move_of(YIELD if phase == YIELDING else STAKE, loneliest(owned))


def weakest_family_card(hand: i64) -> i64:
    """The weakest card that is no police, where there is one."""
    naturals = hand & NATURALS
    return weakest(naturals, 1) if naturals else ONE_POLICE


def each_colour(pile: i64, verb: i64, into: vec[i64]) -> i64:
    """Write a move for every colour among some city cards."""
    count: i64 = 0
    colour: i64 = 0
    while colour < CITY_COUNT:
        if pile & EACH:
            into[count] = move_of(verb, colour)
            count += 1
        pile >>= 3
        colour += 1
    return count


def loneliest(pile: i64) -> i64:
    """The colour of which there are fewest cards, but one."""
    best: i64 = -1
    colour: i64 = 0
    while colour < CITY_COUNT:
        here = city_copies(pile, colour)
        if here and (best < 0 or here < city_copies(pile, best)):
            best = colour
        colour += 1
    return best


def fondest(pile: i64, owned: i64) -> i64:
    """The colour in a pile of which a seat owns most."""
    best: i64 = -1
    colour: i64 = 0
    while colour < CITY_COUNT:
        if city_copies(pile, colour) and (best < 0 or city_copies(owned, colour) > city_copies(owned, best)):
            best = colour
        colour += 1
    return best
