"""How a round of Capital Lux begins, and the reckoning that ends it."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capital_lux.cards import COLOUR_COUNT
from caponata.games.capital_lux.layout import (
    ALL_MODIFIERS,
    BONUSES,
    DEALING,
    FELL,
    FINISHED,
    GOLD,
    HANDS,
    HOMES,
    LEADS,
    LOG_START,
    LOGS,
    NO_MODIFIER,
    OLDER_LOGS,
    OLDEST_LOGS,
    OVER,
    PASSED_LAST,
    PICKED_FIRST,
    PICKED_SECOND,
    REVEALED,
    ROUNDS,
    SETTLING,
    THROWN,
    WON,
    placed_by,
    placed_colour,
    placed_modifier,
)
from caponata.games.capital_lux.limits import can_pay_any, excess, store_limits
from caponata.games.capital_lux.piles import (
    COLOUR_BITS,
    COLOUR_MASK,
    EMPTY,
    card,
    colour_bits,
    colour_value,
    highest,
    of_colour,
    pile_value,
)
from caponata.games.capital_lux.state import LuxState


def start_round(state: LuxState) -> None:
    """Collect the modifiers and deal. Without a card for every seat, go straight to the reckoning."""
    state.modifiers_left = ALL_MODIFIERS  # [LUX-4.13]
    state.placements = 0
    state.placed = 0
    state.held = NO_MODIFIER
    state.last_turns = 0
    state.deal_size = state.full_deal
    if state.deck_size < state.full_deal * state.seats:
        state.deal_size = state.deck_size // state.seats  # [LUX-2.5]
    state.turn = state.starter
    state.to_deal = state.deal_size
    if state.deal_size == 0:
        end_round(state)  # [LUX-2.7]
    else:
        state.phase = DEALING
        state.to_act = CHANCE_ACTS


# The reckoning


def end_round(state: LuxState) -> None:
    """Move the cards left in hand home, reveal the modifiers and begin the reckoning."""
    words = state.words
    seat = state.starter
    i: i64 = 0
    while i < state.seats:
        hand = words[HANDS + seat]
        if hand:
            words[HOMES + seat] += hand  # [LUX-4.4]
            words[HANDS + seat] = EMPTY
            state.emit(FELL, seat, hand, 0)
        words[PICKED_FIRST + seat] = EMPTY  # all cards are open now: there is nothing left to remember
        words[PICKED_SECOND + seat] = EMPTY
        words[PASSED_LAST + seat] = EMPTY
        words[LOGS + seat] = LOG_START
        words[OLDER_LOGS + seat] = 0
        words[OLDEST_LOGS + seat] = 0
        seat = state.left_of(seat)
        i += 1
    placements = state.placements
    i = 0
    while i < state.placed:  # [LUX-4.5]
        state.emit(
            REVEALED, placed_modifier(placements, i), placed_colour(placements, i), placed_by(placements, i)
        )
        i += 1
    store_limits(state)
    state.settled = 0
    state.paid_colours = 0
    state.turn = state.starter
    settle(state)


def settle(state: LuxState) -> None:
    """Stop at the next seat that can pay; seats that cannot pay discard. After the last, end the round."""
    while state.settled < state.seats:  # [LUX-4.8]
        if state.words[GOLD + state.turn] > 0 and can_pay_any(state, state.turn):
            state.phase = SETTLING
            state.to_act = 1 << state.turn
            return
        discard_excess(state, state.turn)
    award_bonus_cards(state)
    state.limits = 0
    close_round(state)


def pay(state: LuxState, colour: i64) -> None:
    """Return gold to the pile to save one colour in this reckoning [LUX-4.7]."""
    price = excess(state, state.turn, colour)
    state.words[GOLD + state.turn] -= price
    state.gold_pile += price
    state.paid_colours |= 1 << colour
    settle(state)


def discard_excess(state: LuxState, seat: i64) -> None:
    """Discard all cards of the colours in which a seat is over the limit [LUX-4.6]."""
    words = state.words
    rest = words[HOMES + seat]
    colour: i64 = 0
    while rest:
        if rest & COLOUR_MASK and excess(state, seat, colour) > 0:
            lost = of_colour(words[HOMES + seat], colour)
            words[HOMES + seat] -= lost
            state.discards += lost
            state.emit(THROWN, seat, colour, lost)
        rest >>= COLOUR_BITS
        colour += 1
    state.paid_colours = 0
    state.settled += 1
    state.turn = state.left_of(seat)


def award_bonus_cards(state: LuxState) -> None:
    """Give the leader of each colour its highest card, and tied leaders the next ones in turn order."""
    words = state.words
    colour: i64 = 0
    while colour < COLOUR_COUNT:
        best: i64 = 0
        seat: i64 = 0
        while seat < state.seats:
            total = colour_value(words[HOMES + seat], colour)
            if total > best:
                best = total
            seat += 1
        seat = state.starter
        i: i64 = 0
        taken: i64 = 0
        while best > 0 and i < state.seats:  # [LUX-4.9]
            if colour_value(words[HOMES + seat], colour) == best:  # [LUX-4.10]
                if not colour_bits(state.capital, colour):
                    break
                kind = highest(state.capital, colour)
                state.capital -= card(kind)  # [LUX-4.11]
                words[BONUSES + seat] += card(kind)
                state.emit(WON, seat, kind, taken)
                taken += 1
            seat = state.left_of(seat)
            i += 1
        colour += 1


def close_round(state: LuxState) -> None:
    """End the game after the last round; otherwise the richest hometown starts the next one."""
    if state.round == ROUNDS:  # [LUX-5.1]
        state.phase = OVER
        state.to_act = NOBODY
        state.emit(FINISHED, 0, 0, 0)
        return
    richest = state.starter
    seat = state.starter
    i: i64 = 1
    while i < state.seats:  # [LUX-4.12]
        seat = state.left_of(seat)
        if pile_value(state.words[HOMES + seat]) > pile_value(state.words[HOMES + richest]):
            richest = seat
        i += 1
    state.starter = richest
    state.round += 1
    state.emit(LEADS, richest, state.round, 0)
    start_round(state)
