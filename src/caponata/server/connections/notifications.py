"""Notifications between server processes: new deeds, connected viewers and delays."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections import defaultdict
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, Final, NamedTuple, Protocol

import msgspec
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

# RuntimeError is uvloop's error for a connection that was just closed
CONNECTION_ERRORS: Final = (
    RedisError,
    OSError,
    RuntimeError,
)
CHANNEL: Final = "caponata-tables"
HEARTBEAT_INTERVAL: Final = 5.0  # seconds between heartbeats
PROCESS_TIMEOUT: Final = 16.0  # seconds without a heartbeat until a process counts as dead
REDIS_TIMEOUT: Final = 5.0  # seconds
RETRY_DELAY: Final = 2.0  # seconds until a lost connection is opened again
logger = logging.getLogger("caponata.server")


class Notification(msgspec.Struct):
    """A message of one process: a heartbeat, perhaps with the table that changed."""

    me: str
    table: str | None = None
    number: int | None = None
    here: dict[int, int] | None = None
    far: dict[int, float] | None = None


class LocalPresence(NamedTuple):
    """The connections of one table at this process, and their one-way delays, by seat."""

    table_id: str
    counts: dict[int, int]
    delays: Mapping[int, float]


class LocalTables(Protocol):
    """The tables of this process, as far as other processes need to know them."""

    def local_presence(self) -> Iterable[LocalPresence]:
        """Return the connections of all tables here."""

    def catch_up(self, table_id: str, number: int | None = None) -> None:
        """Apply what other processes stored, up to a number."""

    def set_remote_counts(self, table_id: str, counts: Mapping[int, int]) -> None:
        """Set the number of connections at other processes, by seat."""

    def set_remote_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        """Set the delays of seats at other processes."""


class Notifications:
    """Messages between server processes. This base class is for a single process and does nothing."""

    is_shared = False  # whether other processes write to the same tables

    @property
    def has_full_presence(self) -> bool:
        """Return whether the connections at all other processes are known."""
        return True

    def remote_counts(self, table_id: str) -> dict[int, int]:
        """Return the number of connections at other processes, by seat."""
        return {}

    def publish_number(self, table_id: str, number: int) -> None:
        """Announce the number of a table's last deed."""

    def publish_presence(self, table_id: str, counts: dict[int, int]) -> None:
        """Announce the number of connections here, by seat."""

    def remote_delays(self, table_id: str) -> dict[int, float]:
        """Return the one-way delays of seats at other processes, in seconds."""
        return {}

    def publish_delays(self, table_id: str, delays: Mapping[int, float]) -> None:
        """Announce the one-way delays of the seats connected here."""

    def start(self, local: LocalTables) -> None:
        """Start to exchange notifications."""

    async def close(self) -> None:
        """Stop to exchange notifications."""


