"""Moving single pieces of Capo dei Capi: chips, tokens and cubes."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capo_dei_capi.layout import (
    BOX_INFLUENCE,
    BOX_OPEN,
    BOX_SEEN,
    CHIP_GAINED,
    CUBE_MOVED,
    CUBES_ON,
    ENDING,
    FLIPPED,
    HANDS,
    INFLUENCE_LEFT,
    NO_BRIBES,
    NO_CUBES,
    NO_END,
    NO_INFLUENCE,
    NO_TOKEN,
    NONE,
    OPEN,
    PLACED,
    SEEN,
    SETTLED,
    TOKEN_BITS,
    TOKEN_MASK,
    UNSEEN,
    VALUE_MASK,
    VALUES,
    side_of,
    spot_of,
)
from caponata.games.capo_dei_capi.state import DeiCapiState


def pay(state: DeiCapiState, seat: i64, price: i64) -> None:
    """Return chips of a seat to the supply [CDC-7.1]."""
    state.words[HANDS + seat] -= price
    state.chips += price


def take_chip(state: DeiCapiState) -> None:
    """Give the active player a chip from the supply, if there is one."""
    if state.chips > 0:
        state.chips -= 1
        state.words[HANDS + state.turn] += 1
        state.emit(CHIP_GAINED, state.turn, 1, 1)
    else:
        state.emit(CHIP_GAINED, state.turn, 1, 0)


def put_chip_beside_mayor(state: DeiCapiState) -> None:
    """Put a chip from the supply beside the Mayor, if there is one [CDC-3.15]."""
    if state.chips > 0:
        state.chips -= 1
        state.chips_beside += 1
        state.emit(CHIP_GAINED, state.turn, 0, 1)
    else:
        state.emit(CHIP_GAINED, state.turn, 0, 0)


def place_token(state: DeiCapiState, area: i64, token: i64) -> None:
    """Put a token from the supply beside an area [CDC-3.3] [CDC-5.1]."""
    state.beside |= token << TOKEN_BITS * area
    state.emit(PLACED, state.turn, area, token)
    if token == UNSEEN:
        state.bribes -= 1
        if state.bribes == 0:
            end_game_after_turn(state, NO_BRIBES)
    else:
        state.words[INFLUENCE_LEFT + token - 1] -= 1
        if state.words[INFLUENCE_LEFT + token - 1] == 0:
            end_game_after_turn(state, NO_INFLUENCE + token)


def lift_token(state: DeiCapiState, area: i64) -> i64:
    """Remove the token from beside an area and return it."""
    token = state.token_beside(area)
    state.beside ^= token << TOKEN_BITS * area
    return token


def settle_token(state: DeiCapiState, area: i64) -> None:
    """Move the token beside an area into the first free circle on it."""
    token = lift_token(state, area)
    index = side_of(state.turn, area)
    side = state.words[index]
    circle: i64 = 0
    while side >> TOKEN_BITS * circle & TOKEN_MASK != NO_TOKEN:
        circle += 1
    state.words[index] = side | token << TOKEN_BITS * circle
    state.emit(SETTLED, state.turn, spot_of(area, circle), token)
    if token == UNSEEN:
        state.to_look += 1


def box_token(state: DeiCapiState, token: i64) -> None:
    """Remove a token of the active player from the game; a face-down bribe stays face down [CDC-5.4]."""
    value = token & VALUE_MASK
    if token == UNSEEN:
        state.box_unseen += 1
    elif token < UNSEEN:
        state.words[BOX_INFLUENCE + value - 1] += 1
    elif token < OPEN:
        state.words[BOX_SEEN + VALUES * state.turn + value - 1] += 1
    else:
        state.words[BOX_OPEN + value - 1] += 1


def flip_bribe(state: DeiCapiState, area: i64, circle: i64) -> i64:
    """Turn one of the opponent's bribes face up for good and return its value [CDC-5.3]."""
    other = 1 - state.turn
    value = state.token_on(other, area, circle) - SEEN
    state.words[side_of(other, area)] += (OPEN - SEEN) << TOKEN_BITS * circle
    state.emit(FLIPPED, other, spot_of(area, circle), value)
    return value


def add_cube(state: DeiCapiState, place: i64) -> None:
    """Put a cube from the supply onto an area or the Mayor [CDC-3.7]."""
    state.cubes -= 1
    state.words[CUBES_ON + place] += 1
    state.emit(CUBE_MOVED, state.turn, place, NONE)
    if state.cubes == 0:
        end_game_after_turn(state, NO_CUBES)


def end_game_after_turn(state: DeiCapiState, cause: i64) -> None:
    """Let the game end with this turn: the supply has run out [CDC-8.1] [CDC-8.2] [CDC-8.3]."""
    if state.ended == NO_END:
        state.ended = cause
        state.emit(ENDING, state.turn, cause, 0)
