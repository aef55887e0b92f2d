"""Legal moves of Capone, the odds of chance moves, and the default move."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capone.cards import KIND_MASKS, copies, first_kind, nth_kind
from caponata.games.capone.layout import (
    AIM_MEMBER,
    AIM_PLACE,
    AIM_SEAT,
    CASH,
    CHOOSING_DEALER,
    CHOOSING_PIECES,
    CHOOSING_SITE,
    EXCHANGING,
    GUARD_PRICE,
    GUARDS,
    HANDS,
    HOMES,
    MOST_STEPS,
    NONE,
    OWNER_BITS,
    OWNER_MASK,
    PARK,
    STEP_PRICE,
    STEPS,
    TURN,
)
from caponata.games.capone.members import value
from caponata.games.capone.moves import (
    ADD,
    ANGEBOT,
    CONFIRM,
    CONFIRM_MOVE,
    DISCARD,
    DONE,
    DONE_MOVE,
    EXCHANGE,
    EXCHANGE_MOVE,
    FBI,
    FIRST_LEGAL,
    GUARD,
    GUARD_COUNT,
    KINDS,
    LEISURE_COUNT,
    MEMBER_COUNT,
    REHIRE,
    SCHUTZGELD,
    SELL_MOVE,
    SITE_COUNT,
    SITES_PER_BUSINESS,
    UEBERNAHME,
    VERKEHR,
    add_move,
    buy_out_move,
    card_of,
    dealer_move,
    discard_move,
    draw_move,
    guard_move,
    guards_of,
    invest_move,
    member_of,
    play_move,
    rehire_move,
    return_move,
    seize_move,
    site_move,
    squeeze_move,
    strike_move,
    verb_of,
)
from caponata.games.capone.placements import (
    can_add,
    can_add_guards,
    can_place,
    can_place_anywhere,
    is_complete,
)
from caponata.games.capone.state import CaponeState

MOVE_BUFFER_SIZE: Final = 128


def moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the legal moves of the seat to act, and return their number."""
    if state.phase == CHOOSING_PIECES:
        return piece_moves(state, seat, into)
    if state.phase == TURN:
        return turn_moves(state, seat, into)
    if state.phase == CHOOSING_SITE:
        return site_moves(state, seat, into)
    if state.phase == EXCHANGING:
        return exchange_moves(state, seat, into)
    if state.phase == AIM_MEMBER:
        return seize_moves(state, seat, into)
    if state.phase == AIM_PLACE:
        return strike_moves(state, seat, into)
    if state.phase == AIM_SEAT:
        return squeeze_moves(state, seat, into)
    return year_end_moves(state, seat, into)


def turn_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the moves that begin a turn: discard or play a card, or buy a prisoner out [CAPONE-2.5]."""
    count: i64 = 0
    hand = state.words[HANDS + seat]
    while hand:
        kind = first_kind(hand)
        hand &= ~KIND_MASKS[kind]
        into[count] = discard_move(kind)
        count += 1
        if can_play(state, seat, kind):
            into[count] = play_move(kind)
            count += 1
    return buy_out_moves(state, seat, into, count)


def can_play(state: CaponeState, seat: i64, kind: i64) -> bool:
    """Return whether a card can be played; otherwise it can only be discarded."""
    if kind < FIRST_LEGAL or kind == UEBERNAHME:
        return can_place_anywhere(state, seat, kind)
    if kind < VERKEHR:
        return state.words[STEPS + seat] > 0 and state.words[GUARDS + seat] > 0  # [CAPONE-4.1]
    if kind == SCHUTZGELD:
        return True
    return has_target(state, seat, kind)


def has_target(state: CaponeState, seat: i64, kind: i64) -> bool:
    """Return whether an action card has any target."""
    place: i64 = 0
    while place < SITE_COUNT + LEISURE_COUNT:
        if is_target(state, seat, kind, place):
            return True
        place += 1
    return False


def is_target(state: CaponeState, seat: i64, kind: i64, place: i64) -> bool:
    """Return whether an action card has a target at a place: a site, or `SITE_COUNT` plus a leisure place."""
    if place < SITE_COUNT:
        owner = state.owner(place)
        return owner != NONE and owner != seat and state.people_at(place) != 0
    if kind in (ANGEBOT, FBI):  # [CAPONE-5.2] [CAPONE-5.5]
        guest = state.guest_at(place - SITE_COUNT)
        return guest != 0 and (guest & OWNER_MASK) - 1 != seat
    return False


def buy_out_moves(state: CaponeState, seat: i64, into: vec[i64], count: i64) -> i64:
    """Append the buy-outs that a seat can afford to `count` moves, and return the new number [CAPONE-6.2]."""
    if state.prisoners(seat) == 0:
        return count
    member: i64 = 0
    while member < MEMBER_COUNT:
        if can_buy_out(state, seat, member):
            into[count] = buy_out_move(member)
            count += 1
        member += 1
    return count


def can_buy_out(state: CaponeState, seat: i64, member: i64) -> bool:
    """Return whether a member is in prison and its seat can pay for its release."""
    if not state.prisoners(seat) >> member & 1:
        return False
    return value(1 << member, state.weak_right_hand) <= state.words[CASH + seat]


def site_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the sites on which the card can be used."""
    count: i64 = 0
    site: i64 = 0
    end = SITE_COUNT
    if state.card != UEBERNAHME:
        site = state.card * SITES_PER_BUSINESS
        end = site + SITES_PER_BUSINESS
    while site < end:
        if can_place(state, seat, state.card, site):
            into[count] = site_move(site)
            count += 1
        site += 1
    return count


