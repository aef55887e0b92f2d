"""The part of a Capone view that describes the illegal sites."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from caponata.games.capone.layout import (
    BEAT_BY,
    BUSINESS_MINIMUMS,
    CASH,
    COLOURS,
    GUARDS,
    HOMES,
    MINIMUMS,
    NONE,
)
from caponata.games.capone.members import highest_value, member_names, value
from caponata.games.capone.moves import SITE_COUNT, SITE_NAMES, SITES_PER_BUSINESS
from caponata.games.capone.placements import can_place_minimum_guards, weakest_members
from caponata.games.capone.state import CaponeState
from caponata.games.capone.view_types import Site

EMPTY_SITES: Final[list[Site]] = [
    {
        "site": name,
        "colour": COLOURS[BUSINESS_MINIMUMS[number // 2]],
        "minimum": BUSINESS_MINIMUMS[number // 2],
        "owner": None,
        "members": [],
        "guards": 0,
        "value": 0,
        "earns": 0,
        "takes": BUSINESS_MINIMUMS[number // 2],
        "beaten_by": [],
    }
    for number, name in enumerate(SITE_NAMES)
]


def sites_view(state: CaponeState, seat: i64, reach: list[int], cards: list[int]) -> list[Site]:
    """All sites: their pieces, value and income, the value needed to take them, and the seats that can."""
    views: list[Site] = []
    for number in range(SITE_COUNT):
        site = EMPTY_SITES[number].copy()
        owner = state.owner(number)
        if owner == NONE:
            site["members"] = []
            site["beaten_by"] = []
        else:
            value_there = state.value_at(number)
            site["owner"] = owner
            site["members"] = member_names(state.people_at(number))
            site["guards"] = state.guards_at(number)
            site["value"] = value_there
            site["earns"] = state.earnings_at(number)
            if owner != seat:
                site["takes"] = max(MINIMUMS[number // SITES_PER_BUSINESS], value_there + BEAT_BY)
            site["beaten_by"] = [
                other
                for other in range(state.seats)
                if other != owner
                and cards[other]
                and can_drive_out(
                    state,
                    other,
                    number,
                    reach[other],
                    has_last_card=other == state.dealer and cards[other] == 1,
                )
            ]
        views.append(site)
    return views


def can_drive_out(state: CaponeState, seat: i64, number: i64, reach: i64, *, has_last_card: bool) -> bool:
    """Return whether a seat could drive out the pieces on another seat's site if it had the card."""
    minimum = MINIMUMS[number // SITES_PER_BUSINESS]
    beating = max(minimum, state.value_at(number) + BEAT_BY)
    if not has_last_card:
        return reach >= beating
    if can_place_minimum_guards(state, seat, number // SITES_PER_BUSINESS):
        return beating == minimum  # [CAPONE-7.1]
    weakest = weakest_members(state, seat, minimum)
    if weakest:
        return value(weakest & -weakest, state.weak_right_hand) >= beating  # [CAPONE-7.2]
    prisoners = state.prisoners(seat)
    while prisoners:
        one = prisoners & -prisoners
        prisoners ^= one
        price = value(one, state.weak_right_hand)
        if price >= beating and price <= state.words[CASH + seat]:
            return True
    return False


def reach_of(state: CaponeState, seat: i64) -> int:
    """The highest value that a seat could place on one site now, with the prisoners its cash can free."""
    free = state.words[HOMES + seat]
    guards = state.words[GUARDS + seat]
    highest = highest_value(free, guards, state.weak_right_hand)
    prisoners = state.prisoners(seat)
    freed = prisoners
    while freed:  # every set of prisoners, since all of them are paid from the same cash [CAPONE-6.2]
        if value(freed, state.weak_right_hand) <= state.words[CASH + seat]:
            highest = max(highest, highest_value(free | freed, guards, state.weak_right_hand))
        freed = (freed - 1) & prisoners
    return highest
