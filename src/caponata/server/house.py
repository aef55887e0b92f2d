"""The house: all tables of this server. Whatever happens at one is judged, stored, then told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Final, NamedTuple

import msgspec

from caponata.catalogue import UnknownGame, find_game
from caponata.engine.game import SPECTATOR
from caponata.engine.log import ForgottenMove
from caponata.server import deeds
from caponata.server.analyst import Analyst
from caponata.server.archive import Archive
from caponata.server.audience import Listener, Tiding, answering, chat_line
from caponata.server.limits import Buckets
from caponata.server.live import Act, Live, follow_rows, new_room
from caponata.server.notices import Notices
from caponata.server.people import hashed
from caponata.server.presence import Presence
from caponata.server.refused import Refused, needing_the_store
from caponata.server.room import Plan, Room
from caponata.server.settings import Settings
from caponata.server.stewards import Steward
from caponata.server.thinkers import Thinkers
from caponata.store import Row, Store

RACES_RUN: Final = 20  # how often a deed is tried again when another process was quicker
DONE: Final = b'{"t":"done"}'
logger = logging.getLogger("caponata.server")


class AlreadyDone(Exception):
    """This very request was granted before."""


class Done(NamedTuple):
    """A deed, and what is to be told of the game once it is stored."""

    deed: deeds.AnyDeed
    tidings: list[Tiding]


class House:
    """All tables: those somebody looks at are kept in memory, all others are rebuilt when they are wanted."""

    def __init__(self, settings: Settings, store: Store, thinkers: Thinkers, notices: Notices) -> None:
        self.settings = settings
        self.store = store
        self.thinkers = thinkers
        self.notices = notices
        self.steward = Steward(self)
        self.presence = Presence(self)
        self.archive = Archive(store, thinkers)
        self.analyst = Analyst(store, self.chore)
        self.callers = Buckets(settings.limits.requests_a_second, settings.limits.requests_at_once)
        self.guesses = Buckets(settings.limits.guesses_a_second, settings.limits.guesses_at_once)
        self.lives: dict[str, Live] = {}
        self._loading: dict[str, asyncio.Future[Live]] = {}
        self._chores: set[asyncio.Task[None]] = set()

    # Finding tables

    async def find(self, table: str) -> Live:
        """The table of this name, rebuilt from the store if it is not in memory."""
        live = self.lives.get(table)
        if live is not None:
            live.last_used = time.monotonic()  # whoever asks will look at it: not to be forgotten before
            return live
        loading = self._loading.get(table)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table))
            self._loading[table] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table, None))
        return await asyncio.shield(loading)

    async def newest(self, table: str) -> Live:
        """The same with all that other processes stored: their notices may not have come."""
        live = await self.find(table)
        if self.notices.is_shared:
            await self.catch_up(table)
        return live

    async def _load(self, table: str) -> Live:
        live = self.open(await self.rebuilt(table))
        live.grace = self._grace(live.room)
        # What lists show may have been left behind when a server was stopped.
        keep = self.archive.repair if live.room.life.is_over else self.archive.summarise
        self.chore(keep(live.room))
        return live

    def open(self, room: Room) -> Live:
        """Keep a table in memory: a new one, or one made again."""
        live = Live(room)
        live.audience.elsewhere = self.notices.elsewhere(room.table)
        live.lines.elsewhere = self.notices.lines_elsewhere(room.table)
        self.lives[room.table] = live
        self.steward.look_after(live)
        return live

    async def rebuilt(self, table: str, *, whole: bool = False) -> Room:
        """A table made again from its log: from the newest snapshot, unless the whole log is wanted."""
        with needing_the_store():
            try:
                return await self._rebuilt(table, whole=whole)
            except ForgottenMove:  # a move from before the snapshot was taken back after it
                return await self._rebuilt(table, whole=True)

    async def _rebuilt(self, table: str, *, whole: bool) -> Room:
        header = await self.store.header(table)
        if header is None:
            raise Refused(404, "no-such-table", "there is no such table: it may be long gone")
        plan = msgspec.json.decode(header.body, type=Plan)
        try:
            room = new_room(header, plan, find_game(header.game))
        except UnknownGame as error:
            raise Refused(410, "no-such-game", str(error)) from None
        snapshot = None if whole else await self.store.snapshot(table)
        if snapshot is not None:
            try:
                room.load_snapshot(snapshot[1])
            except Exception:  # it is of a newer server, or an older one: the log tells all
                logger.warning("the snapshot of table %s cannot be read", table, exc_info=True)
                return await self._rebuilt(table, whole=True)
        follow_rows(room, await self.store.rows(table, room.life.number))
        return room

    def seat_of(self, room: Room, key: str) -> int:
        """The seat that a key opens."""
        secret = hashed(key)
        for number, seat in enumerate(room.life.seats):
            if secret in seat.keys:
                return number
        raise Refused(401, "wrong-key", "this key opens no seat at this table: it may have moved elsewhere")

    # Doing

    async def act(
        self,
        live: Live,
        act: Act,
        *,
        message: str | None = None,
        asker: Listener | None = None,
        request: str | None = None,
    ) -> deeds.AnyDeed | None:
        """Judge what somebody wants, store it, then tell everybody; nothing when there was nothing to do."""
        async with live.lock:
            await self._freshen(live)
            return await self.perform(live, act, message=message, asker=asker, request=request)

    async def perform(
        self,
        live: Live,
        act: Act,
        *,
        message: str | None = None,
        asker: Listener | None = None,
        request: str | None = None,
    ) -> deeds.AnyDeed | None:
        """Do the same for somebody who holds the table's lock."""
        try:
            done = await self._done(live, act, message)
        except AlreadyDone:
            if asker is not None:
                asker.tell(answering(DONE, request))
            return None
        except Refused as error:
            if live.is_in_doubt:
                self.steward.refused(live, error)
            raise
        if done is None:
            return None
        deed, tidings = done
        self.tell(live, [deed], asker, request, tidings)
        self._settle(live, deed)
        try:
            while live.room.has_sequel():
                sequel = await self._done(live, lambda room: room.sequel(), None)
                if sequel is not None:
                    self.tell(live, [sequel.deed], tidings=sequel.tidings)
                    self._settle(live, sequel.deed)
        except Refused as error:  # the deed itself is stored and told; the steward sees to the rest
            logger.warning("at table %s: %s", live.room.table, error.sentence)
        self.steward.look_after(live)
        return deed

    async def _done(self, live: Live, act: Act, message: str | None) -> Done | None:
        """Judge a deed and store it; when another process was quicker, judge it again."""
        for _ in range(RACES_RUN):
            if live.is_in_doubt:  # the deed before this one was not stored: nothing may be built on it
                await self._freshen(live)
            room = live.room
            if message is not None and message in room.life.answered:
                raise AlreadyDone
            try:
                deed = act(room)
            except ForgottenMove:
                await self._renew(live, whole=True)
                continue
            except Refused:
                if await self._was_done(room, message):  # so long ago that the room has forgotten it
                    raise AlreadyDone from None
                if await self._knows_more(live):
                    continue
                raise
            if deed is None:
                return None
            at = max(self.settings.now(), room.life.at)
            number = room.life.number + 1
            row = Row(room.table, number, at, deeds.kind(deed), deeds.write_deed(deed), message)
            live.is_in_doubt = True
            done = Done(deed, [])
            with needing_the_store():
                stored = await self.store.append(row, partial(_prepare, live, done))
            if stored:
                room.did(deed, at, message)
                live.is_in_doubt = False
                return done
            await self._freshen(live)
            if live.room.life.number < number and await self._was_done(room, message):
                raise AlreadyDone  # nobody was quicker: it is this request that is known
        raise Refused(503, "busy", "too much is happening at this table: try again")

    async def _knows_more(self, live: Live) -> bool:
        """Whether another process stored something at a table that was not heard of here."""
        if not self.notices.is_shared:
            return False
        number = live.room.life.number
        await self._follow(live)
        return live.room.life.number > number

    async def _was_done(self, room: Room, message: str | None) -> bool:
        """Whether a request was granted at any time."""
        with needing_the_store():
            return message is not None and await self.store.answered(room.table, message) is not None

    @asynccontextmanager
    async def looking(self, live: Live) -> AsyncIterator[Room]:
        """Look at a table while nothing happens there."""
        async with live.lock:
            await self._freshen(live)
            yield live.room

    async def _freshen(self, live: Live) -> None:
        """Make a room again in which something took effect that may not be stored."""
        live.last_used = time.monotonic()
        if live.is_in_doubt:
            await self._renew(live)
            self.steward.look_after(live)

    async def _renew(self, live: Live, *, whole: bool = False) -> None:
        """Make a room again from the store, and tell everybody what was not told here."""
        room = await self.rebuilt(live.room.table, whole=whole)
        with needing_the_store():
            missed = await self.store.rows(room.table, live.told)
        if live.is_in_doubt:
            live.grace = self._grace(room)
        done = [deeds.read_deed(row.body) for row in missed[: room.life.number - live.told]]
        live.room, live.is_in_doubt = room, False
        self.tell(live, done)
        for deed in done:
            self._settle(live, deed)

    def _grace(self, room: Room) -> int:
        """After the server or its store was away, everybody has a move's time before a clock runs out."""
        return self.settings.now() + (room.plan.clock.move * 1000 if room.plan.clock is not None else 0)

    def _settle(self, live: Live, deed: deeds.AnyDeed) -> None:
        """What follows when a deed is stored and told."""
        room = live.room
        if not isinstance(deed, deeds.QUIET):
            self.chore(self.archive.summarise(room))
        if room.life.number % self.settings.snapshot_every == 0:
            self.chore(self.store.keep_snapshot(room.table, room.life.number, room.to_snapshot()))
        if isinstance(deed, deeds.Ended):
            self.chore(self.archive.keep_record(room))
        self.notices.publish(room.table, room.life.number)

    def chore(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something beside; its failure is logged and harms nobody."""
        task = asyncio.ensure_future(work)
        self._chores.add(task)
        task.add_done_callback(self._chore_done)

    def _chore_done(self, task: asyncio.Task[None]) -> None:
        self._chores.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.warning("left undone: %s", task.exception())

    # Telling

    def tell(
        self,
        live: Live,
        done: Sequence[deeds.AnyDeed],
        asker: Listener | None = None,
        request: str | None = None,
        tidings: Sequence[Tiding] = (),
    ) -> None:
        """Tell everybody what was stored, by what was prepared for it if anything was."""
        room, audience = live.room, live.audience
        live.told = room.life.number
        if not audience.viewers:
            return
        answered = request is None
        for deed in done:
            if isinstance(deed, deeds.Opened) or (isinstance(deed, deeds.Keyed) and deed.moved):
                if asker is not None and not answered:
                    asker.tell(answering(DONE, request))
                    answered = True
                audience.dismiss(deed.seat, is_moved=isinstance(deed, deeds.Keyed))
        lines = sum(isinstance(deed, deeds.Said) for deed in done)
        for line in room.life.chat[max(0, len(room.life.chat) - lines) :]:
            audience.tell_all(chat_line(line))
        has_moved = any(deeds.entries_of(deed) for deed in done)
        if has_moved or any(isinstance(deed, deeds.Started | deeds.Ended) for deed in done):
            audience.tell_state(tidings or audience.tidings(room), asker, request)
            answered = True
        if room.life.changes != live.table_told or (room.plan.clock is not None and has_moved):
            live.table_told = room.life.changes
            now = self.settings.now()
            audience.tell_table(room, now, None if answered else asker, None if answered else request)
            answered = True
        if not answered and asker is not None:
            asker.tell(answering(DONE, request))

    async def catch_up(self, table: str, number: int | None = None) -> None:
        """Another process stored something: take it in, and tell those who listen here."""
        live = self.lives.get(table)
        if live is None:
            return
        async with live.lock:
            if number is not None and live.room.life.number >= number:
                return
            try:
                await self._follow(live)
            except Refused as error:
                live.is_in_doubt = True  # what was stored is told when the store is back
                self.steward.refused(live, error)
                return
        self.steward.look_after(live, elsewhere=True)

    async def _follow(self, live: Live) -> None:
        """Take in what another process stored."""
        if live.is_in_doubt:
            await self._renew(live)
        with needing_the_store():
            rows = await self.store.rows(live.room.table, live.room.life.number)
        try:
            follow_rows(live.room, rows)
        except ForgottenMove:
            await self._renew(live)
        else:
            self.tell(live, [deeds.read_deed(row.body) for row in rows])

    # Listening

    async def join(
        self, live: Live, key: str | None, listener: Listener, since: int, known_hash: str | None, chat: int
    ) -> int:
        """Somebody begins to listen and is told all they miss; gives the seat that their key opens."""
        await self.newest(live.room.table)  # who stored the last deed may have died before it said so
        async with self.looking(live) as room:
            seat = SPECTATOR if key is None else self.seat_of(room, key)
            self._check_space(live, seat)
            live.audience.add(seat, listener)
            self.steward.arrived(live, seat)
            listener.tell(live.audience.whole_table(room, self.settings.now(), seat))
            if room.play is not None:
                waited = self.steward.patience.waited(live)
                listener.tell(live.audience.whole_state(room.play, seat, since, known_hash, waited))
            for line in room.life.chat:
                if line.k > chat:
                    listener.tell(chat_line(line))
            self.presence.changed(live)
            if seat != SPECTATOR and room.come_back(seat) is not None:
                await self.perform(live, lambda room: room.come_back(seat))
        return seat

    def _check_space(self, live: Live, seat: int) -> None:
        limits, room = self.settings.limits, live.room
        if seat == SPECTATOR and not room.plan.spectators:
            raise Refused(403, "no-spectators", "this table is played without spectators")
        most = limits.spectators_a_table if seat == SPECTATOR else limits.sockets_a_seat
        if live.audience.counts().get(seat, 0) >= most:
            raise Refused(429, "too-many-listeners", "too many people look at this table already")

    def part(self, live: Live, listener: Listener) -> None:
        """Somebody listens no more."""
        seat = live.audience.remove(listener)
        if seat is not None:
            live.last_used = time.monotonic()
            self.steward.departed(live, seat)
            self.presence.changed(live)

    # Closing

    async def close(self) -> None:
        """Stop everything that is under way, and wait for what is being stored."""
        self.analyst.close()
        for live in self.lives.values():
            live.hush()
            live.is_in_doubt = False  # nobody waits for the store any more
        if self._chores:
            await asyncio.wait(self._chores, timeout=5)


def _prepare(live: Live, done: Done) -> None:
    """Make up what will be told, while the disk writes what it is about."""
    if deeds.entries_of(done.deed):
        done.tidings.extend(live.audience.tidings(live.room))
