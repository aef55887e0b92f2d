"""Placements of Capone: which pieces may go to which site.

A placement is a card, a site, some members and some guards. There are far too many to list, so a seat chooses
them one by one, and a step is legal if at least one complete placement can still follow. `can_reach` answers
that for all sets of members at once. Legality, refusals, views and hints all use the functions of this
module.
"""

from __future__ import annotations

from mypy_extensions import i64

from caponata.games.capone.layout import (
    AT_LEAST,
    BEAT_BY,
    EXACTLY,
    GUARD_PRICE,
    GUARDS,
    HOMES,
    LAST_GUARDS,
    LAST_MEMBER,
    MINIMUMS,
    NONE,
    OWNER_MASK,
    SITES,
)
from caponata.games.capone.members import can_reach, joining_totals, value
from caponata.games.capone.moves import MEMBER_COUNT, SITE_COUNT, SITES_PER_BUSINESS, UEBERNAHME
from caponata.games.capone.state import CaponeState


def placement_mode(state: CaponeState, seat: i64, kind: i64) -> i64:
    """How a placement with this card must be composed now: `AT_LEAST`, `EXACTLY`, ..."""
    if kind == UEBERNAHME:
        return EXACTLY
    if not state.is_last_card():
        return AT_LEAST
    if can_place_minimum_guards(state, seat, kind):
        return LAST_GUARDS  # [CAPONE-7.1]
    return LAST_MEMBER  # [CAPONE-7.2]


def needed_value(state: CaponeState, seat: i64, kind: i64, site: i64) -> i64:
    """The value that new pieces on a site must reach; for a Takeover, the exact value."""
    word = state.words[SITES + site]
    if kind == UEBERNAHME:
        return state.value_at(site)  # [CAPONE-5.4]
    minimum = MINIMUMS[kind]
    if word == 0 or word & OWNER_MASK == seat + 1:
        return minimum  # [CAPONE-3.1] [CAPONE-3.4]
    beating = state.value_at(site) + BEAT_BY  # [CAPONE-3.5]
    if beating > minimum:
        return beating
    return minimum


def companions_at(state: CaponeState, seat: i64, kind: i64, site: i64) -> i64:
    """The seat's own members that are already on a site and stay beside the new pieces [CAPONE-3.4]."""
    if kind != UEBERNAHME and state.owner(site) == seat:
        return state.people_at(site)
    return 0


def can_place(state: CaponeState, seat: i64, kind: i64, site: i64) -> bool:
    """Return whether a seat can place pieces on a site with this card."""
    if kind == UEBERNAHME:
        if state.owner(site) in (NONE, seat):
            return False
    elif site // SITES_PER_BUSINESS != kind:
        return False
    elif state.is_last_card():
        return can_place_last_card(state, seat, kind, site)
    need = needed_value(state, seat, kind, site)
    return can_complete(state, seat, need, companions_at(state, seat, kind, site), kind == UEBERNAHME, 0, 0)


def can_place_anywhere(state: CaponeState, seat: i64, kind: i64) -> bool:
    """Return whether a seat can place pieces on any site with this card."""
    site: i64 = 0
    end = SITE_COUNT
    if kind != UEBERNAHME:
        site = kind * SITES_PER_BUSINESS
        end = site + SITES_PER_BUSINESS
    while site < end:
        if can_place(state, seat, kind, site):
            return True
        site += 1
    return False


def can_complete(
    state: CaponeState,
    seat: i64,
    need: i64,
    companions: i64,
    exactly: bool,  # noqa: FBT001
    people: i64,
    guards: i64,
) -> bool:
    """Return whether the chosen pieces, with more of those at home, can reach the needed value."""
    joiners = joining_totals(companions | people, state.words[HOMES + seat] & ~people, state.weak_right_hand)
    missing = need - value(people, state.weak_right_hand)
    if guards > 0:
        return can_reach(joiners, missing, guards, guards, exactly)
    return can_reach(joiners, missing, 0, state.words[GUARDS + seat], exactly)


