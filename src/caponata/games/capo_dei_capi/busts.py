"""Which rolls bust, and how far they raise the extortion level."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capo_dei_capi.dice import (
    BRIBE_ROLL,
    DOUBLE_4,
    DOUBLE_5,
    EXPOSE_ROLL,
    EXTORT_ROLL,
    FACES,
    INFLUENCE_ROLL,
    LOW,
    LOW_DICE,
    LOW_DOUBLES,
    MAYOR_ROLL,
    ROLL_ACTIONS,
    ROLL_AREAS,
)
from caponata.games.capo_dei_capi.layout import (
    BY_DOUBLES,
    BY_LEVEL,
    BY_TOKEN,
    CUBES_ON,
    MAYOR,
    NO_BUST,
    RISE_WITHOUT_FLIP,
    TOP_LEVEL,
)
from caponata.games.capo_dei_capi.state import DeiCapiState


def bust_cause(state: DeiCapiState, roll: i64) -> i64:
    """Why a roll busts before it is carried out, or `NO_BUST` [CDC-4.1]."""
    action = ROLL_ACTIONS[roll]
    if action == INFLUENCE_ROLL:  # only when both areas are taken [CDC-4.3]
        # Inlined, because a call for each of the 36 rolls slows down searches by a tenth.
        if state.token_beside(roll // FACES) and state.token_beside(LOW + roll % FACES):
            return BY_TOKEN
    elif action >= LOW_DOUBLES:
        if state.hit_man:
            return BY_DOUBLES  # [CDC-4.2]
        if action == DOUBLE_4:
            if state.level == TOP_LEVEL:
                return BY_LEVEL
        elif action <= DOUBLE_5 and state.free_areas() == 0:
            return BY_TOKEN
    elif action == BRIBE_ROLL:
        if state.token_beside(ROLL_AREAS[roll]):
            return BY_TOKEN
    elif state.level + level_rise(state, roll) > TOP_LEVEL:
        return BY_LEVEL  # [CDC-4.4]
    return NO_BUST


def level_rise(state: DeiCapiState, roll: i64) -> i64:
    """How far a roll raises the extortion level, as far as that is known before it is carried out."""
    action = ROLL_ACTIONS[roll]
    if action == EXTORT_ROLL:
        return LOW_DICE[roll]  # [CDC-3.4]
    if action == DOUBLE_4:
        return 1
    if action == EXPOSE_ROLL and not state.has_face_down(1 - state.turn):
        return RISE_WITHOUT_FLIP  # [CDC-3.6]
    if action == MAYOR_ROLL and state.cubes > 1:  # the last cube ends the game: no bust [CDC-8.4]
        return state.words[CUBES_ON + MAYOR] + 1  # [CDC-3.8]
    return 0
