"""The beginning and the end of a turn of Capo dei Capi: stops, busts, gains and the end of the game."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capo_dei_capi.dice import DOUBLE_4, MAYOR_ROLL, ROLL_ACTIONS
from caponata.games.capo_dei_capi.layout import (
    AREAS,
    BETWEEN_ROLLS,
    BONUS,
    BUSTED,
    BY_LEVEL,
    CHIP_LIMIT,
    CHIPS_RETURNED,
    CHIPS_TAKEN,
    CIRCLES,
    CUBES_ON,
    DISCARD_CHOICES,
    FACE_DOWN,
    FINISHED,
    GAINED,
    HALF_BONUS_LEVEL,
    HANDS,
    INFLUENCE_LEFT,
    LOOKING,
    MAKING_ROOM,
    MAYOR,
    MAYOR_CUBES,
    NEW_TOKEN,
    NO_CUBES,
    NONE,
    OPEN,
    OVER,
    POOL,
    REFILLED,
    REVEALED,
    SEEN,
    SETTLED,
    TIED,
    TOKEN_BITS,
    TOKEN_LOST,
    TOKEN_MASK,
    TOP_LEVEL,
    TURN_BEGUN,
    UNSEEN,
    WON,
    side_of,
    spot_of,
    unseen_bits,
)
from caponata.games.capo_dei_capi.pieces import (
    add_cube,
    box_token,
    end_game_after_turn,
    lift_token,
    pay,
    settle_token,
    take_chip,
)
from caponata.games.capo_dei_capi.state import DeiCapiState


def begin_turn(state: DeiCapiState, seat: i64) -> None:
    """Give a seat the dice; it must roll before it may stop [CDC-2.1]."""
    state.turn = seat
    state.level = 0  # [CDC-6.6]
    state.hit_man = 0
    state.must_roll = 1
    state.promised = 0
    state.rolls = 0
    state.phase = BETWEEN_ROLLS
    state.to_act = seat + 1


# Stops


def settle(state: DeiCapiState) -> None:
    """Move tokens onto their areas; on a full area, room must be made first [CDC-6.1] [CDC-6.2]."""
    area: i64 = 0
    while state.beside:
        if state.token_beside(area):
            if state.is_full(state.turn, area):
                state.room = area
                state.phase = MAKING_ROOM
                state.to_act = state.turn + 1
                return
            settle_token(state, area)
        area += 1
    look_or_finish(state)


def discard(state: DeiCapiState, circle: i64) -> None:
    """Remove one of six tokens of the full area from the game."""
    area = state.room
    state.room = NONE
    state.discarded = DISCARD_CHOICES * area + circle
    new_token = lift_token(state, area)
    if circle == NEW_TOKEN:
        box_token(state, new_token)
    else:
        old_token = state.token_on(state.turn, area, circle)
        box_token(state, old_token)
        state.words[side_of(state.turn, area)] ^= (old_token ^ new_token) << TOKEN_BITS * circle
        state.emit(SETTLED, state.turn, spot_of(area, circle), new_token)
        if new_token == UNSEEN:
            state.to_look += 1
    if state.pocketing:
        look_or_finish(state)
    else:
        settle(state)


def look_or_finish(state: DeiCapiState) -> None:
    """Let the owner look at new bribes on areas; then finish the Pocket or the turn [CDC-5.2]."""
    if state.to_look:
        state.phase = LOOKING
        state.to_act = CHANCE_ACTS
    elif state.pocketing:
        state.pocketing = 0
        state.phase = BETWEEN_ROLLS
        state.to_act = state.turn + 1
    else:
        collect_gains(state)
        finish_turn(state)


def look(state: DeiCapiState, value: i64) -> None:
    """Give the first unseen bribe its value, which only its owner sees [CDC-5.5]."""
    state.words[POOL + value - 1] -= 1
    index = side_of(state.turn, unseen_area(state))
    side = state.words[index]
    bits = unseen_bits(side)
    circle: i64 = 0
    while bits & TOKEN_MASK == 0:
        bits >>= TOKEN_BITS
        circle += 1
    state.words[index] = side + (value << TOKEN_BITS * circle)
    state.to_look -= 1
    look_or_finish(state)


def unseen_area(state: DeiCapiState) -> i64:
    """The first area with a bribe that its owner must look at."""
    area: i64 = 0
    while unseen_bits(state.words[side_of(state.turn, area)]) == 0:
        area += 1
    return area


def collect_gains(state: DeiCapiState) -> None:
    """Take the chips beside the Mayor, then the extortion bonus [CDC-6.3]."""
    seat = state.turn
    if state.chips_beside:
        state.words[HANDS + seat] += state.chips_beside
        state.emit(CHIPS_TAKEN, seat, state.chips_beside, 0)
        state.chips_beside = 0
    if state.level < HALF_BONUS_LEVEL:
        return
    cubes = state.words[CUBES_ON + MAYOR]
    if state.level == HALF_BONUS_LEVEL:
        cubes >>= 1  # [CDC-6.4]
    state.words[CUBES_ON + MAYOR] -= cubes
    state.words[GAINED + seat] += cubes
    state.emit(BONUS, seat, state.level, cubes)
    if state.level == TOP_LEVEL:
        refill: i64 = MAYOR_CUBES  # [CDC-6.5]
        if state.cubes < refill:
            refill = state.cubes
        state.cubes -= refill
        state.words[CUBES_ON + MAYOR] += refill
        state.emit(REFILLED, refill, 0, 0)
        if state.cubes == 0:
            end_game_after_turn(state, NO_CUBES)


# Busts


def bust(state: DeiCapiState, cause: i64) -> None:
    """Return everything beside areas and the Mayor; the first effect of some rolls stays [CDC-4.6]."""
    seat = state.turn
    state.emit(BUSTED, seat, cause, state.dice)
    if cause == BY_LEVEL and state.declared == NONE:  # [CDC-4.7]
        action = ROLL_ACTIONS[state.dice]
        if action == DOUBLE_4:
            take_chip(state)
        elif action == MAYOR_ROLL:
            add_cube(state, MAYOR)
    state.declared = NONE
    area: i64 = 0
    while state.beside:
        token = state.token_beside(area)
        if token:
            state.beside ^= token << TOKEN_BITS * area
            state.emit(TOKEN_LOST, seat, area, token)
            if token == UNSEEN:
                state.bribes += 1
            else:
                state.words[INFLUENCE_LEFT + token - 1] += 1
        area += 1
    state.chips += state.chips_beside
    state.chips_beside = 0
    finish_turn(state)


# The next turn, or the end of the game


def finish_turn(state: DeiCapiState) -> None:
    """Return chips over the limit, then give the dice to the other seat or end the game."""
    seat = state.turn
    excess = state.words[HANDS + seat] - CHIP_LIMIT
    if excess > 0:
        pay(state, seat, excess)  # [CDC-6.7]
        state.emit(CHIPS_RETURNED, seat, excess, 0)
    if state.ended:
        finish_game(state)
        return
    begin_turn(state, 1 - seat)
    state.emit(TURN_BEGUN, 1 - seat, 0, 0)


def finish_game(state: DeiCapiState) -> None:
    """End the game: bribes are turned up, and the higher influence wins each area [CDC-9.1]."""
    state.phase = OVER
    state.to_act = NOBODY
    if state.effects is not None:
        emit_result(state)


def emit_result(state: DeiCapiState) -> None:
    """Report all face-down bribes and the winner of each area."""
    for seat in range(2):
        for area in range(AREAS):
            if state.words[side_of(seat, area)] & FACE_DOWN:
                for circle in range(CIRCLES):
                    token = state.token_on(seat, area, circle)
                    if token > SEEN and token < OPEN:
                        state.emit(REVEALED, seat, spot_of(area, circle), token - SEEN)
    for area in range(AREAS):
        if state.has_won(0, area):
            state.emit(WON, 0, area, 1 + state.words[CUBES_ON + area])
        elif state.has_won(1, area):
            state.emit(WON, 1, area, 1 + state.words[CUBES_ON + area])
        else:
            state.emit(TIED, area, 0, 0)  # [CDC-9.2]
    state.emit(FINISHED, 0, 0, 0)
