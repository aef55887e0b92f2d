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
    from caponata.server.house import House

LOST: Final = (RedisError, OSError, RuntimeError)  # the last is what uvloop says of a line just closed
CHANNEL: Final = "caponata-tables"
BEAT: Final = 5.0  # seconds from one sign of life to the next
SILENCE: Final = 16.0  # seconds until a process that gives none is dead
PATIENCE: Final = 5.0  # seconds until Redis must have answered
RETRY: Final = 2.0  # seconds until a lost channel is tried again
logger = logging.getLogger("caponata.server")


class Notice(msgspec.Struct):
    """What a process says: that it lives, and perhaps something about a table."""

    me: str
    table: str | None = None
    number: int | None = None
    here: dict[int, int] | None = None
    far: dict[int, float] | None = None


class Notices:
    """How one process tells the others what it stored: a server of one process has nobody to tell."""

    is_shared = False  # whether others write to the same tables

    @property
    def is_sure(self) -> bool:
        """Whether who is not known to listen elsewhere does not listen there."""
        return True

    def elsewhere(self, table: str) -> dict[int, int]:
        """How many listen at other processes, by seat."""
        return {}

    def publish(self, table: str, number: int) -> None:
        """A table has reached this number of deeds."""

    def presence(self, table: str, counts: dict[int, int]) -> None:
        """So many listen here, by seat."""

    def lines_elsewhere(self, table: str) -> dict[int, float]:
        """How far away those are who listen at other processes, in seconds by seat."""
        return {}

    def lines(self, table: str, delays: Mapping[int, float]) -> None:
        """So far away are those who listen here, by seat."""

    def listen(self, house: House) -> None:
        """Pass on to a house what others tell."""

    async def close(self) -> None:
        """Tell and hear no more."""


