"""The end of a playthrough: points for cards, for several positive cards, and for the call of STOP."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import NOBODY
from caponata.games.capio.cards import CARD_KINDS
from caponata.games.capio.dice import DICE
from caponata.games.capio.layout import (
    BONUS_AT,
    CARD_SCORED,
    CLEARED,
    FINISHED,
    FULL_LINE,
    MISSED,
    MISSED_SHIFT,
    MOST_SEATS,
    NONE,
    OVER,
    PENALTY,
    POINTS_AT,
    RECKONING,
    ROUNDS,
    SCORE_LINES,
    SEVERAL,
    SEVERAL_LINE,
    SLOTS,
    STOP_BONUS,
    STOP_LINE,
    TALLIED,
    TALLIES_AT,
)
from caponata.games.capio.scoring import score_card
from caponata.games.capio.state import CapioState
from caponata.games.capio.stop_check import StopCheck


def settle(state: CapioState) -> None:
    """Score all seats, the caller first, and end the game after the last playthrough."""
    seat: i64 = 0
    if state.caller != NONE:
        seat = state.caller  # [CAPIO-4.4]
    playthrough = state.seats * state.round + state.playthrough
    scored: i64 = 0
    while scored < state.seats:
        points = settle_cards(state, seat)
        if seat == state.caller:
            points += settle_stop(state, seat)
        state.words[POINTS_AT + MOST_SEATS * playthrough + seat] = points
        state.emit(TALLIED, seat, points, state.score(seat))
        seat = state.left_of(seat)
        scored += 1
    if state.round == ROUNDS - 1 and state.playthrough == state.seats - 1:
        state.phase = OVER  # [CAPIO-7.1]
        state.to_act = NOBODY
        state.emit(FINISHED, 0, 0, 0)
    else:
        state.phase = RECKONING
        state.let_everybody_act()


def add_points(state: CapioState, seat: i64, line: i64, points: i64) -> None:
    """Add points to a line of a seat's score."""
    state.words[TALLIES_AT + SCORE_LINES * seat + line] += points


def settle_cards(state: CapioState, seat: i64) -> i64:
    """Score a seat's cards and the bonus for several positive ones; return the points [CAPIO-5.9]."""
    total: i64 = 0
    positive: i64 = 0
    slot: i64 = 0
    while slot < SLOTS:
        kind = CARD_KINDS[state.card(seat, slot)]
        card_score = score_card(state, seat, slot)
        add_points(state, seat, kind, card_score.points)
        add_points(state, seat, FULL_LINE, card_score.full)
        state.words[BONUS_AT + seat] += card_score.full
        total += card_score.total()
        if card_score.total() > 0:
            positive += 1
        state.emit(CARD_SCORED, seat, kind, 2 * card_score.total() + card_score.full)
        slot += 1
    if positive > 1:
        add_points(state, seat, SEVERAL_LINE, positive)
        state.words[BONUS_AT + seat] += positive
        state.emit(SEVERAL, seat, positive, positive)
        total += positive
    return total


def settle_stop(state: CapioState, seat: i64) -> i64:
    """Score the call of STOP: two points, or minus one for each missed die [CAPIO-6.1]."""
    check = StopCheck(state, seat)
    if check.count <= 0:
        add_points(state, seat, STOP_LINE, STOP_BONUS)  # [CAPIO-6.5]
        state.words[BONUS_AT + seat] += STOP_BONUS
        state.emit(CLEARED, seat, 0, 0)
        return STOP_BONUS
    die: i64 = 0
    while die < DICE:
        place = check.best_places[die]
        if place != NONE:
            state.dice[die] |= (place + 1) << MISSED_SHIFT
            state.emit(MISSED, seat, state.die_type(die), place)
        die += 1
    add_points(state, seat, STOP_LINE, -check.count)  # [CAPIO-6.6]
    state.emit(PENALTY, seat, check.count, 0)
    return -check.count