class RedisNotifications(Notifications):
    """Notifications over a Redis channel.

    Every process repeats who is connected to it; a process that stays silent counts as dead. A process also
    receives its own messages. While it does not, its channel is broken, and it does not take any other
    process for dead.
    """

    is_shared = True

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._backend = RedisChannelsPubSubBackend(redis=redis, stream_sleep_no_subscriptions=10)
        self._me = secrets.token_hex(8)
        self._unsent: dict[str, dict[str, Any]] = {}  # by topic: only the newest one is sent
        self._has_unsent = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._remote_counts: dict[str, dict[str, dict[int, int]]] = defaultdict(dict)
        self._remote_delays: dict[str, dict[str, dict[int, float]]] = defaultdict(dict)
        self._last_heard: dict[str, float] = {}  # last message of every other process
        # None while this process does not receive its own messages
        self._receiving_since: float | None = None

    @property
    def has_full_presence(self) -> bool:
        """Return whether every other process has had time to announce its connections."""
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

    def start(self, local: LocalTables) -> None:
        work = (self._send(), self._receive(local), self._send_heartbeats(local))
        self._tasks = [asyncio.ensure_future(coroutine) for coroutine in work]
        for task in self._tasks:
            task.add_done_callback(_task_ended)

    async def close(self) -> None:
        while running := [task for task in self._tasks if not task.done()]:
            for (
                task
            ) in running:  # repeated, because a Redis client that times out may swallow the cancellation
                task.cancel()
            await asyncio.wait(running, timeout=1)
        with suppress(*CONNECTION_ERRORS):
            await self._redis.aclose()

    async def _send(self) -> None:
        """Send queued notifications, and retry until Redis accepts them."""
        failures = 0
        while True:
            await self._has_unsent.wait()
            topic, notification = next(iter(self._unsent.items()))
            try:
                await self._backend.publish(msgspec.json.encode(notification), [CHANNEL])
            except CONNECTION_ERRORS as error:
                logger.warning("notification not sent: error=%s", error)
                failures += 1
                if failures > 1:  # the first failure may be about a connection that was lost long ago
                    await asyncio.sleep(RETRY_DELAY)
                continue
            failures = 0
            if self._unsent[topic] is notification:
                del self._unsent[topic]
            if not self._unsent:
                self._has_unsent.clear()

    async def _send_heartbeats(self, local: LocalTables) -> None:
        """Announce all connections again and again."""
        while True:
            self._publish_all_presence(local)
            await asyncio.sleep(HEARTBEAT_INTERVAL)

    def _publish_all_presence(self, local: LocalTables) -> None:
        self._queue("heartbeat", {})
        for table_id, counts, delays in local.local_presence():
            if counts:
                self.publish_presence(table_id, counts)
            if delays:
                self.publish_delays(table_id, delays)

    async def _receive(self, local: LocalTables) -> None:
        """Receive notifications; while that fails, read new deeds from the store."""
        while True:
            try:
                await self._receive_until_silent(local)
            except CONNECTION_ERRORS as error:
                logger.warning("notification channel lost: error=%r", error)
                self._receiving_since = None
                with suppress(*CONNECTION_ERRORS):
                    await self._backend.on_shutdown()  # a connection that only fell silent is still open
                self._catch_up_viewed_tables(local)
                await asyncio.sleep(RETRY_DELAY)

    async def _receive_until_silent(self, local: LocalTables) -> None:
        """Receive until this process's own messages stay away: a broken connection gives no error."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(PROCESS_TIMEOUT) as silence:
            await self._backend.subscribe([CHANNEL])
            self._catch_up_viewed_tables(local)
            async for _, payload in self._backend.stream_events():
                if self._handle(local, payload) == self._me:
                    silence.reschedule(loop.time() + PROCESS_TIMEOUT)

    def _catch_up_viewed_tables(self, local: LocalTables) -> None:
        for table_id, counts, _ in local.local_presence():
            if counts:
                local.catch_up(table_id)

    def _handle(self, local: LocalTables, payload: bytes) -> str | None:
        """Handle a message and return its sender, or None if it cannot be read."""
        try:
            notification = msgspec.json.decode(payload, type=Notification)
            if notification.me == self._me:
                self._handle_own(local)
            else:
                self._apply(local, notification)
        except msgspec.DecodeError:
            logger.warning("notification not readable")
            return None
        except Exception:  # one bad message must not stop the others
            logger.exception("notification failed")
            return None
        return notification.me

    def _handle_own(self, local: LocalTables) -> None:
        """Note that the channel works, and forget processes that stayed silent."""
        now = time.monotonic()
        if self._receiving_since is None:
            self._receiving_since = now
        if not self.has_full_presence:
            return
        oldest = now - PROCESS_TIMEOUT
        dead = [process for process, last_heard in self._last_heard.items() if last_heard < oldest]
        if dead:  # they may have died before sending their last notification
            self._catch_up_viewed_tables(local)
        for process in dead:
            self._forget_process(local, process)

    def _forget_process(self, local: LocalTables, process: str) -> None:
        del self._last_heard[process]
        for table_id in [table_id for table_id, here in self._remote_counts.items() if process in here]:
            self._set_counts(local, table_id, process, {})
        for table_id in [table_id for table_id, far in self._remote_delays.items() if process in far]:
            self._set_delays(local, table_id, process, {})

    def _apply(self, local: LocalTables, notification: Notification) -> None:
        is_new = notification.me not in self._last_heard
        self._last_heard[notification.me] = time.monotonic()
        if is_new:
            self._publish_all_presence(local)
        if notification.table is None:
            return
        if notification.number is not None:
            local.catch_up(notification.table, notification.number)
        if notification.here is not None:
            self._set_counts(local, notification.table, notification.me, notification.here)
        if notification.far is not None:
            self._set_delays(local, notification.table, notification.me, notification.far)

    def _set_delays(self, local: LocalTables, table_id: str, process: str, far: dict[int, float]) -> None:
        if far:
            self._remote_delays[table_id][process] = far
        else:
            self._remote_delays[table_id].pop(process, None)
        if not self._remote_delays[table_id]:
            del self._remote_delays[table_id]
        local.set_remote_delays(table_id, self.remote_delays(table_id))

    def _set_counts(self, local: LocalTables, table_id: str, process: str, here: dict[int, int]) -> None:
        if self._remote_counts.get(table_id, {}).get(process, {}) == here:
            return
        if here:
            self._remote_counts[table_id][process] = here
        else:
            del self._remote_counts[table_id][process]
        if not self._remote_counts[table_id]:
            del self._remote_counts[table_id]
        local.set_remote_counts(table_id, self.remote_counts(table_id))


def _task_ended(task: asyncio.Task[None]) -> None:
    """Log a task that ended without being cancelled, which is always a bug."""
    if not task.cancelled():
        logger.error("notification task ended", exc_info=task.exception())


async def open_notifications(url: str | None) -> Notifications:
    """Return notifications over Redis, or inactive ones without a URL."""
    if url is None:
        return Notifications()
    # no retries: a silent reconnect would hide that notifications were lost
    no_retries = Retry(NoBackoff(), 0)
    return RedisNotifications(Redis.from_url(url, retry=no_retries, socket_timeout=REDIS_TIMEOUT))