def piece_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the pieces that may be added to the placement, and the confirmation if it is complete."""
    count: i64 = 0
    free = state.words[HOMES + seat] & ~state.people
    i: i64 = 0
    while free:
        if free & 1 and can_add(state, seat, i):
            into[count] = add_move(i)
            count += 1
        free >>= 1
        i += 1
    i = 1
    while i <= state.words[GUARDS + seat] and state.guards == 0:
        if can_add_guards(state, seat, i):
            into[count] = guard_move(i)
            count += 1
        i += 1
    if is_complete(state):
        into[count] = CONFIRM_MOVE
        count += 1
    return count


def exchange_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the cards that may be laid aside, and the exchange itself [CAPONE-2.3]."""
    count: i64 = 0
    hand = state.words[HANDS + seat] & ~state.aside
    while hand:
        kind = first_kind(hand)
        hand &= ~KIND_MASKS[kind]
        into[count] = return_move(kind)
        count += 1
    into[count] = EXCHANGE_MOVE
    return count + 1


def seize_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the members of other seats that the card can remove, seat by seat."""
    targets: vec[i64] = vec[i64]([0] * 8)
    place: i64 = 0
    while place < SITE_COUNT + LEISURE_COUNT:
        if is_target(state, seat, state.card, place):
            if place < SITE_COUNT:
                targets[state.owner(place)] |= state.people_at(place)
            else:
                guest = state.guest_at(place - SITE_COUNT)
                targets[(guest & OWNER_MASK) - 1] |= 1 << (guest >> OWNER_BITS)
        place += 1
    count: i64 = 0
    other: i64 = 0
    while other < state.seats:
        member: i64 = 0
        while member < MEMBER_COUNT:
            if targets[other] >> member & 1:
                into[count] = seize_move(other, member)
                count += 1
            member += 1
        other += 1
    return count


def strike_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the places where members of other seats can be killed."""
    count: i64 = 0
    place: i64 = 0
    while place < SITE_COUNT + LEISURE_COUNT:
        if is_target(state, seat, state.card, place):
            into[count] = strike_move(place)
            count += 1
        place += 1
    return count


def squeeze_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the seats that can be made to pay: all other seats [CAPONE-5.3]."""
    count: i64 = 0
    other: i64 = 0
    while other < state.seats:
        if other != seat:
            into[count] = squeeze_move(other)
            count += 1
        other += 1
    return count


def year_end_moves(state: CaponeState, seat: i64, into: vec[i64]) -> i64:
    """Write the moves of a seat at the end of the year."""
    words = state.words
    count = buy_out_moves(state, seat, into, 0)
    i: i64 = 1
    while i <= words[PARK + seat] and i * GUARD_PRICE <= words[CASH + seat]:
        into[count] = rehire_move(i)  # [CAPONE-8.5]
        count += 1
        i += 1
    i = 1
    while words[STEPS + seat] + i <= MOST_STEPS and i * STEP_PRICE <= words[CASH + seat]:
        into[count] = invest_move(i)  # [CAPONE-8.7]
        count += 1
        i += 1
    if words[STEPS + seat] > 0:
        into[count] = SELL_MOVE  # [CAPONE-8.6]
        count += 1
    into[count] = DONE_MOVE
    return count + 1


def can_settle(state: CaponeState, seat: i64) -> bool:
    """Return whether a seat has a move besides DONE at the end of the year, judged by public information."""
    words = state.words
    cash = words[CASH + seat]
    if words[STEPS + seat] > 0 or cash >= STEP_PRICE:
        return True
    if words[PARK + seat] > 0 and cash >= GUARD_PRICE:
        return True
    member: i64 = 0
    while member < MEMBER_COUNT:
        if can_buy_out(state, seat, member):
            return True
        member += 1
    return False


# Chance


def odds(state: CaponeState, into: vec[i64], weights: vec[i64]) -> i64:
    """Write chance's moves with their weights, and return their number."""
    count: i64 = 0
    i: i64 = 0
    if state.phase == CHOOSING_DEALER:
        while i < state.seats:
            into[i] = dealer_move(i)
            weights[i] = 1  # [CAPONE-2.1]
            i += 1
        return i
    while i < KINDS:
        left = copies(state.deck, i)
        if left > 0:
            into[count] = draw_move(i)
            weights[count] = left
            count += 1
        i += 1
    return count


def total_weight(state: CaponeState) -> i64:
    """The sum of chance's weights."""
    if state.phase == CHOOSING_DEALER:
        return state.seats
    return state.deck_size


def chance_move(state: CaponeState, ticket: i64) -> i64:
    """The chance move that a ticket selects."""
    if state.phase == CHOOSING_DEALER:
        return dealer_move(ticket)
    return draw_move(nth_kind(state.deck, ticket))


# Default moves


def default_move(state: CaponeState, seat: i64) -> i64:
    """The legal move with the highest `default_priority`."""
    buffer = vec[i64]([0] * MOVE_BUFFER_SIZE)
    count = moves(state, seat, buffer)
    best = buffer[0]
    i: i64 = 1
    while i < count:
        if default_priority(buffer[i]) > default_priority(best):
            best = buffer[i]
        i += 1
    return best


def default_priority(move: i64) -> i64:
    """Rank moves for a seat whose clock ran out: a harmless move has a high priority.

    Cheap cards are discarded, a placement is completed with few pieces, and guards are rehired.
    """
    verb = verb_of(move)
    if verb == DISCARD:
        return KINDS - card_of(move)  # illegal businesses with the lowest minimum first
    if verb == ADD:
        return member_of(move)  # the weakest member first
    if verb == GUARD:
        return MEMBER_COUNT + GUARD_COUNT - guards_of(move)
    if verb in (CONFIRM, DONE, EXCHANGE):
        return KINDS * 2
    if verb == REHIRE:
        return KINDS * 3 + guards_of(move)  # as many guards as possible
    return 0
