"""From GO to STOP: dice are taken and placed, and the grabbing ends."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import NOBODY
from caponata.games.capio.cards import CARD_KINDS, TARGET, TOP_OFFSET, TOWERS
from caponata.games.capio.layout import (
    BESIDE_SPOT,
    COUNT_SPOT,
    FACE_SPOT,
    GONE,
    HANDS_AT,
    IN_HAND,
    LIFTED,
    NONE,
    ON_CARD,
    PARKED_FIELD,
    PARKED_SPOT,
    PLACING,
    SPOTS_AT,
    STOPPED,
    SUM_SPOT,
)
from caponata.games.capio.legality import spot_for
from caponata.games.capio.moves import BESIDE, PARK_OFFSET
from caponata.games.capio.settlement import settle
from caponata.games.capio.state import CapioState


def take(state: CapioState, seat: i64, die: i64) -> None:
    """Take a die from the middle; nobody else can take it any more [CAPIO-3.2]."""
    state.words[HANDS_AT + seat] = die + 1
    state.move_die(die, IN_HAND + seat)


def place(state: CapioState, seat: i64, slot: i64, destination: i64) -> None:
    """Place the die in hand on a card, for good [CAPIO-3.5]."""
    die = state.hand(seat)
    state.words[HANDS_AT + seat] = 0
    first = state.first_spot(seat, slot)
    kind = CARD_KINDS[state.card(seat, slot)]
    spot = destination
    if destination == BESIDE:
        state.words[first + BESIDE_SPOT] += 1
    elif kind == TARGET:
        face = state.face(die)
        state.words[first + COUNT_SPOT] += 1
        state.words[first + SUM_SPOT] += face
        state.words[first + FACE_SPOT + face] += 1
    elif destination > PARK_OFFSET:
        spot = PARKED_SPOT
        state.words[first + PARKED_SPOT] = die + 1
        state.words[first + PARKED_FIELD] = destination - PARK_OFFSET
    else:
        spot = spot_for(state, seat, slot, kind, destination)
        if spot == BESIDE_SPOT:
            state.words[first + BESIDE_SPOT] += 1
        else:
            state.words[first + spot] = die + 1
    state.move_die(die, ON_CARD + first - SPOTS_AT + spot)
    if kind == TOWERS and spot == state.words[first + PARKED_FIELD] and spot:
        lift_parked_die(state, seat, first, spot)
    settle_if_last(state, seat)


def lift_parked_die(state: CapioState, seat: i64, first: i64, field: i64) -> None:
    """Put the parked die on the base that was just placed on its field [CAPIO-3.7]."""
    parked = state.words[first + PARKED_SPOT]
    state.words[first + PARKED_SPOT] = 0
    state.words[first + PARKED_FIELD] = 0
    state.words[first + TOP_OFFSET + field] = parked
    state.move_die(parked - 1, ON_CARD + first - SPOTS_AT + TOP_OFFSET + field)
    state.emit(LIFTED, seat, field, 0)


def let_go(state: CapioState, seat: i64) -> None:
    """Let the die in hand go after the end of the grabbing."""
    state.move_die(state.hand(seat), GONE)  # [CAPIO-4.2]
    state.words[HANDS_AT + seat] = 0
    settle_if_last(state, seat)


def settle_if_last(state: CapioState, seat: i64) -> None:
    """Settle the playthrough if the grabbing is over and this was the last die in hand."""
    if state.phase == PLACING:
        state.to_act &= ~(2 << seat >> 1)
        if state.to_act == NOBODY:
            settle(state)


def stop(state: CapioState, seat: i64) -> None:
    """Call STOP."""
    state.caller = seat  # [CAPIO-4.1]
    end_grabbing(state)


def rest(state: CapioState, seat: i64) -> None:
    """Let a seat rest; when all seats rest, the playthrough ends without a caller [CAPIO-4.3]."""
    state.resting |= 2 << seat >> 1
    state.to_act &= ~(2 << seat >> 1)
    if state.to_act == NOBODY:
        end_grabbing(state)


def end_grabbing(state: CapioState) -> None:
    """End the grabbing; only seats with a die in hand may still act [CAPIO-4.2]."""
    state.phase = PLACING
    state.to_act = NOBODY
    holding: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        if state.words[HANDS_AT + seat]:
            state.to_act |= 2 << seat >> 1
            holding += 1
        seat += 1
    without_caller: i64 = 0
    if state.caller == NONE:
        without_caller = 1
    state.emit(STOPPED, holding, without_caller, 0)
    if holding == 0:
        settle(state)
