"""Everything before GO: goal cards are chosen, dealt and passed on, and the dice are thrown."""

from __future__ import annotations

from mypy_extensions import i64

from caponata.engine.game import CHANCE_ACTS, NOBODY
from caponata.games.capio.cards import CARD_KINDS, CONFUSION, FIRST_CARDS
from caponata.games.capio.dice import COLOURS, COPIES, DICE, THROW_FACES
from caponata.games.capio.layout import (
    CARDS_AT,
    CHOOSING,
    DEALING,
    EASY_KINDS,
    FACE_BITS,
    GATHERING,
    GRABBING,
    HANDS_AT,
    HARD_KINDS,
    IN_MIDDLE,
    MOST_SEATS,
    NONE,
    PASSED,
    ROLLING,
    ROLLS_AT,
    ROUND,
    ROUNDS,
    SLOTS,
    SPOTS_AT,
    STARTED,
    THROWING,
    USED_AT,
    WORDS,
)
from caponata.games.capio.moves import TRIPLE_SETS
from caponata.games.capio.state import CapioState


def begin_round(state: CapioState) -> None:
    """Take all cards away and let the first seat choose its kinds [CAPIO-2.1]."""
    slot: i64 = 0
    while slot < SLOTS * MOST_SEATS:
        state.words[CARDS_AT + slot] = NONE
        slot += 1
    state.next = 0
    state.to_act = CHANCE_ACTS
    begin_choosing(state)


def begin_choosing(state: CapioState) -> None:
    """Let the next seat roll for its kinds, unless the course prescribes them [CAPIO-2.4]."""
    state.phase = CHOOSING
    if state.options.course and state.round < ROUNDS - 1:
        state.phase = DEALING
        state.kinds = EASY_KINDS
        if state.round == 1:
            state.kinds = HARD_KINDS


def choose_kinds(state: CapioState, triple: i64) -> None:
    """Deal the next seat a card of each of these three kinds."""
    state.kinds = TRIPLE_SETS[triple]  # [CAPIO-2.2]
    state.phase = DEALING


def deal(state: CapioState, card: i64) -> None:
    """Deal a card to the next seat; it is not dealt again in this game [CAPIO-2.2]."""
    kind = CARD_KINDS[card]
    slot: i64 = 0
    while state.words[CARDS_AT + SLOTS * state.next + slot] != NONE:
        slot += 1
    state.words[CARDS_AT + SLOTS * state.next + slot] = card
    used: i64 = 1
    used <<= card - FIRST_CARDS[kind]
    state.words[USED_AT + kind] |= used
    state.kinds &= state.kinds - 1
    if state.kinds == 0:
        state.next += 1
        if state.next < state.seats:
            begin_choosing(state)
        else:
            state.next = 0
            roll_or_gather(state)


def roll(state: CapioState, number: i64) -> None:
    """Store the next seat's roll for Color Confusion."""
    state.words[ROLLS_AT + state.next] = number  # [CAPIO-2.5]
    state.next += 1
    roll_or_gather(state)


def roll_or_gather(state: CapioState) -> None:
    """Let the next holder of a Color Confusion card roll, or else wait for everybody [CAPIO-2.6]."""
    while state.next < state.seats:
        if state.slot_of(state.next, CONFUSION) != NONE:
            state.phase = ROLLING
            state.to_act = CHANCE_ACTS
            return
        state.next += 1
    state.next = 0
    state.phase = GATHERING
    state.let_everybody_act()


def get_ready(state: CapioState, seat: i64) -> None:
    """Mark a seat as ready; after the last, throw the dice or begin the next playthrough [CAPIO-2.6]."""
    state.to_act &= ~(2 << seat >> 1)
    if state.to_act != NOBODY:
        return
    if state.phase == GATHERING:
        state.phase = THROWING
        state.next = 0
        state.to_act = CHANCE_ACTS
        return
    clear_table(state)
    state.playthrough += 1
    if state.playthrough == state.seats:
        state.playthrough = 0
        state.round += 1
        state.emit(ROUND, state.round, 0, 0)
        begin_round(state)
    else:
        pass_cards(state)
        roll_or_gather(state)


def clear_table(state: CapioState) -> None:
    """Put all dice back into the box."""
    spot = SPOTS_AT
    while spot < WORDS:
        state.words[spot] = 0
        spot += 1
    die: i64 = 0
    while die < DICE:
        state.dice[die] = 0
        die += 1
    seat: i64 = 0
    while seat < MOST_SEATS:
        state.words[ROLLS_AT + seat] = 0
        state.words[HANDS_AT + seat] = 0
        seat += 1
    state.caller = NONE
    state.resting = 0
    state.next = 0


def pass_cards(state: CapioState) -> None:
    """Pass all cards to the left [CAPIO-2.3]."""
    slot: i64 = 0
    while slot < SLOTS:
        last = state.words[CARDS_AT + SLOTS * (state.seats - 1) + slot]
        seat = state.seats - 1
        while seat > 0:
            state.words[CARDS_AT + SLOTS * seat + slot] = state.words[CARDS_AT + SLOTS * (seat - 1) + slot]
            seat -= 1
        state.words[CARDS_AT + slot] = last
        slot += 1
    state.emit(PASSED, 0, 0, 0)


def throw_dice(state: CapioState, throw: i64) -> None:
    """Throw the four dice of the next colour into the middle; after the last colour it is GO."""
    copy: i64 = 0
    while copy < COPIES:
        face = THROW_FACES[COPIES * throw + copy]
        state.dice[COPIES * state.next + copy] = face | IN_MIDDLE << FACE_BITS
        copy += 1
    state.next += 1
    if state.next == COLOURS:
        state.next = 0
        state.phase = GRABBING
        state.let_everybody_act()
        state.emit(STARTED, 0, 0, 0)
