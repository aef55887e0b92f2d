"""Legality: the moves of a seat, the odds of chance, and the default moves."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capo.cards import CITY_COUNT, POLICE
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
    COLOUR_BITS,
    COLOUR_MASK,
    FAMILY_CARDS,
    ONE_POLICE,
    POLICE_SHIFT,
    city_copies,
    city_size,
    first_card,
    nth_card,
    nth_city,
    weakest,
)
from caponata.games.capo.plays import can_challenge, random_answer, write_plays
from caponata.games.capo.sets import set_number
from caponata.games.capo.state import CapoState

# Moves of a seat


def moves(state: CapoState, seat: i64, into: vec[i64]) -> i64:
    """Write the legal moves of a seat that may act, and return their number."""
    if state.phase == PLAYING:
        return write_plays(state, seat, into)
    return write_other_moves(state, seat, into)


def random_move(state: CapoState, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
    """A uniformly random legal move."""
    if state.phase == PLAYING and state.top_size == 1:
        return random_answer(state, state.piles[HANDS + seat], rng)
    return buffer[rng.below(moves(state, seat, buffer))]


def write_other_moves(state: CapoState, seat: i64, into: vec[i64]) -> i64:
    """Write the legal moves of the less frequent decisions."""
    phase = state.phase
    if phase == TURNING:
        into[0] = TURN_MOVE
        into[1] = KEEP_MOVE
        return 2
    if phase == CHALLENGING:
        into[0] = REFRAIN_MOVE
        count: i64 = 1
        foe: i64 = 0
        while foe < state.seats:
            if can_challenge(state, seat, foe):
                into[count] = move_of(CHALLENGE, foe)
                count += 1
            foe += 1
        return count
    if phase == FIGHTING:
        return write_card_moves(FIGHT, state.piles[HANDS + seat], into, 0)
    if phase == DISCARDING:
        into[0] = HOLD_MOVE
        return write_card_moves(DISCARD, state.piles[HANDS + seat], into, 1)
    if phase == YIELDING:
        return write_colour_moves(YIELD, state.piles[OWNED + seat], into)
    if phase == STAKING:
        return write_colour_moves(STAKE, state.piles[OWNED + seat], into)
    if phase == DRAFTING:
        return write_colour_moves(PICK, state.open_stakes, into)
    return write_gifts(state, seat, into)


def write_card_moves(verb: i64, pile: i64, into: vec[i64], count: i64) -> i64:
    """Write a move for every card of a pile."""
    rest = pile & FAMILY_CARDS
    while rest:
        into[count] = move_of(verb, first_card(rest))
        rest &= rest - 1
        count += 1
    if pile >> POLICE_SHIFT:
        into[count] = move_of(verb, POLICE)
        count += 1
    return count


def write_colour_moves(verb: i64, pile: i64, into: vec[i64]) -> i64:
    """Write a move for every colour among some city cards."""
    count: i64 = 0
    colour: i64 = 0
    while colour < CITY_COUNT:
        if pile & COLOUR_MASK:
            into[count] = move_of(verb, colour)
            count += 1
        pile >>= COLOUR_BITS
        colour += 1
    return count


def write_gifts(state: CapoState, seat: i64, into: vec[i64]) -> i64:
    """Write the cards, or pairs of cards, that a seat may give in the exchange [CAPO-7.3] [CAPO-7.4]."""
    hand = state.piles[HANDS + seat]
    if state.exchange_size(seat) == 1:
        return write_card_moves(GIVE, hand, into, 0)
    count: i64 = 0
    firsts = hand & FAMILY_CARDS
    while firsts:
        one = firsts & -firsts
        firsts ^= one
        seconds = firsts
        while seconds:
            other = seconds & -seconds
            seconds ^= other
            into[count] = give_move(set_number(one + other, 2))
            count += 1
        if hand >> POLICE_SHIFT:
            into[count] = give_move(set_number(one + ONE_POLICE, 2))
            count += 1
    if hand >> POLICE_SHIFT > 1:
        into[count] = give_move(set_number(2 * ONE_POLICE, 2))
        count += 1
    return count


# Chance


def odds(state: CapoState, into: vec[i64], weights: vec[i64]) -> i64:
    """Write the moves of chance with their weights, and return their number."""
    count: i64 = 0
    i: i64 = 0
    if state.phase == STARTING:
        while i < state.seats:
            into[i] = move_of(DEALER, i)
            weights[i] = 1  # [CAPO-3.1]
            i += 1
        return i
    if state.phase == DEALING:
        rest = state.deck & FAMILY_CARDS
        while rest:
            into[count] = draw_move(first_card(rest))
            weights[count] = 1
            rest &= rest - 1
            count += 1
        if state.deck >> POLICE_SHIFT:
            into[count] = draw_move(POLICE)
            weights[count] = state.deck >> POLICE_SHIFT
            count += 1
        return count
    while i < CITY_COUNT:
        copies = city_copies(state.stock, i)
        if copies:
            into[count] = city_move(i)
            weights[count] = copies
            count += 1
        i += 1
    return count


def total_weight(state: CapoState) -> i64:
    """The sum of the weights of chance."""
    if state.phase == STARTING:
        return state.seats
    if state.phase == DEALING:
        return state.deck_size
    return city_size(state.stock)


def chance_move(state: CapoState, ticket: i64) -> i64:
    """The move of chance that a ticket selects."""
    if state.phase == STARTING:
        return move_of(DEALER, ticket)
    if state.phase == DEALING:
        return draw_move(nth_card(state.deck, ticket))
    return city_move(nth_city(state.stock, ticket))


# Default moves


def default_move(state: CapoState, seat: i64) -> i64:
    """The move of a seat whose clock ran out: a pass, or the weakest card or rarest colour."""
    phase = state.phase
    hand = state.piles[HANDS + seat]
    owned = state.piles[OWNED + seat]
    if phase == PLAYING:
        if state.top_size:
            return PASS_MOVE
        return lay_move(weakest_card(hand))
    if phase == TURNING:
        return KEEP_MOVE
    if phase == CHALLENGING:
        return REFRAIN_MOVE
    if phase == FIGHTING:
        return move_of(FIGHT, weakest_card(hand))
    if phase == DISCARDING:
        return HOLD_MOVE
    if phase == EXCHANGE:
        count = state.exchange_size(seat)
        return give_move(set_number(weakest(hand, count), count))
    if phase == DRAFTING:
        return move_of(PICK, most_owned_colour(state.open_stakes, owned))
    if phase == YIELDING:
        return move_of(YIELD, rarest_colour(owned))
    return move_of(STAKE, rarest_colour(owned))


def weakest_card(hand: i64) -> i64:
    """The weakest family card of a hand, or police if it has no family card."""
    naturals = hand & FAMILY_CARDS
    if naturals:
        return first_card(weakest(naturals, 1))
    return POLICE


def rarest_colour(pile: i64) -> i64:
    """The colour with the fewest city cards in a pile, but at least one."""
    rarest: i64 = -1
    colour: i64 = 0
    while colour < CITY_COUNT:
        copies = city_copies(pile, colour)
        if copies and (rarest < 0 or copies < city_copies(pile, rarest)):
            rarest = colour
        colour += 1
    return rarest


def most_owned_colour(pile: i64, owned: i64) -> i64:
    """The colour in a pile of which a seat owns the most city cards."""
    best: i64 = -1
    colour: i64 = 0
    while colour < CITY_COUNT:
        if city_copies(pile, colour) and (best < 0 or city_copies(owned, colour) > city_copies(owned, best)):
            best = colour
        colour += 1
    return best
