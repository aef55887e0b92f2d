"""Chance in Capo dei Capi: the starting player, the dice and the values of bribes."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capo_dei_capi.dice import ROLLS
from caponata.games.capo_dei_capi.layout import POOL, ROLLING, STARTING, VALUES
from caponata.games.capo_dei_capi.moves import dice_move, look_move, starter_move
from caponata.games.capo_dei_capi.state import DeiCapiState


def odds(state: DeiCapiState, into: vec[i64], weights: vec[i64]) -> i64:
    """Write chance's moves and their weights, and return their number."""
    count: i64 = 0
    if state.phase == ROLLING:
        while count < ROLLS:
            into[count] = dice_move(count)
            weights[count] = 1
            count += 1
        return count
    if state.phase == STARTING:
        while count < state.seats:
            into[count] = starter_move(count)
            weights[count] = 1  # [CDC-1.5]
            count += 1
        return count
    value: i64 = 1
    while value <= VALUES:  # [CDC-5.5]
        if state.words[POOL + value - 1]:
            into[count] = look_move(value)
            weights[count] = state.words[POOL + value - 1]
            count += 1
        value += 1
    return count


def total_weight(state: DeiCapiState) -> i64:
    """The sum of chance's weights."""
    if state.phase == ROLLING:
        return ROLLS
    if state.phase == STARTING:
        return state.seats
    return state.words[POOL] + state.words[POOL + 1] + state.words[POOL + 2]


def chance_move(state: DeiCapiState, ticket: i64) -> i64:
    """The chance move that a ticket selects."""
    if state.phase == ROLLING:
        return dice_move(ticket)
    if state.phase == STARTING:
        return starter_move(ticket)
    value: i64 = 1
    while ticket >= state.words[POOL + value - 1]:
        ticket -= state.words[POOL + value - 1]
        value += 1
    return look_move(value)
