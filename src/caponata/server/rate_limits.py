"""Rate limits for requests and messages."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address
from typing import Any, Final

from litestar.connection import ASGIConnection

MAX_BUCKETS: Final = 10_000
IPV6_PREFIX_BITS: Final = 64  # bits of an IPv6 address that one household shares


class TokenBucket:
    """Gains tokens at a fixed rate up to a limit; each request takes one."""

    __slots__ = ("_burst", "_rate", "_since", "_tokens")

    def __init__(self, rate: float, burst: int, now: float) -> None:
        self._rate = rate
        self._burst = burst
        self._tokens = float(burst)
        self._since = now

    def take(self, now: float) -> bool:
        """Take a token if there is one; return whether there was."""
        self._tokens = min(self._burst, self._tokens + (now - self._since) * self._rate)
        self._since = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True

    def give_back(self) -> None:
        """Return a token."""
        self._tokens = min(self._burst, self._tokens + 1)


class RateLimiter:
    """One token bucket per client; the least recently used are forgotten."""

    def __init__(self, rate: float, burst: int, clock: Callable[[], float] = time.monotonic) -> None:
        self._rate = rate
        self._burst = burst
        self._clock = clock
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Return whether a client may send a request now."""
        now = self._clock()
        bucket = self._buckets.pop(client, None) or TokenBucket(self._rate, self._burst, now)
        self._buckets[client] = bucket
        if len(self._buckets) > MAX_BUCKETS:
            self._buckets.popitem(last=False)
        return bucket.take(now)

    def give_back(self, client: str) -> None:
        """Do not count a client's last request."""
        if client in self._buckets:
            self._buckets[client].give_back()


def network(caller: ASGIConnection[Any, Any, Any, Any]) -> str:
    """Return the network of a client: its IPv4 address, or the prefix of its IPv6 address."""
    if caller.client is None:
        return "unknown"
    try:
        address = ip_address(caller.client.host)
    except ValueError:
        return caller.client.host
    if isinstance(address, IPv6Address):
        return str(IPv6Network((address, IPV6_PREFIX_BITS), strict=False))
    return str(address)
