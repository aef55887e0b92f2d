"""Limits on how often somebody may ask."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from litestar.connection import ASGIConnection

MOST_REMEMBERED: Final = 10_000
HOUSEHOLD: Final = 64  # bits of an IPv6 address that one household has in common


class Bucket:
    """Fills with so many drops a second up to a brim; each request takes one."""

    __slots__ = ("_brim", "_drops", "_rate", "_since")

    def __init__(self, rate: float, brim: int, now: float) -> None:
        self._rate = rate
        self._brim = brim
        self._drops = float(brim)
        self._since = now

    def take(self, now: float) -> bool:
        """Whether there was a drop left to take."""
        self._drops = min(self._brim, self._drops + (now - self._since) * self._rate)
        self._since = now
        if self._drops < 1:
            return False
        self._drops -= 1
        return True

    def give_back(self) -> None:
        """Put a drop back that was taken."""
        self._drops = min(self._brim, self._drops + 1)


class Buckets:
    """A bucket for everybody who asks, forgotten when they have not asked for long."""

    def __init__(self, rate: float, brim: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._brim = brim
        self._clock = clock
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        """Whether this one may ask now."""
        now = self._clock()
        bucket = self._buckets.pop(who, None) or Bucket(self._rate, self._brim, now)
        self._buckets[who] = bucket
        if len(self._buckets) > MOST_REMEMBERED:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def give_back(self, who: str) -> None:
        """Do not count what this one asked last."""
        if who in self._buckets:
            self._buckets[who].give_back()


def network(caller: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Where somebody asks from: an address, or the household's where it has more than can be counted."""
    if caller.client is None:
        return "somebody"
    try:
        address = ip_address(caller.client.host)
    except ValueError:
        return caller.client.host
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, HOUSEHOLD), strict=False))
    return str(address)
