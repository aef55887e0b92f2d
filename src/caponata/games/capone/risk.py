"""What a seat of Capone may fear and hope, from what it can see: hits to come, and who is ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.games.capone.cards import copies, full_deck, size
from caponata.games.capone.layout import (
    BEAT_BY,
    CASH,
    GUARDS,
    HANDS,
    HARBOUR,
    HOMES,
    MOST_STEPS,
    RETURNED,
    STEP_PRICE,
    STEPS,
)
from caponata.games.capone.moves import ANGEBOT, FBI, UEBERNAHME, VERKEHR
from caponata.games.capone.people import ALL, most_value, value
from caponata.games.capone.rules import CaponePosition

PERCENT: Final[i64] = 100
WILL: Final[i64] = 80  # how often in a hundred somebody who can drive a stack out does
SHARE: Final[i64] = 22  # how often an action that is out there picks just this stack
WORST: Final[i64] = 90  # no stack is lost for certain
NEAR_END: Final[i64] = 40  # what a dead member would still have earned, in percent of its value, at ten steps
FAR_FROM_END: Final[i64] = 18  # ... and for every step that the leader lacks
GRUDGE_FREE: Final[i64] = 14  # what an opponent's loss is worth to a seat, in percent, when all are level
LEADERS: Final[i64] = 45  # ... at most, for one who is far ahead
TRAILERS: Final[i64] = 5  # ... at least
LEAD: Final[i64] = 12  # money ahead of the average that adds one percent


def hidden_from(position: CaponePosition, seat: i64) -> i64:
    """The cards whose place a seat does not know: in the deck, with the others, or given back by them."""
    known = position.discards
    if seat >= 0:
        known |= position.words[HANDS + seat] | position.words[RETURNED + seat]
    return full_deck(position.seats) & ~known


def danger(position: CaponePosition, seat: i64, kind: i64, people: i64, total: i64) -> i64:
    """The chance in percent that a stack on such a business is hit before the year ends.

    It counts the copies that are out, the seats that have cards left and are strong enough to use them, and
    the actions that nobody has seen yet. A stack that nobody can beat fears actions only, and guards alone
    not even those.
    """
    hidden = hidden_from(position, seat)
    pool = size(hidden)
    if pool == 0:
        return 0
    out = copies(hidden, kind)
    held: i64 = 0
    hits: i64 = 0
    other: i64 = 0
    while other < position.seats:
        if other != seat:
            cards = size(position.words[HANDS + other])
            held += cards
            if out > 0 and cards > 0 and can_beat(position, other, cards, total):
                chance = PERCENT * out * cards // pool
                if chance > PERCENT:
                    chance = PERCENT
                hits += chance * WILL // PERCENT
        other += 1
    if people:
        actions = copies(hidden, ANGEBOT) + copies(hidden, FBI) + copies(hidden, UEBERNAHME)
        kind = VERKEHR
        while kind < ANGEBOT:
            actions += copies(hidden, kind)
            kind += 1
        hits += SHARE * actions * held // pool
    if hits > WORST:
        return WORST
    return hits


def can_beat(position: CaponePosition, other: i64, cards: i64, total: i64) -> bool:
    """Whether a seat could drive out so much with what it has at home; not with the year's last card."""
    if cards == 1 and other == position.dealer:
        return False
    words = position.words
    return most_value(words[HOMES + other], words[GUARDS + other], position.lesser) >= total + BEAT_BY


def future(position: CaponePosition) -> i64:
    """What a member will earn in years to come, in percent of its value: less, the nearer the end."""
    return NEAR_END + FAR_FROM_END * (MOST_STEPS - position.most_steps())


def standing(position: CaponePosition, seat: i64) -> i64:
    """How well a seat stands: steps, cash, and a family that will earn on."""
    words = position.words
    alive = value(ALL & ~words[HARBOUR + seat], position.lesser)
    return STEP_PRICE * words[STEPS + seat] + words[CASH + seat] + alive * future(position) // PERCENT


def malice(position: CaponePosition, victim: i64) -> i64:
    """What a loss of this seat is worth to the others, in percent: the leader's most, and no grudges."""
    total: i64 = 0
    seat: i64 = 0
    while seat < position.seats:
        total += standing(position, seat)
        seat += 1
    found = GRUDGE_FREE + (standing(position, victim) - total // position.seats) // LEAD
    if found > LEADERS:
        return LEADERS
    if found < TRAILERS:
        return TRAILERS
    return found


def can_finish(position: CaponePosition, seat: i64) -> bool:
    """Whether a seat has ten steps or the money for them."""
    missing = MOST_STEPS - position.words[STEPS + seat]
    return missing * STEP_PRICE <= position.words[CASH + seat]


def is_ending(position: CaponePosition, seat: i64) -> bool:
    """Whether the game ends with this year's settlement, as far as a seat can see or bring about."""
    return (
        position.year == position.years or position.most_steps() == MOST_STEPS or can_finish(position, seat)
    )
