"""Notices between server processes: which table has gone on, and who listens where."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import defaultdict
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from caponata.server.house import House

CHANNEL: Final = "caponata-tables"
RETRY: Final = 2.0  # seconds until a lost channel is tried again
logger = logging.getLogger("caponata.server")


class Notices:
    """How one process tells the others what it stored: a server of one process has nobody to tell."""

    def publish(self, table: str, number: int) -> None:
        """A table has reached this number of deeds."""

    def presence(self, table: str, counts: dict[int, int]) -> None:
        """So many listen here, by seat."""

    def listen(self, house: House) -> None:
        """Pass on to a house what others tell."""

    async def close(self) -> None:
        """Tell and hear no more."""


class RedisNotices(Notices):
    """Notices over a channel of Redis."""

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._backend = RedisChannelsPubSubBackend(redis=redis, stream_sleep_no_subscriptions=10)
        self._me = secrets.token_hex(8)
        self._waiting: asyncio.Queue[bytes] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []
        self._elsewhere: dict[str, dict[str, dict[int, int]]] = defaultdict(dict)

    def publish(self, table: str, number: int) -> None:
        self._waiting.put_nowait(msgspec.json.encode({"me": self._me, "table": table, "number": number}))

    def presence(self, table: str, counts: dict[int, int]) -> None:
        notice = {"me": self._me, "table": table, "here": {str(seat): n for seat, n in counts.items()}}
        self._waiting.put_nowait(msgspec.json.encode(notice))

    def listen(self, house: House) -> None:
        self._tasks = [asyncio.ensure_future(self._send()), asyncio.ensure_future(self._hear(house))]

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        with suppress(RedisError):
            await self._redis.aclose()

    async def _send(self) -> None:
        while True:
            notice = await self._waiting.get()
            try:
                await self._backend.publish(notice, [CHANNEL])
            except RedisError as error:
                logger.warning("other processes were not told: %s", error)

    async def _hear(self, house: House) -> None:
        """Hear the others; after a silence, look at every table again."""
        while True:
            try:
                await self._backend.on_startup()
                await self._backend.subscribe([CHANNEL])
                for table in list(house.lives):
                    house.chore(house.catch_up(table))
                async for _, notice in self._backend.stream_events():
                    self._take(house, msgspec.json.decode(notice))
            except RedisError as error:
                logger.warning("the channel to other processes is lost: %s", error)
                await asyncio.sleep(RETRY)

    def _take(self, house: House, notice: dict[str, Any]) -> None:
        if notice["me"] == self._me:
            return
        table = notice["table"]
        if "number" in notice:
            house.chore(house.catch_up(table, notice["number"]))
            return
        by_process = self._elsewhere[table]
        by_process[notice["me"]] = {int(seat): n for seat, n in notice["here"].items()}
        counts: dict[int, int] = defaultdict(int)
        for here in by_process.values():
            for seat, n in here.items():
                counts[seat] += n
        if not counts:
            del self._elsewhere[table]
        house.heard_presence(table, counts)


async def open_notices(url: str | None) -> Notices:
    """Notices over Redis where an address is given."""
    if url is None:
        return Notices()
    return RedisNotices(Redis.from_url(url))
