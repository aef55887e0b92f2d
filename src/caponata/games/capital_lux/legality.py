"""The legal moves of Capital Lux."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.games.capital_lux.cards import COLOUR_COUNT, LOWEST_VALUE, VALUE_COUNT, card_value
from caponata.games.capital_lux.layout import (
    AGENT,
    CLERIC,
    CLERIC_COLOURS,
    HANDS,
    HOMES,
    PLAYING,
    SECOND_PICK,
)
from caponata.games.capital_lux.limits import can_pay, excess
from caponata.games.capital_lux.moves import (
    CAPITAL,
    HOME,
    PAY,
    capital_move,
    card_of,
    colour_of,
    discard_move,
    home_move,
    pay_move,
    pick_move,
    place_move,
    play_move,
    take_move,
    verb_of,
)
from caponata.games.capital_lux.piles import (
    TWO_OR_MORE,
    colour_bits,
    colour_value,
    copies,
    first_kind,
    kind_count,
    one_each,
    without_kind,
)
from caponata.games.capital_lux.state import LuxState

MOST_LUX_MOVES: Final = 32


def list_moves(state: LuxState, seat: i64, into: vec[i64]) -> i64:
    """Write the legal moves of a seat that may act, and return their number."""
    count: i64 = 0
    if state.phase == PLAYING:
        hand = state.words[HANDS + seat]
        while hand:
            kind = first_kind(hand)
            hand = without_kind(hand, kind)
            into[count] = home_move(kind)
            into[count + 1] = capital_move(kind)
            count += 2
        return count
    return list_rarer_moves(state, seat, into)


def list_rarer_moves(state: LuxState, seat: i64, into: vec[i64]) -> i64:
    """Write the moves outside the phase `PLAYING`: picks, choices of the professions, gold."""
    count: i64 = 0
    if state.phase <= SECOND_PICK:
        return list_picks(state.words[HANDS + seat], into)
    colour: i64 = 0
    if state.phase == AGENT:
        while colour < COLOUR_COUNT:
            into[count] = place_move(colour)
            count += 1
            colour += 1
        return count
    if state.phase == CLERIC:
        while colour < CLERIC_COLOURS:
            if colour_bits(state.capital, colour):
                into[count] = take_move(colour)
                count += 1
            colour += 1
        return count
    while colour < COLOUR_COUNT:
        if can_pay(state, seat, colour):
            into[count] = pay_move(colour)
            count += 1
        colour += 1
    into[count] = discard_move()
    return count + 1


def list_picks(packet: i64, into: vec[i64]) -> i64:
    """Write all picks of two cards from a packet."""
    count: i64 = 0
    while packet:
        first = first_kind(packet)
        if copies(packet, first) > 1:
            into[count] = pick_move(first, first)
            count += 1
        packet = without_kind(packet, first)
        others = packet
        while others:
            second = first_kind(others)
            others = without_kind(others, second)
            into[count] = pick_move(first, second)
            count += 1
    return count


# Random moves


def random_legal_move(state: LuxState, seat: i64, rng: Rng, buffer: vec[i64]) -> i64:
    """Return a uniformly random move: number `rng.below(count)` of `list_moves`."""
    if state.phase == PLAYING:
        singles = one_each(state.words[HANDS + seat])
        ticket = rng.below(2 * kind_count(singles))
        skipped = ticket >> 1
        while skipped > 0:
            singles &= singles - 1
            skipped -= 1
        return play_move(first_kind(singles), ticket & 1)
    if state.phase <= SECOND_PICK:
        return random_pick(state.words[HANDS + seat], rng)
    return buffer[rng.below(list_rarer_moves(state, seat, buffer))]


def random_pick(packet: i64, rng: Rng) -> i64:
    """Return a random pick of two cards, found by counting through `list_picks` without writing it."""
    singles = one_each(packet)
    doubles = one_each(packet >> 1 & TWO_OR_MORE)
    kinds = kind_count(singles)
    ticket = rng.below((kinds * (kinds - 1) >> 1) + kind_count(doubles))
    while True:
        lowest_card = singles & -singles
        if doubles & lowest_card:
            if ticket == 0:
                first = first_kind(lowest_card)
                return pick_move(first, first)
            ticket -= 1
        singles ^= lowest_card
        kinds -= 1
        if ticket < kinds:
            break
        ticket -= kinds
    while ticket > 0:
        singles &= singles - 1
        ticket -= 1
    return pick_move(first_kind(lowest_card), first_kind(singles))


# Default moves


def least_harmful_move(state: LuxState, seat: i64) -> i64:
    """Return the move for a seat whose clock ran out."""
    buffer = vec[i64]([0] * MOST_LUX_MOVES)
    count = list_moves(state, seat, buffer)
    best = buffer[0]
    i: i64 = 1
    while i < count:
        if harmlessness(state, seat, buffer[i]) > harmlessness(state, seat, best):
            best = buffer[i]
        i += 1
    return best


def harmlessness(state: LuxState, seat: i64, move: i64) -> i64:
    """Rate a default move: low cards go home, and gold saves a colour that is worth more than it costs."""
    verb = verb_of(move)
    if verb == HOME:
        return LOWEST_VALUE - card_value(card_of(move))
    if verb == CAPITAL:
        return -VALUE_COUNT
    if verb == PAY:
        colour = colour_of(move)
        return colour_value(state.words[HOMES + seat], colour) - excess(state, seat, colour)
    return 0