class RedisNotices(Notices):
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
        self._elsewhere: dict[str, dict[str, dict[int, int]]] = defaultdict(dict)
        self._lines: dict[str, dict[str, dict[int, float]]] = defaultdict(dict)
        self._heard: dict[str, float] = {}  # when each other process was heard last
        self._hears_since: float | None = None  # while this process hears itself

    @property
    def is_sure(self) -> bool:
        """All others have had time to say who is there, since they can be heard."""
        return self._hears_since is not None and self._hears_since <= time.monotonic() - SILENCE

    def elsewhere(self, table: str) -> dict[int, int]:
        counts: dict[int, int] = defaultdict(int)
        for here in self._elsewhere.get(table, {}).values():
            for seat, n in here.items():
                counts[seat] += n
        return dict(counts)

    def publish(self, table: str, number: int) -> None:
        self._say(f"number {table}", {"table": table, "number": number})

    def presence(self, table: str, counts: dict[int, int]) -> None:
        self._say(f"here {table}", {"table": table, "here": {str(seat): n for seat, n in counts.items()}})

    def lines_elsewhere(self, table: str) -> dict[int, float]:
        return {seat: delay for far in self._lines.get(table, {}).values() for seat, delay in far.items()}

    def lines(self, table: str, delays: Mapping[int, float]) -> None:
        self._say(f"far {table}", {"table": table, "far": {str(seat): far for seat, far in delays.items()}})

    def _say(self, about: str, notice: dict[str, Any]) -> None:
        self._unsent[about] = {"me": self._me, **notice}
        self._has_unsent.set()

    def listen(self, house: House) -> None:
        work = (self._send(), self._hear(house), self._beat(house))
        self._tasks = [asyncio.ensure_future(each) for each in work]
        for task in self._tasks:
            task.add_done_callback(_ended)

    async def close(self) -> None:
        while running := [task for task in self._tasks if not task.done()]:
            for task in running:  # again and again: a client of Redis that times out may swallow it
                task.cancel()
            await asyncio.wait(running, timeout=1)
        with suppress(*LOST):
            await self._redis.aclose()

    async def _send(self) -> None:
        """Tell the others, again and again until they can be told."""
        failures = 0
        while True:
            await self._has_unsent.wait()
            about, notice = next(iter(self._unsent.items()))
            try:
                await self._backend.publish(msgspec.json.encode(notice), [CHANNEL])
            except LOST as error:
                logger.warning("other processes were not told: %s", error)
                failures += 1
                if failures > 1:  # the first may be about a line that was lost long ago
                    await asyncio.sleep(RETRY)
                continue
            failures = 0
            if self._unsent[about] is notice:
                del self._unsent[about]
            if not self._unsent:
                self._has_unsent.clear()

    async def _beat(self, house: House) -> None:
        """Say who listens here."""
        while True:
            self._tell_presence(house)
            await asyncio.sleep(BEAT)

    def _tell_presence(self, house: House) -> None:
        self._say("life", {})
        for table, live in house.lives.items():
            if counts := live.audience.counts():
                self.presence(table, counts)
            if live.lines.here:
                self.lines(table, live.lines.here)

    async def _hear(self, house: House) -> None:
        """Hear the others; while they cannot be heard, look again and again at what they stored."""
        while True:
            try:
                await self._hear_on(house)
            except LOST as error:
                logger.warning("the channel to other processes is lost: %r", error)
                self._hears_since = None
                with suppress(*LOST):
                    await self._backend.on_shutdown()  # a line that only fell silent is still open
                self._look_again(house)
                await asyncio.sleep(RETRY)

    async def _hear_on(self, house: House) -> None:
        """Hear the others while this process hears itself: nobody is told of a line that falls silent."""
        loop = asyncio.get_running_loop()
        async with asyncio.timeout(SILENCE) as silence:
            await self._backend.subscribe([CHANNEL])
            self._look_again(house)
            async for _, words in self._backend.stream_events():
                if self._hear_one(house, words) == self._me:
                    silence.reschedule(loop.time() + SILENCE)

    def _look_again(self, house: House) -> None:
        for table, live in house.lives.items():
            if live.audience.size:
                house.chore(house.catch_up(table))

    def _hear_one(self, house: House, words: bytes) -> str | None:
        """Take a notice, and give who said it, if that can be understood."""
        try:
            notice = msgspec.json.decode(words, type=Notice)
            if notice.me == self._me:
                self._hear_oneself(house)
            else:
                self._take(house, notice)
        except msgspec.DecodeError:
            logger.warning("a notice on the channel is not ours")
            return None
        except Exception:  # whatever is said there, what is said next must be heard
            logger.exception("a notice on the channel could not be taken")
            return None
        return notice.me

    def _hear_oneself(self, house: House) -> None:
        """The channel works: forget those who said nothing all the while."""
        now = time.monotonic()
        if self._hears_since is None:
            self._hears_since = now
        if not self.is_sure:
            return
        dead = [each for each, heard in self._heard.items() if heard < now - SILENCE]
        if dead:  # perhaps before it said what it had stored
            self._look_again(house)
        for process in dead:
            self._forget(house, process)

    def _forget(self, house: House, process: str) -> None:
        del self._heard[process]
        for table in [each for each, here in self._elsewhere.items() if process in here]:
            self._note(house, table, process, {})
        for table in [each for each, far in self._lines.items() if process in far]:
            self._note_lines(house, table, process, {})

    def _take(self, house: House, notice: Notice) -> None:
        is_new = notice.me not in self._heard
        self._heard[notice.me] = time.monotonic()
        if is_new:
            self._tell_presence(house)
        if notice.table is None:
            return
        if notice.number is not None:
            house.chore(house.catch_up(notice.table, notice.number))
        if notice.here is not None:
            self._note(house, notice.table, notice.me, notice.here)
        if notice.far is not None:
            self._note_lines(house, notice.table, notice.me, notice.far)

    def _note_lines(self, house: House, table: str, process: str, far: dict[int, float]) -> None:
        if far:
            self._lines[table][process] = far
        else:
            self._lines[table].pop(process, None)
        if not self._lines[table]:
            del self._lines[table]
        house.presence.heard_lines(table, self.lines_elsewhere(table))

    def _note(self, house: House, table: str, process: str, here: dict[int, int]) -> None:
        if self._elsewhere.get(table, {}).get(process, {}) == here:
            return
        if here:
            self._elsewhere[table][process] = here
        else:
            del self._elsewhere[table][process]
        if not self._elsewhere[table]:
            del self._elsewhere[table]
        house.presence.heard(table, self.elsewhere(table))


def _ended(task: asyncio.Task[None]) -> None:
    """They end only when they are told to: whatever else ends one is a fault that must be heard of."""
    if not task.cancelled():
        logger.error("other processes are told or heard no more", exc_info=task.exception())


async def open_notices(url: str | None) -> Notices:
    """Notices over Redis where an address is given."""
    if url is None:
        return Notices()
    # A line that is lost must be heard of: mended in silence, nobody would look for what it did not carry.
    never_again = Retry(NoBackoff(), 0)
    return RedisNotices(Redis.from_url(url, retry=never_again, socket_timeout=PATIENCE))
