"""Sets of family members packed into eight bits: what they are worth, and who may stand together.

Who may join a stack depends on no more than its company: empty, the Don, Mama, Mama with one other, one
other, or more. `JOINING` lists for every company, and every set of members who are free, which totals they
can still add: bit n stands for n times ten thousand. One number so answers for all subsets at once.
"""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from caponata.games.capone.layout import GUARD_PRICE
from caponata.games.capone.moves import MEMBERS

WORTH: Final = (100, 60, 50, 40, 40, 30, 30, 20)  # [CAPONE-1.1]
LESSER: Final = (100, 60, 40, 40, 40, 30, 30, 20)  # with the option: a Right hand worth 40
SETS: Final[i64] = 256
ALL: Final[i64] = 255
RIGHT_HAND_50: Final = 50  # the default
DON: Final[i64] = 1
MAMA: Final[i64] = 2
FIVES: Final[i64] = 5


def _members(people: int) -> list[int]:
    return [member for member in range(8) if people >> member & 1]


def _company(people: int) -> int:
    """What kind of company a stack is: empty, one that nobody may join, Mama, one other, or more."""
    if people == 0:
        return 0
    if people & 1 or (people & 2 and people != 2):
        return 1
    if people == 2:
        return 2
    return 3 if people & (people - 1) == 0 else 4


def may_stand_together(people: int) -> bool:
    """Whether a stack of these members keeps to the limits of the Don and of Mama."""
    if people & 1:
        return people == 1  # [CAPONE-3.2]
    return not people & 2 or len(_members(people)) <= 2  # [CAPONE-3.3]


COMPANY_OF: Final = vec[i64]([_company(people) for people in range(256)])


def _totals(free: list[int], worth: tuple[int, ...]) -> int:
    """All totals that some of these members make, a bit for each ten thousand."""
    totals = 1
    for member in free:
        totals |= totals << worth[member] // 10
    return totals


def _joining(company: int, free: int, worth: tuple[int, ...]) -> int:
    """The totals that those who may join a company can add, a bit for each ten thousand."""
    others = _members(free & 252)
    singles = 1 | sum({1 << worth[member] // 10 for member in others})
    don = (free & 1) << worth[0] // 10
    mama = (free >> 1 & 1) << worth[1] // 10
    return (
        _totals(others, worth) | don | mama * singles,  # nobody there yet
        1,  # [CAPONE-3.2]
        singles,  # [CAPONE-3.3]
        _totals(others, worth) | mama,
        _totals(others, worth),
    )[company]


# The second half of every table is for a Right hand worth 40.
VALUES: Final = vec[i64](
    [sum(worth[member] for member in _members(people)) for worth in (WORTH, LESSER) for people in range(256)]
)
JOINING: Final = vec[i64](
    [
        _joining(company, free, worth)
        for worth in (WORTH, LESSER)
        for company in range(5)
        for free in range(256)
    ]
)
JOINING_HALF: Final[i64] = 1280
STRONGEST: Final = vec[i64](
    [10 * (_joining(0, free, worth).bit_length() - 1) for worth in (WORTH, LESSER) for free in range(256)]
)


def joining(stack: i64, free: i64, lesser: i64) -> i64:
    """The totals that free members can add to a stack, bit n for n times ten thousand."""
    return JOINING[JOINING_HALF * lesser + SETS * COMPANY_OF[stack] + free]


def value(people: i64, lesser: i64) -> i64:
    """What a set of members is worth, in thousands."""
    return VALUES[SETS * lesser + people]


def can_reach(joiners: i64, missing: i64, fewest: i64, most: i64, exactly: bool) -> bool:  # noqa: FBT001
    """Whether joiners (see `joining`) and from fewest to most guards make up what is missing of a total.

    They make up at least as much, or with `exactly` just as much.
    """
    fives = missing // FIVES
    low = (fives - most + 1) >> 1  # tens that the members must bring, rounded up
    if low < 0:
        low = 0
    joiners >>= low
    if not exactly:
        return joiners != 0
    high = (fives - fewest) >> 1
    if high < low:
        return False
    return joiners & ((1 << (high - low + 1)) - 1) != 0


def most_value(free: i64, guards: i64, lesser: i64) -> i64:
    """The strongest stack that free members and guards can make on an empty site."""
    return STRONGEST[SETS * lesser + free] + guards * GUARD_PRICE


BY_NAME: Final = [[MEMBERS[member] for member in _members(people)] for people in range(256)]


def members_of(people: i64) -> list[str]:
    """The members of a set by name."""
    return BY_NAME[people][:]


def set_of(members: list[str]) -> int:
    """The set of named members."""
    return sum(1 << MEMBERS.index(member) for member in members)


def pieces_of(people: i64, guards: i64) -> list[str]:
    """Members by name, and after them how many guards: `don`, `guards-3`."""
    return members_of(people) + ([f"guards-{guards}"] if guards else [])
