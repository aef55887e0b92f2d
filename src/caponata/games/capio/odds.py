"""Chance moves of Capio and their weights."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capio.cards import CARD_COUNTS, FIRST_CARDS
from caponata.games.capio.dice import FACES, THROW_COUNT, THROW_WEIGHTS, TICKET_THROWS, TOTAL_THROW_WEIGHT
from caponata.games.capio.layout import CHOOSING, DEALING, ROLLING, USED_AT
from caponata.games.capio.moves import TRIPLE_COUNT, choose_move, deal_move, roll_move, throw_move
from caponata.games.capio.state import CapioState


def odds(state: CapioState, into: vec[i64], weights: vec[i64]) -> i64:
    """Write chance's moves with their weights, and return their number."""
    count: i64 = 0
    if state.phase == CHOOSING:
        while count < TRIPLE_COUNT:  # [CAPIO-2.2]
            into[count] = choose_move(count)
            weights[count] = 1
            count += 1
    elif state.phase == DEALING:
        kind = next_kind(state)
        card: i64 = 0
        while card < CARD_COUNTS[kind]:
            if not state.words[USED_AT + kind] >> card & 1:
                into[count] = deal_move(FIRST_CARDS[kind] + card)
                weights[count] = 1
                count += 1
            card += 1
    elif state.phase == ROLLING:
        while count < FACES:
            into[count] = roll_move(count + 1)
            weights[count] = 1
            count += 1
    else:
        while count < THROW_COUNT:
            into[count] = throw_move(state.next, count)
            weights[count] = THROW_WEIGHTS[count]
            count += 1
    return count


def total_weight(state: CapioState) -> i64:
    """The sum of chance's weights."""
    if state.phase == CHOOSING:
        return TRIPLE_COUNT
    if state.phase == ROLLING:
        return FACES
    if state.phase != DEALING:
        return TOTAL_THROW_WEIGHT
    kind = next_kind(state)
    left = CARD_COUNTS[kind]
    used = state.words[USED_AT + kind]
    while used:
        used &= used - 1
        left -= 1
    return left


def chance_move(state: CapioState, ticket: i64) -> i64:
    """The chance move that a ticket selects."""
    if state.phase == CHOOSING:
        return choose_move(ticket)
    if state.phase == ROLLING:
        return roll_move(ticket + 1)
    if state.phase != DEALING:
        return throw_move(state.next, TICKET_THROWS[ticket])
    kind = next_kind(state)
    card: i64 = 0
    while True:
        if not state.words[USED_AT + kind] >> card & 1:
            if ticket == 0:
                return deal_move(FIRST_CARDS[kind] + card)
            ticket -= 1
        card += 1


def next_kind(state: CapioState) -> i64:
    """The kind of the next card to be dealt."""
    kind: i64 = 0
    while not state.kinds >> kind & 1:
        kind += 1
    return kind
