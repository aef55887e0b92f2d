"""The sites as a seat sees them: who is there, what it takes to get in, and who could."""

from __future__ import annotations

from typing import Any, Final

from mypy_extensions import i64

from caponata.games.capone.layout import (
    BEAT_BY,
    CASH,
    COLOURS,
    GUARDS,
    HOMES,
    MINIMUMS,
    NONE,
    SPREAD,
)
from caponata.games.capone.moves import SITE_COUNT, SITE_NAMES, SITES_EACH
from caponata.games.capone.people import members_of, most_value, value
from caponata.games.capone.rules import CaponePosition

EMPTY_SITES: Final[list[dict[str, Any]]] = [
    {
        "site": name,
        "colour": COLOURS[SPREAD[number // 2]],
        "minimum": SPREAD[number // 2],
        "owner": None,
        "members": [],
        "guards": 0,
        "value": 0,
        "earns": 0,
        "takes": SPREAD[number // 2],
        "beaten_by": [],
    }
    for number, name in enumerate(SITE_NAMES)
]


def sites(position: CaponePosition, seat: i64, reach: list[int], cards: list[int]) -> list[dict[str, Any]]:
    """All sites: who is there, what they are worth and will earn, what it takes to get in, and who could."""
    shown: list[dict[str, Any]] = []
    for number in range(SITE_COUNT):
        site = EMPTY_SITES[number].copy()
        owner = position.owner(number)
        if owner == NONE:
            site["members"] = []
            site["beaten_by"] = []
        else:
            stands = position.value_at(number)
            site["owner"] = owner
            site["members"] = members_of(position.people_at(number))
            site["guards"] = position.guards_at(number)
            site["value"] = stands
            site["earns"] = position.earned_at(number)
            if owner != seat:
                site["takes"] = max(MINIMUMS[number // SITES_EACH], stands + BEAT_BY)
            site["beaten_by"] = [
                other
                for other in range(position.seats)
                if other != owner
                and cards[other]
                and can_drive_out(
                    position,
                    other,
                    number,
                    reach[other],
                    has_last_card=other == position.dealer and cards[other] == 1,
                )
            ]
        shown.append(site)
    return shown


def can_drive_out(
    position: CaponePosition, other: i64, number: i64, reach: i64, *, has_last_card: bool
) -> bool:
    """Whether a seat has the people to get into another one's site, if it has the card."""
    minimum = MINIMUMS[number // SITES_EACH]
    beating = max(minimum, position.value_at(number) + BEAT_BY)
    if not has_last_card:
        return reach >= beating
    if position.last_guards_fit(other, number // SITES_EACH):
        return beating == minimum  # [CAPONE-7.1]
    weakest = position.weakest(other, minimum)
    if weakest:
        return value(weakest & -weakest, position.lesser) >= beating  # [CAPONE-7.2]
    prisoners = position.in_prison(other)
    while prisoners:
        one = prisoners & -prisoners
        prisoners ^= one
        price = value(one, position.lesser)
        if price >= beating and price <= position.words[CASH + other]:
            return True
    return False


def reach_of(position: CaponePosition, seat: i64) -> int:
    """The most that a seat could lay on one site now, with whomever it can buy out."""
    free = position.words[HOMES + seat]
    prisoners = position.in_prison(seat)
    while prisoners:
        one = prisoners & -prisoners
        prisoners ^= one
        if value(one, position.lesser) <= position.words[CASH + seat]:
            free |= one
    return most_value(free, position.words[GUARDS + seat], position.lesser)