# The last card of the year


def can_place_last_card(state: CaponeState, seat: i64, kind: i64, site: i64) -> bool:
    """Return whether the last card of the year can be used on a site."""
    need = needed_value(state, seat, kind, site)
    if can_place_minimum_guards(state, seat, kind):
        return need == MINIMUMS[kind]  # [CAPONE-7.1]
    weakest = weakest_members(state, seat, MINIMUMS[kind])
    if weakest == 0 or value(weakest & -weakest, state.weak_right_hand) < need:
        return False  # [CAPONE-7.3]
    return can_join(state, weakest & -weakest, companions_at(state, seat, kind, site))


def can_place_minimum_guards(state: CaponeState, seat: i64, kind: i64) -> bool:
    """Return whether guards worth exactly the minimum can go to one of the two sites of a business."""
    minimum = MINIMUMS[kind]
    if state.words[GUARDS + seat] * GUARD_PRICE < minimum:
        return False
    first = kind * SITES_PER_BUSINESS
    return (
        needed_value(state, seat, kind, first) == minimum
        or needed_value(state, seat, kind, first + 1) == minimum
    )


def weakest_members(state: CaponeState, seat: i64, minimum: i64) -> i64:
    """The set of free members with the lowest value that is at least the minimum [CAPONE-7.2]."""
    free = state.words[HOMES + seat]
    weakest: i64 = 0
    lowest: i64 = 0
    member: i64 = 0
    while member < MEMBER_COUNT:
        member_value = value(free & 1 << member, state.weak_right_hand)
        if member_value >= minimum:
            if weakest == 0 or member_value < lowest:
                weakest = 0
                lowest = member_value
            if member_value == lowest:
                weakest |= 1 << member
        member += 1
    return weakest


# Steps of a placement


def start_placement(state: CaponeState, seat: i64, site: i64) -> None:
    """Start to choose pieces for a site, and store the value that they must reach."""
    state.site = site
    state.mode = placement_mode(state, seat, state.card)
    state.need = needed_value(state, seat, state.card, site)
    state.companions = companions_at(state, seat, state.card, site)


def can_join(state: CaponeState, member: i64, stack: i64) -> bool:
    """Return whether the limits of the Don and Mama allow a member, as a set, to join a stack."""
    return stack == 0 or joining_totals(stack, member, state.weak_right_hand) > 1  # [CAPONE-3.2] [CAPONE-3.3]


def can_add(state: CaponeState, seat: i64, member: i64) -> bool:
    """Return whether a member may be added to the placement."""
    one: i64 = 1 << member
    if not state.words[HOMES + seat] & ~state.people & one or state.mode == LAST_GUARDS:
        return False
    if state.mode == LAST_MEMBER:
        return state.people == 0 and weakest_members(state, seat, MINIMUMS[state.card]) & one != 0
    if not can_join(state, one, state.companions | state.people):
        return False
    return can_complete(
        state,
        seat,
        state.need,
        state.companions,
        state.mode == EXACTLY,
        state.people | one,
        state.guards,
    )


def can_add_guards(state: CaponeState, seat: i64, guards: i64) -> bool:
    """Return whether this number of guards may be added to the placement."""
    if state.guards > 0 or guards > state.words[GUARDS + seat] or state.mode == LAST_MEMBER:
        return False
    if state.mode == LAST_GUARDS:
        return guards * GUARD_PRICE == MINIMUMS[state.card]
    return can_complete(
        state,
        seat,
        state.need,
        state.companions,
        state.mode == EXACTLY,
        state.people,
        guards,
    )


def chosen_value(state: CaponeState) -> i64:
    """The value of the pieces chosen so far."""
    return value(state.people, state.weak_right_hand) + GUARD_PRICE * state.guards


def is_complete(state: CaponeState) -> bool:
    """Return whether the placement may be confirmed."""
    total = chosen_value(state)
    if state.mode == EXACTLY:
        return total == state.need
    return total >= state.need
