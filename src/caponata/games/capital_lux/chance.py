"""Chance in Capital Lux: the odds of its moves, and what they do."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.engine.chance import Rng
from caponata.engine.game import CHANCE_ACTS
from caponata.games.capital_lux.cards import MODIFIER_COUNT
from caponata.games.capital_lux.draft import start_draft
from caponata.games.capital_lux.layout import AGENT, AGENT_DRAWS, DEALING, HANDS, SCHOLAR, STARTING
from caponata.games.capital_lux.moves import (
    DRAW,
    MODIFIER,
    card_of,
    draw_move,
    modifier_move,
    modifier_of,
    seat_of,
    starter_move,
    verb_of,
)
from caponata.games.capital_lux.piles import COPIES_MASK, card, nth
from caponata.games.capital_lux.rounds import start_round
from caponata.games.capital_lux.state import LuxState
from caponata.games.capital_lux.turns import end_turn

# Odds


def list_odds(state: LuxState, into: vec[i64], weights: vec[i64]) -> i64:
    """Write the moves of chance with their weights, and return their number."""
    count: i64 = 0
    i: i64 = 0
    if state.phase == STARTING:
        while i < state.seats:
            into[i] = starter_move(i)
            weights[i] = 1  # [LUX-1.4]
            i += 1
        return i
    if state.phase == AGENT_DRAWS:
        while i < MODIFIER_COUNT:
            if state.modifiers_left >> i & 1:
                into[count] = modifier_move(i)
                weights[count] = 1
                count += 1
            i += 1
        return count
    deck = state.deck
    while deck:
        if deck & COPIES_MASK:
            into[count] = draw_move(i)
            weights[count] = deck & COPIES_MASK
            count += 1
        deck >>= 3
        i += 1
    return count


def sum_of_weights(state: LuxState) -> i64:
    """Return the sum of the weights of all moves of chance."""
    if state.phase == STARTING:
        return state.seats
    if state.phase == AGENT_DRAWS:
        return MODIFIER_COUNT - state.placed
    return state.deck_size


def move_of_ticket(state: LuxState, ticket: i64) -> i64:
    """Return the move of chance that a ticket below `sum_of_weights` selects."""
    if state.phase == STARTING:
        return starter_move(ticket)
    if state.phase == AGENT_DRAWS:
        i: i64 = 0
        while True:
            if state.modifiers_left >> i & 1:
                if ticket == 0:
                    return modifier_move(i)
                ticket -= 1
            i += 1
    return draw_move(nth(state.deck, ticket))


# Moves


def play_chance_moves(state: LuxState, rng: Rng) -> None:
    """Play random moves while chance is to act; packets are dealt at once."""
    while state.to_act == CHANCE_ACTS:
        if state.phase == DEALING:
            deal_packet(state, rng)
        else:
            play_chance_move(state, move_of_ticket(state, rng.below(sum_of_weights(state))))


def play_chance_move(state: LuxState, move: i64) -> None:
    """Play one move of chance."""
    verb = verb_of(move)
    if verb == DRAW:
        draw(state, card_of(move))
    elif verb == MODIFIER:
        state.held = modifier_of(move)  # [LUX-3.8]
        state.modifiers_left ^= 1 << state.held
        state.phase = AGENT
        state.to_act = 1 << state.turn
    else:
        state.starter = seat_of(move)  # [LUX-1.4]
        start_round(state)


def deal_packet(state: LuxState, rng: Rng) -> None:
    """Deal the rest of a packet, with the same result as single draws."""
    deck = state.deck
    size = state.deck_size
    packet = state.words[HANDS + state.turn]
    left = state.to_deal
    while left > 1:
        dealt = card(nth(deck, rng.below(size)))
        deck -= dealt
        packet += dealt
        size -= 1
        left -= 1
    state.deck = deck
    state.deck_size = size
    state.words[HANDS + state.turn] = packet
    state.to_deal = 1
    draw(state, nth(deck, rng.below(size)))  # the last card also ends the deal of this seat


def draw(state: LuxState, kind: i64) -> None:
    """Move a card from the deck into a packet, the hand of the Scholar's owner or the capital."""
    drawn = card(kind)
    state.deck -= drawn
    state.deck_size -= 1
    if state.phase == DEALING:
        state.words[HANDS + state.turn] += drawn
        state.to_deal -= 1
        if state.to_deal == 0:
            state.turn = state.left_of(state.turn)
            state.to_deal = state.deal_size
            if state.turn == state.starter:
                start_draft(state)
    elif state.phase == SCHOLAR:
        state.words[HANDS + state.turn] += drawn  # [LUX-3.4]
        end_turn(state)
    else:
        state.capital += drawn  # [LUX-1.3]
        state.to_open -= 1
        if state.to_open == 0:
            state.phase = STARTING
