"""Tricks: passes, the next seat in turn, and seats that run out of cards."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capo.deals import start_trick
from caponata.games.capo.layout import (
    CAFONE_TITLE,
    CAPO_TITLE,
    HANDS,
    NONE,
    OUT,
    PLAYED,
    PLAYING,
    SEAT_BITS,
    SKIPPED,
    SWAPPED,
    TRICK,
)
from caponata.games.capo.plays import is_skipped
from caponata.games.capo.state import CapoState


def pass_turn(state: CapoState, seat: i64) -> None:
    """Pass for this turn or, with the option, for this trick [CAPO-3.5]."""
    state.passed |= 1 << seat
    if state.pass_locks:
        state.locked |= 1 << seat
    next_turn(state, seat)


def next_turn(state: CapoState, after: i64) -> None:
    """Ask the next seat that has not passed since the last play; without one, the trick is over."""
    waiting = state.holding & ~(state.passed | state.locked | 1 << state.top_seat)
    seat = after
    while waiting:
        seat = state.next_seat(seat)
        if waiting >> seat & 1:
            if not is_skipped(state, seat):
                state.turn = seat
                state.phase = PLAYING
                state.to_act = 1 << seat
                return
            waiting &= ~(1 << seat)
            state.passed |= 1 << seat  # [CAPO-3.7]
            if state.pass_locks:
                state.locked |= 1 << seat
            state.emit(SKIPPED, seat, 0, 0)
    leader = state.top_seat  # [CAPO-3.4]
    while not state.holding >> leader & 1:
        leader = state.next_seat(leader)  # [CAPO-3.6]
    state.emit(TRICK, leader, state.top_seat, 0)
    start_trick(state, leader)


def end_play(state: CapoState) -> None:
    """Finish a play after its choices and Battles: apply Mamma and ask the next seat."""
    if state.mamma_due:
        state.mamma_due = 0
        swap_hands(state)
    next_turn(state, state.top_seat)


def swap_hands(state: CapoState) -> None:
    """Swap the hands of the last round's Capo and Cafone, if both hold cards [CAPO-4.6]."""
    one = state.title_holder(CAPO_TITLE)
    other = state.title_holder(CAFONE_TITLE)
    if one == NONE or not state.holding >> one & 1 or not state.holding >> other & 1:
        return
    piles = state.piles
    hand = piles[HANDS + one]
    played = piles[PLAYED + one]
    piles[HANDS + one] = piles[HANDS + other]
    piles[PLAYED + one] = piles[PLAYED + other]
    piles[HANDS + other] = hand
    piles[PLAYED + other] = played
    change = state.hand_count(one) ^ state.hand_count(other)
    state.counts ^= change << SEAT_BITS * one | change << SEAT_BITS * other
    state.swapped = 1
    state.emit(SWAPPED, one, other, piles[HANDS + one])
    state.emit(SWAPPED, other, one, hand)


def run_out(state: CapoState, seat: i64, best_place: i64) -> None:
    """Note that a seat has no cards left, and the best place that its last play leaves open."""
    state.outs |= seat << SEAT_BITS * state.out_count
    state.emit(OUT, seat, state.out_count, best_place)
    state.out_count += 1
    state.place_limits |= best_place << SEAT_BITS * seat
    state.holding &= ~(1 << seat)
