"""Student's distribution, and the number of cases that a claim about shares needs."""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

HALF: Final = 0.5
TAIL: Final = 0.025  # probability beyond each end of a 95 % interval
GROUPS: Final = 64  # groups of games from which errors are computed
FREEDOM: Final = GROUPS - 1
POWER: Final = 0.8  # probability with which the promised number of games finds a true difference
# The errors of 64 groups are uncertain, which costs power: sqrt(1 / (63 * pi)) more cases are needed.
ALLOWANCE: Final = 1.07
DIGITS: Final = 2  # significant digits of a number of games
STEPS: Final = 60  # bisections in the search for a quantile: more than a float can resolve
WIDEST: Final = 1e9  # quantiles beyond this are not searched


def student_tail(deviate: float, freedom: int) -> float:
    """The probability that Student's t exceeds a value: a finite series for integer degrees of freedom."""
    if freedom < 1:
        return HALF
    angle = math.atan2(deviate, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    is_odd = freedom % 2
    term = cosine if is_odd else 1.0
    total = term if freedom > 1 else 0.0
    for step in range(3 if is_odd else 2, freedom - 1, 2):
        term *= cosine * cosine * (step - 1) / step
        total += term
    inside = (angle + sine * total) * 2 / math.pi if is_odd else sine * total
    return min(1.0, max(0.0, (1 - inside) / 2))


@lru_cache(maxsize=4096)
def student_deviate(tail: float, freedom: int) -> float:
    """The value that Student's t exceeds with probability `tail`, which is at most one half."""
    if freedom < 1:
        return math.inf
    low, high = 0.0, 1.0
    while student_tail(high, freedom) > tail and high < WIDEST:
        low, high = high, high * 2
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if student_tail(middle, freedom) > tail else (low, middle)
    return high


def cases_to_see(fair: float, margin: float, tail: float) -> float:
    """Number of independent cases needed to find, with `POWER`, a share that is off by `margin`.

    `tail` is the probability beyond each end of the interval that has to exclude the fair share.
    """
    critical, likely = student_deviate(tail, FREEDOM), student_deviate(1 - POWER, FREEDOM)
    return ALLOWANCE * max(
        ((critical * spread(fair) + likely * spread(fair + off)) / margin) ** 2 for off in (margin, -margin)
    )


def cases_to_rule_out(fair: float, margin: float, tail: float, shares: int) -> float:
    """Number of independent cases needed to show, with `POWER`, that fair shares are within `margin`."""
    critical = student_deviate(tail, FREEDOM)
    likely = student_deviate((1 - POWER) / 2 / shares, FREEDOM)
    return ALLOWANCE * max(
        ((critical * spread(fair + off) + likely * spread(fair)) / margin) ** 2 for off in (margin, -margin)
    )


def spread(share: float) -> float:
    """The standard deviation of a win with this probability."""
    inside = min(1.0, max(0.0, share))
    return math.sqrt(inside * (1 - inside))


def round_up(number: float) -> int:
    """A number rounded up to two significant digits, because the estimate is no more precise."""
    if number < 1:
        return 1
    step: int = 10 ** max(0, math.floor(math.log10(number)) + 1 - DIGITS)
    return math.ceil(number / step) * step
