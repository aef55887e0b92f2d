"""The draft of Capital Lux: picking cards from packets that are passed to the left."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import NOBODY
from caponata.games.capital_lux.layout import (
    FIRST_PICK,
    HANDS,
    PASSED,
    PASSED_LAST,
    PICK_SIZE,
    PICKED_FIRST,
    PICKED_SECOND,
    SECOND_PICK,
)
from caponata.games.capital_lux.piles import card
from caponata.games.capital_lux.state import LuxState
from caponata.games.capital_lux.turns import start_turns


def start_draft(state: LuxState) -> None:
    """Ask every seat for a pick, unless the packets are so small that all their cards are kept."""
    if state.deal_size > PICK_SIZE:
        state.phase = FIRST_PICK
        state.to_act = (1 << state.seats) - 1  # [LUX-2.2]
        return
    seat: i64 = 0
    while seat < state.seats:
        state.words[PICKED_FIRST + seat] = state.words[HANDS + seat]  # [LUX-2.6]
        seat += 1
    start_turns(state)


def pick(state: LuxState, seat: i64, first: i64, second: i64) -> None:
    """Lay two cards of the packet aside. After the last seat's pick, all packets are passed on."""
    words = state.words
    cards = card(first) + card(second)
    words[HANDS + seat] -= cards
    state.to_act &= ~(1 << seat)
    if state.phase == FIRST_PICK:
        words[PICKED_FIRST + seat] = cards
        if state.to_act == NOBODY:
            pass_packets(state)
    else:
        words[PICKED_SECOND + seat] = cards
        if state.to_act == NOBODY:
            pass_last_cards(state)


def pass_packets(state: LuxState) -> None:
    """Pass the packets to the left after the first pick [LUX-2.3]."""
    words = state.words
    seat = state.seats - 1
    carried = words[HANDS + seat]
    while seat > 0:
        words[HANDS + seat] = words[HANDS + seat - 1]
        seat -= 1
    words[HANDS] = carried
    while seat < state.seats:
        state.emit(PASSED, seat, words[HANDS + seat], 0)
        seat += 1
    if state.deal_size > 2 * PICK_SIZE:
        state.phase = SECOND_PICK
        state.to_act = (1 << state.seats) - 1
        return
    seat = 0
    while seat < state.seats:
        words[PICKED_SECOND + seat] = words[HANDS + seat]  # [LUX-2.6]
        words[HANDS + seat] += words[PICKED_FIRST + seat]
        seat += 1
    start_turns(state)


def pass_last_cards(state: LuxState) -> None:
    """Pass the last cards to the left, where they are kept, and form the hands [LUX-2.4]."""
    words = state.words
    seat: i64 = 0
    while seat < state.seats:
        words[PASSED_LAST + seat] = words[HANDS + seat]
        seat += 1
    arriving = words[PASSED_LAST + state.seats - 1]
    seat = 0
    while seat < state.seats:
        state.emit(PASSED, seat, arriving, 1)
        words[HANDS + seat] = words[PICKED_FIRST + seat] + words[PICKED_SECOND + seat] + arriving
        arriving = words[PASSED_LAST + seat]
        seat += 1
    start_turns(state)
