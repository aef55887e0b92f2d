"""Notices between server processes: which table has gone on, and who listens where."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final

import msgspec
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

if TYPE_CHECKING:
    from caponata.server.table_service import TableService

CONNECTION_ERRORS: Final = (
    RedisError,
    OSError,
    RuntimeError,
)  # the last is what uvloop says of a line just closed
CHANNEL: Final = "caponata-tables"
HEARTBEAT_INTERVAL: Final = 5.0  # seconds from one sign of life to the next
PROCESS_TIMEOUT: Final = 16.0  # seconds until a process that gives none is dead
REDIS_TIMEOUT: Final = 5.0  # seconds until Redis must have answered
RETRY_DELAY: Final = 2.0  # seconds until a lost channel is tried again
logger = logging.getLogger("caponata.server")


class Notification(msgspec.Struct):
    """What a process says: that it lives, and perhaps something about a table."""

    me: str
    table: str | None = None
    number: int | None = None
    here: dict[int, int] | None = None
    far: dict[int, float] | None = None


class Notifications:
    """How one process tells the others what it stored: a server of one process has nobody to tell."""

    is_shared = False  # whether others write to the same tables

    @property
    def has_full_presence(self) -> bool:
        """Whether who is not known to listen elsewhere does not listen there."""
        return True

    def remote_counts(self, table_id: str) -> dict[int, int]:
        """How many listen at other processes, by seat."""
        return {}

    def publish_number(self, table_id: str, number: int) -> None:
        """A table has reached this number of deeds."""

    def publish_presence(self, table_id: str, counts: dict[int, int]) -> None:
        """So many listen here, by seat."""

    def remote_delays(self, table_id: str) -> dict[int, float]:
        """How far away those are who listen at other processes, in seconds by seat."""
        return {}

    def publish_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        """So far away are those who listen here, by seat."""

    def start(self, service: TableService) -> None:
        """Pass on to a house what others tell."""

    async def close(self) -> None:
        """Tell and hear no more."""


class RedisNotifications(Notifications):
    """Notices over a channel of Redis.

    Every process tells again and again who listens there; one that was not heard for long is dead. What a
    process tells comes back to itself too: as long as it does not, it cannot hear, and takes nobody for dead.
    """

    is_shared = True

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._backend = RedisChannelsPubSubBackend(redis=redis, stream_sleep_no_subscriptions=10)
        self._me = secrets.token_hex(8)
        self._unsent: dict[str, dict[str, Any]] = {}  # by what they are about: the newest is enough
        self._has_unsent = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._remote_counts: dict[str, dict[str, dict[int, int]]] = defaultdict(dict)
        self._remote_delays: dict[str, dict[str, dict[int, float]]] = defaultdict(dict)
        self._last_heard: dict[str, float] = {}  # when each other process was heard last
        self._receiving_since: float | None = None  # while this process hears itself

    @property
    def has_full_presence(self) -> bool:
        """All others have had time to say who is there, since they can be heard."""
        return (
            self._receiving_since is not None and self._receiving_since <= time.monotonic() - PROCESS_TIMEOUT
        )

    def remote_counts(self, table_id: str) -> dict[int, int]:
        counts: dict[int, int] = defaultdict(int)
        for here in self._remote_counts.get(table_id, {}).values():
            for seat, n in here.items():
                counts[seat] += n
        return dict(counts)

    def publish_number(self, table_id: str, number: int) -> None:
        self._queue(f"number {table_id}", {"table": table_id, "number": number})

    def publish_presence(self, table_id: str, counts: dict[int, int]) -> None:
        self._queue(
            f"here {table_id}", {"table": table_id, "here": {str(seat): n for seat, n in counts.items()}}
        )

    def remote_delays(self, table_id: str) -> dict[int, float]:
        return {
            seat: delay
            for far in self._remote_delays.get(table_id, {}).values()
            for seat, delay in far.items()
        }

    def publish_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        self._queue(
            f"far {table_id}", {"table": table_id, "far": {str(seat): far for seat, far in delays.items()}}
        )

    def _queue(self, topic: str, notification: dict[str, Any]) -> None:
        self._unsent[topic] = {"me": self._me, **notification}
        self._has_unsent.set()

    def start(self, service: TableService) -> None:
        work = (self._send(), self._receive(service), self._send_heartbeats(service))
        self._tasks = [asyncio.ensure_future(each) for each in work]
        for task in self._tasks:
            task.add_done_callback(_task_ended)

    async def close(self) -> None:
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:  # again and again: a client of Redis that times out may swallow it
                task.cancel()
            await asyncio.wait(running, timeout=1)
        with suppress(*CONNECTION_ERRORS):
            await self._redis.aclose()

    async def _send(self) -> None:
        """Tell the others, again and again until they can be told."""
        failures = 0
        while True:
            await self._has_unsent.wait()
            topic, notification = next(iter(self._unsent.items()))
            try:
                await self._backend.publish(msgspec.json.encode(notification), [CHANNEL])
            except CONNECTION_ERRORS as error:
                logger.warning("other processes were not told: %s", error)
                failures += 1
                if failures > 1:  # the first may be about a line that was lost long ago
                    await asyncio.sleep(RETRY_DELAY)
                continue
            failures = 0
            if self._unsent[topic] is notification:
                del self._unsent[topic]
            if not self._unsent:
                self._has_unsent.clear()

    async def _send_heartbeats(self, service: TableService) -> None:
        """Say who listens here."""
        while True:
            self._publish_all_presence(service)
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    def _publish_all_presence(self, service: TableService) -> None:
        self._queue("heartbeat", {})
        for table_id, table in service.open_tables.items():
            if counts := table.viewers.connection_counts():
                self.publish_presence(table_id, counts)
            if table.latency.local:
                self.publish_delays(table_id, table.latency.local)

    async def _receive(self, service: TableService) -> None:
        """Hear the others; while they cannot be heard, look again and again at what they stored."""
        while True:
            try:
                await self._receive_until_silent(service)
            except CONNECTION_ERRORS as error:
                logger.warning("the channel to other processes is lost: %r", error)
                self._receiving_since = None
                with suppress(*CONNECTION_ERRORS):
                    await self._backend.on_shutdown()  # a line that only fell silent is still open
                self._catch_up_viewed_tables(service)
                await asyncio.sleep(RETRY_DELAY)

    async def _receive_until_silent(self, service: TableService) -> None:
        """Hear the others while this process hears itself: nobody is told of a line that falls silent."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PROCESS_TIMEOUT) as silence:
            await self._backend.subscribe([CHANNEL])
            self._catch_up_viewed_tables(service)
            async for _, payload in self._backend.stream_events():
                if self._handle(service, payload) == self._me:
                    silence.reschedule(loop.time() + PROCESS_TIMEOUT)

    def _catch_up_viewed_tables(self, service: TableService) -> None:
        for table_id, table in service.open_tables.items():
            if table.viewers.size:
                service.run_in_background(service.catch_up(table_id))

    def _handle(self, service: TableService, payload: bytes) -> str | None:
        """Take a notice, and give who said it, if that can be understood."""
        try:
            notification = msgspec.json.decode(payload, type=Notification)
            if notification.me == self._me:
                self._handle_own(service)
            else:
                self._apply(service, notification)
        except msgspec.DecodeError:
            logger.warning("a notice on the channel is not ours")
            return None
        except Exception:  # whatever is said there, what is said next must be heard
            logger.exception("a notice on the channel could not be taken")
            return None
        return notification.me

    def _handle_own(self, service: TableService) -> None:
        """The channel works: forget those who said nothing all the while."""
        now = time.monotonic()
        if self._receiving_since is None:
            self._receiving_since = now
        if not self.has_full_presence:
            return
        dead = [each for each, heard in self._last_heard.items() if heard < now - PROCESS_TIMEOUT]
        if dead:  # perhaps before it said what it had stored
            self._catch_up_viewed_tables(service)
        for process in dead:
            self._forget_process(service, process)

    def _forget_process(self, service: TableService, process: str) -> None:
        del self._last_heard[process]
        for table_id in [each for each, here in self._remote_counts.items() if process in here]:
            self._set_counts(service, table_id, process, {})
        for table_id in [each for each, far in self._remote_delays.items() if process in far]:
            self._set_delays(service, table_id, process, {})

    def _apply(self, service: TableService, notification: Notification) -> None:
        is_new = notification.me not in self._last_heard
        self._last_heard[notification.me] = time.monotonic()
        if is_new:
            self._publish_all_presence(service)
        if notification.table is None:
            return
        if notification.number is not None:
            service.run_in_background(service.catch_up(notification.table, notification.number))
        if notification.here is not None:
            self._set_counts(service, notification.table, notification.me, notification.here)
        if notification.far is not None:
            self._set_delays(service, notification.table, notification.me, notification.far)

    def _set_delays(self, service: TableService, table_id: str, process: str, far: dict[int, float]) -> None:
        if far:
            self._remote_delays[table_id][process] = far
        else:
            self._remote_delays[table_id].pop(process, None)
        if not self._remote_delays[table_id]:
            del self._remote_delays[table_id]
        service.presence.set_remote_delays(table_id, self.remote_delays(table_id))

    def _set_counts(self, service: TableService, table_id: str, process: str, here: dict[int, int]) -> None:
        if self._remote_counts.get(table_id, {}).get(process, {}) == here:
            return
        if here:
            self._remote_counts[table_id][process] = here
        else:
            del self._remote_counts[table_id][process]
        if not self._remote_counts[table_id]:
            del self._remote_counts[table_id]
        service.presence.set_remote_counts(table_id, self.remote_counts(table_id))


def _task_ended(task: asyncio.Task[None]) -> None:
    """They end only when they are told to: whatever else ends one is a fault that must be heard of."""
    if not task.cancelled():
        logger.error("other processes are told or heard no more", exc_info=task.exception())


async def open_notifications(url: str | None) -> Notifications:
    """Notices over Redis where an address is given."""
    if url is None:
        return Notifications()
    # A line that is lost must be heard of: mended in silence, nobody would look for what it did not carry.
    no_retries = Retry(NoBackoff(), 0)
    return RedisNotifications(Redis.from_url(url, retry=no_retries, socket_timeout=REDIS_TIMEOUT))
