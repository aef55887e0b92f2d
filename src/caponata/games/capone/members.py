"""Sets of family members packed into eight bits: their values, and which of them may share a site.

All members on one site form a stack. Which members may join a stack depends only on its company: empty,
closed (the Don, or Mama with another member), Mama alone, one other member, or several. For every company
and every set of free members, `JOINING` holds the totals that the free members can add, as a bit set: bit n
stands for a value of 10 * n. A single lookup thus covers all subsets.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capone.layout import GUARD_PRICE
from caponata.games.capone.moves import MEMBERS
from caponata.games.capone.view_types import Member

MEMBER_VALUES: Final = (100, 60, 50, 40, 40, 30, 30, 20)  # [CAPONE-1.1]
MEMBER_VALUES_40: Final = (100, 60, 40, 40, 40, 30, 30, 20)  # with the option that the Right hand is worth 40
SET_COUNT: Final[i64] = 256
ALL: Final[i64] = 255
RIGHT_HAND_50: Final = 50  # the default
DON: Final[i64] = 1
MAMA: Final[i64] = 2


def _members(people: int) -> list[int]:
    return [member for member in range(8) if people >> member & 1]


def _company_of(people: int) -> int:
    """The company of a stack: 0 empty, 1 closed, 2 Mama alone, 3 one other member, 4 several others."""
    if people == 0:
        return 0
    if people & 1 or (people & 2 and people != 2):
        return 1
    if people == 2:
        return 2
    return 3 if people & (people - 1) == 0 else 4


def can_share_site(people: int) -> bool:
    """Return whether the limits of the Don and Mama allow these members on one site."""
    if people & 1:
        return people == 1  # [CAPONE-3.2]
    return not people & 2 or len(_members(people)) <= 2  # [CAPONE-3.3]


COMPANY_OF: Final = vec[i64]([_company_of(people) for people in range(256)])


def _totals(free: list[int], values: tuple[int, ...]) -> int:
    """The totals of all subsets of these members, as a bit set of tens."""
    totals = 1
    for member in free:
        totals |= totals << values[member] // 10
    return totals


def _joining(company: int, free: int, values: tuple[int, ...]) -> int:
    """The totals that free members can add to a company, as a bit set of tens."""
    others = _members(free & 252)
    singles = 1 | sum({1 << values[member] // 10 for member in others})
    don = (free & 1) << values[0] // 10
    mama = (free >> 1 & 1) << values[1] // 10
    return (
        _totals(others, values) | don | mama * singles,  # an empty site
        1,  # [CAPONE-3.2]
        singles,  # [CAPONE-3.3]
        _totals(others, values) | mama,
        _totals(others, values),
    )[company]


# The second half of each table is for a Right hand worth 40.
VALUES: Final = vec[i64](
    [
        sum(values[member] for member in _members(people))
        for values in (MEMBER_VALUES, MEMBER_VALUES_40)
        for people in range(256)
    ]
)
JOINING: Final = vec[i64](
    [
        _joining(company, free, values)
        for values in (MEMBER_VALUES, MEMBER_VALUES_40)
        for company in range(5)
        for free in range(256)
    ]
)
JOINING_HALF: Final[i64] = 1280
STRONGEST: Final = vec[i64](
    [
        10 * (_joining(0, free, values).bit_length() - 1)
        for values in (MEMBER_VALUES, MEMBER_VALUES_40)
        for free in range(256)
    ]
)


def joining_totals(stack: i64, free: i64, weak_right_hand: i64) -> i64:
    """The totals that free members can add to a stack, as a bit set of tens."""
    return JOINING[JOINING_HALF * weak_right_hand + SET_COUNT * COMPANY_OF[stack] + free]


def value(people: i64, weak_right_hand: i64) -> i64:
    """The total value of a set of members, in thousands."""
    return VALUES[SET_COUNT * weak_right_hand + people]


def can_reach(joiners: i64, missing: i64, fewest: i64, most: i64, exactly: bool) -> bool:  # noqa: FBT001
    """Return whether joiners (see `joining_totals`) and `fewest` to `most` guards can add the missing value.

    They must add at least that value or, with `exactly`, precisely that value.
    """
    fives = missing // GUARD_PRICE
    low = (fives - most + 1) >> 1  # tens that the members must add, rounded up
    if low < 0:
        low = 0
    joiners >>= low
    if not exactly:
        return joiners != 0
    high = (fives - fewest) >> 1
    if high < low:
        return False
    return joiners & ((1 << (high - low + 1)) - 1) != 0


def highest_value(free: i64, guards: i64, weak_right_hand: i64) -> i64:
    """The highest value that free members and guards can place on an empty site."""
    return STRONGEST[SET_COUNT * weak_right_hand + free] + guards * GUARD_PRICE


NAMES: Final = [[MEMBERS[member] for member in _members(people)] for people in range(256)]


def member_names(people: i64) -> list[Member]:
    """The names of the members in a set."""
    return NAMES[people][:]


def member_set(members: list[str]) -> int:
    """The set of the members with these names."""
    return sum(1 << MEMBERS.index(member) for member in members)


def piece_names(people: i64, guards: i64) -> list[str]:
    """The names of members, followed by the number of guards: `don`, `guards-3`."""
    return member_names(people) + ([f"guards-{guards}"] if guards else [])
