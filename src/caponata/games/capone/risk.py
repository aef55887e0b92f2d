"""Risk estimates for hints: the chance to lose a stack, and the value of harming each opponent."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.games.capone.cards import copies, size
from caponata.games.capone.layout import (
    BEAT_BY,
    CASH,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    MOST_STEPS,
    STEP_PRICE,
    STEPS,
)
from caponata.games.capone.members import ALL, highest_value, value
from caponata.games.capone.moves import ANGEBOT, FBI, UEBERNAHME, VERKEHR
from caponata.games.capone.state import CaponeState

PERCENT: Final[i64] = 100
ATTACK_RATE: Final[i64] = 80  # percent: how often a seat that can drive out a stack does so
ACTION_RATE: Final[i64] = 22  # percent: how often an unseen action card hits a given stack
MAX_CHANCE: Final[i64] = 90  # percent: no stack is certain to be lost
FUTURE_AT_END: Final[i64] = 40  # percent of its value that a member still earns when the leader has ten steps
FUTURE_PER_STEP: Final[i64] = 18  # percent added for each step that the leader is short of ten
BASE_HARM: Final[i64] = 14  # value of an opponent's loss, in percent, when all seats are level
MAX_HARM: Final[i64] = 45  # the same for a seat far ahead
MIN_HARM: Final[i64] = 5  # the same for a seat far behind
MONEY_PER_PERCENT: Final[i64] = 12  # lead over the average that adds one percent


def loss_chance(state: CaponeState, seat: i64, kind: i64, people: i64, total: i64) -> i64:
    """The chance in percent that a stack on a business is driven out or hit before the year ends.

    Counts the unseen copies of the business, the seats that have cards left and are strong enough to use
    them, and the unseen action cards. A stack that nobody can beat is only threatened by action cards, and
    guards without members not even by those.
    """
    hidden = state.cards_hidden_from(seat)
    pool = size(hidden)
    if pool == 0:
        return 0
    unseen = copies(hidden, kind)
    held: i64 = 0
    hits: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            cards = size(state.words[HANDS + other])
            held += cards
            if unseen > 0 and cards > 0 and can_beat(state, other, cards, total):
                chance = PERCENT * unseen * cards // pool
                if chance > PERCENT:
                    chance = PERCENT
                hits += chance * ATTACK_RATE // PERCENT
        other += 1
    if people:
        actions = copies(hidden, ANGEBOT) + copies(hidden, FBI) + copies(hidden, UEBERNAHME)
        kind = VERKEHR
        while kind < ANGEBOT:
            actions += copies(hidden, kind)
            kind += 1
        hits += ACTION_RATE * actions * held // pool
    if hits > MAX_CHANCE:
        return MAX_CHANCE
    return hits


def can_beat(state: CaponeState, other: i64, cards: i64, total: i64) -> bool:
    """Return whether a seat could drive out a stack of this value; the last card of the year is ignored."""
    if cards == 1 and other == state.dealer:
        return False
    words = state.words
    reach = highest_value(words[HOMES + other], words[GUARDS + other], state.weak_right_hand)
    return reach >= total + BEAT_BY


def future_percent(state: CaponeState) -> i64:
    """Future income of a member, in percent of its value: less near the end of the game."""
    return FUTURE_AT_END + FUTURE_PER_STEP * (MOST_STEPS - state.most_steps())


def wealth(state: CaponeState, seat: i64) -> i64:
    """Estimated wealth of a seat: steps, cash, and the future income of its family."""
    words = state.words
    alive = value(ALL & ~words[HARBOUR + seat], state.weak_right_hand)
    return STEP_PRICE * words[STEPS + seat] + words[CASH + seat] + alive * future_percent(state) // PERCENT


def harm_percent(state: CaponeState, victim: i64) -> i64:
    """Value of this seat's losses to the others, in percent: most for the leader, regardless of history."""
    total: i64 = 0
    seat: i64 = 0
    while seat < state.seats:
        total += wealth(state, seat)
        seat += 1
    percent = BASE_HARM + (wealth(state, victim) - total // state.seats) // MONEY_PER_PERCENT
    if percent > MAX_HARM:
        return MAX_HARM
    if percent < MIN_HARM:
        return MIN_HARM
    return percent


def can_finish(state: CaponeState, seat: i64) -> bool:
    """Return whether a seat has ten steps or enough money to buy them."""
    missing = MOST_STEPS - state.words[STEPS + seat]
    return missing * STEP_PRICE <= state.words[CASH + seat]


def is_ending(state: CaponeState, seat: i64) -> bool:
    """Return whether the game ends with this settlement, or the seat can end it by investing."""
    return state.year == state.years or state.most_steps() == MOST_STEPS or can_finish(state, seat)
