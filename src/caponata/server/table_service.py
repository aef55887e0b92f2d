"""All tables of this server: every request is checked, stored, then sent to the viewers."""

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
from caponata.server.analysis import AnalysisService
from caponata.server.archive import Archive
from caponata.server.bot_workers import BotWorkers
from caponata.server.errors import RequestRefused, store_required
from caponata.server.notifications import Notifications
from caponata.server.open_table import Action, OpenTable, apply_rows, new_room
from caponata.server.people import hashed
from caponata.server.presence import Presence
from caponata.server.rate_limits import RateLimiter
from caponata.server.room import Room, TableConfig
from caponata.server.scheduler import Scheduler
from caponata.server.settings import Settings
from caponata.server.viewers import Connection, Update, as_answer, encode_chat
from caponata.store import Row, Store

MAX_ATTEMPTS: Final = 20  # times a deed is tried again after another process stored its number first
DONE: Final = b'{"t":"done"}'
logger = logging.getLogger("caponata.server")


class DuplicateRequest(Exception):
    """This request was granted before."""


class StoredDeed(NamedTuple):
    """A deed, and the game updates to send once it is stored."""

    deed: deeds.AnyDeed
    updates: list[Update]


class TableService:
    """All tables: those in use are kept in memory, the others are rebuilt from the store on demand."""

    def __init__(
        self, settings: Settings, store: Store, bot_workers: BotWorkers, notifications: Notifications
    ) -> None:
        self.settings = settings
        self.store = store
        self.bot_workers = bot_workers
        self.notifications = notifications
        self.scheduler = Scheduler(self)
        self.presence = Presence(self)
        self.archive = Archive(store, bot_workers)
        self.analyses = AnalysisService(store, self.run_in_background)
        self.request_limiter = RateLimiter(settings.limits.requests_per_second, settings.limits.request_burst)
        self.guess_limiter = RateLimiter(settings.limits.guesses_per_second, settings.limits.guess_burst)
        self.open_tables: dict[str, OpenTable] = {}
        self._loading: dict[str, asyncio.Future[OpenTable]] = {}
        self._background_tasks: set[asyncio.Task[None]] = set()

    # Finding tables

    async def find(self, table_id: str) -> OpenTable:
        """Return the table with this id, rebuilt from the store if it is not in memory."""
        table = self.open_tables.get(table_id)
        if table is not None:
            table.last_used = time.monotonic()  # the caller will use it: do not evict it before
            return table
        loading = self._loading.get(table_id)
        if loading is None:
            loading = asyncio.ensure_future(self._load(table_id))
            self._loading[table_id] = loading
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def find_current(self, table_id: str) -> OpenTable:
        """Return the table with everything other processes stored, even without a notification."""
        table = await self.find(table_id)
        if self.notifications.is_shared:
            await self.catch_up(table_id)
        return table

    async def _load(self, table_id: str) -> OpenTable:
        table = self.open(await self.rebuild(table_id))
        table.grace_until = self._grace_deadline(table.room)
        # the stored summary may be outdated if a server was stopped
        keep = self.archive.repair if table.room.state.is_over else self.archive.save_summary
        self.run_in_background(keep(table.room))
        return table

    def open(self, room: Room) -> OpenTable:
        """Keep a new or rebuilt table in memory."""
        table = OpenTable(room)
        table.viewers.remote_counts = self.notifications.remote_counts(room.table_id)
        table.latency.remote = self.notifications.remote_delays(room.table_id)
        self.open_tables[room.table_id] = table
        self.scheduler.schedule(table)
        return table

    async def rebuild(self, table_id: str, *, whole: bool = False) -> Room:
        """Rebuild a room from its newest snapshot and log, or from the whole log."""
        with store_required():
            try:
                return await self._rebuild(table_id, whole=whole)
            except ForgottenMove:  # a move from before the snapshot was undone after it
                return await self._rebuild(table_id, whole=True)

    async def _rebuild(self, table_id: str, *, whole: bool) -> Room:
        header = await self.store.header(table_id)
        if header is None:
            raise RequestRefused(404, "no-such-table", "there is no such table")
        config = msgspec.json.decode(header.body, type=TableConfig)
        try:
            room = new_room(header, config, find_game(header.game))
        except UnknownGame as error:
            raise RequestRefused(410, "no-such-game", str(error)) from None
        snapshot = None if whole else await self.store.snapshot(table_id)
        if snapshot is not None:
            try:
                room.load_snapshot(snapshot[1])
            except Exception:  # written by another version of the server: the log has everything
                logger.warning(
                    "snapshot unreadable, reading the whole log: table=%s", table_id, exc_info=True
                )
                return await self._rebuild(table_id, whole=True)
        apply_rows(room, await self.store.rows(table_id, room.state.number))
        return room

    def seat_of(self, room: Room, key: str) -> int:
        """Return the seat that a key opens."""
        secret = hashed(key)
        for number, seat in enumerate(room.state.seats):
            if secret in seat.keys:
                return number
        raise RequestRefused(
            401,
            "wrong-key",
            "this key opens no seat at this table: the seat may have moved to another device",
        )

    # Performing actions

    async def perform(
        self,
        table: OpenTable,
        action: Action,
        *,
        request_name: str | None = None,
        requester: Connection | None = None,
        request_id: str | None = None,
    ) -> deeds.AnyDeed | None:
        """Check an action, store its deed and send it to all viewers. Returns None if there is no deed."""
        async with table.lock:
            await self._refresh(table)
            return await self.perform_locked(
                table, action, request_name=request_name, requester=requester, request_id=request_id
            )

    async def perform_locked(
        self,
        table: OpenTable,
        action: Action,
        *,
        request_name: str | None = None,
        requester: Connection | None = None,
        request_id: str | None = None,
    ) -> deeds.AnyDeed | None:
        """Perform an action while holding the table's lock."""
        try:
            stored = await self._store_deed(table, action, request_name)
        except DuplicateRequest:
            if requester is not None:
                requester.send(as_answer(DONE, request_id))
            return None
        except RequestRefused as error:
            if table.needs_reload:
                self.scheduler.note_refusal(table, error)
            raise
        if stored is None:
            return None
        deed, updates = stored
        self.broadcast(table, [deed], requester, request_id, updates)
        self._after_deed(table, deed)
        try:
            while table.room.has_follow_up():
                follow_up = await self._store_deed(table, lambda room: room.follow_up(), None)
                if follow_up is not None:
                    self.broadcast(table, [follow_up.deed], updates=follow_up.updates)
                    self._after_deed(table, follow_up.deed)
        except RequestRefused as error:  # the deed itself is stored; the follow-up is retried
            logger.warning("follow-up deed refused: table=%s error=%s", table.room.table_id, error.sentence)
        self.scheduler.schedule(table)
        return deed

    async def _store_deed(
        self, table: OpenTable, action: Action, request_name: str | None
    ) -> StoredDeed | None:
        """Check an action and store its deed; check again if another process stored a deed first."""
        for _ in range(MAX_ATTEMPTS):
            if table.needs_reload:  # the previous deed may not be stored: do not build on it
                await self._refresh(table)
            room = table.room
            if request_name is not None and request_name in room.state.granted_requests:
                raise DuplicateRequest
            try:
                deed = action(room)
            except ForgottenMove:
                await self._reload(table, whole=True)
                continue
            except RequestRefused:
                if await self._is_stored_request(room, request_name):  # too old for the room to remember
                    raise DuplicateRequest from None
                if await self._found_new_deeds(table):
                    continue
                raise
            if deed is None:
                return None
            at = max(self.settings.now(), room.state.at)
            number = room.state.number + 1
            row = Row(room.table_id, number, at, deeds.kind(deed), deeds.write_deed(deed), request_name)
            table.needs_reload = True
            stored = StoredDeed(deed, [])
            with store_required():
                is_stored = await self.store.append(row, partial(_prepare, table, stored))
            if is_stored:
                room.apply_new_deed(deed, at, request_name)
                table.needs_reload = False
                return stored
            await self._refresh(table)
            if table.room.state.number < number and await self._is_stored_request(room, request_name):
                raise DuplicateRequest  # no other process took this number: the request is a duplicate
        raise RequestRefused(503, "busy", "too much is happening at this table: try again")

    async def _found_new_deeds(self, table: OpenTable) -> bool:
        """Apply deeds stored by other processes; return whether there were any."""
        if not self.notifications.is_shared:
            return False
        number = table.room.state.number
        await self._apply_new_rows(table)
        return table.room.state.number > number

    async def _is_stored_request(self, room: Room, request_name: str | None) -> bool:
        """Return whether a request was ever granted."""
        with store_required():
            return (
                request_name is not None
                and await self.store.deed_of_message(room.table_id, request_name) is not None
            )

    @asynccontextmanager
    async def locked_room(self, table: OpenTable) -> AsyncIterator[Room]:
        """Hold a table's lock and yield its up-to-date room."""
        async with table.lock:
            await self._refresh(table)
            yield table.room

    async def _refresh(self, table: OpenTable) -> None:
        """Reload a room that may hold a deed that is not stored."""
        table.last_used = time.monotonic()
        if table.needs_reload:
            await self._reload(table)
            self.scheduler.schedule(table)

    async def _reload(self, table: OpenTable, *, whole: bool = False) -> None:
        """Rebuild a room from the store, and send what its viewers have not seen."""
        room = await self.rebuild(table.room.table_id, whole=whole)
        with store_required():
            missed = await self.store.rows(room.table_id, table.sent_number)
        if table.needs_reload:
            table.grace_until = self._grace_deadline(room)
        stored = [deeds.read_deed(row.body) for row in missed[: room.state.number - table.sent_number]]
        table.room, table.needs_reload = room, False
        self.broadcast(table, stored)
        for deed in stored:
            self._after_deed(table, deed)

    def _grace_deadline(self, room: Room) -> int:
        """Return when clocks may run out again: a move's time after the server or store was away."""
        return self.settings.now() + (room.config.clock.move * 1000 if room.config.clock is not None else 0)

    def _after_deed(self, table: OpenTable, deed: deeds.AnyDeed) -> None:
        """Start the background work of a stored deed and notify other processes."""
        room = table.room
        if not isinstance(deed, deeds.WITHOUT_TABLE_CHANGE):
            self.run_in_background(self.archive.save_summary(room))
        if room.state.number % self.settings.snapshot_every == 0:
            self.run_in_background(
                self.store.save_snapshot(room.table_id, room.state.number, room.to_snapshot())
            )
        if isinstance(deed, deeds.Ended):
            self.run_in_background(self.archive.keep_record(room))
        self.notifications.publish_number(room.table_id, room.state.number)

    def run_in_background(self, work: Coroutine[Any, Any, None]) -> None:
        """Run a coroutine as a task; a failure is only logged."""
        task = asyncio.ensure_future(work)
        self._background_tasks.add(task)
        task.add_done_callback(self._background_task_done)

    def _background_task_done(self, task: asyncio.Task[None]) -> None:
        self._background_tasks.discard(task)
        if not task.cancelled() and task.exception() is not None:
            logger.warning("background task failed: error=%s", task.exception())

    # Sending

    def broadcast(
        self,
        table: OpenTable,
        stored: Sequence[deeds.AnyDeed],
        requester: Connection | None = None,
        request_id: str | None = None,
        updates: Sequence[Update] = (),
    ) -> None:
        """Send stored deeds to all viewers, using updates that were prepared before if there are any."""
        room, viewers = table.room, table.viewers
        table.sent_number = room.state.number
        if not viewers.by_seat:
            return
        answered = request_id is None
        for deed in stored:
            if isinstance(deed, deeds.Opened) or (isinstance(deed, deeds.Keyed) and deed.moved):
                if requester is not None and not answered:
                    requester.send(as_answer(DONE, request_id))
                    answered = True
                viewers.close_seat(deed.seat, is_moved=isinstance(deed, deeds.Keyed))
        lines = sum(isinstance(deed, deeds.Said) for deed in stored)
        for line in room.state.chat[max(0, len(room.state.chat) - lines) :]:
            viewers.send_all(encode_chat(line))
        has_moved = any(deeds.entries_of(deed) for deed in stored)
        if has_moved or any(isinstance(deed, deeds.Started | deeds.Ended) for deed in stored):
            viewers.send_updates(updates or viewers.updates(room), requester, request_id)
            answered = True
        if room.state.changes != table.sent_changes or (room.config.clock is not None and has_moved):
            table.sent_changes = room.state.changes
            now = self.settings.now()
            viewers.send_table(room, now, None if answered else requester, None if answered else request_id)
            answered = True
        if not answered and requester is not None:
            requester.send(as_answer(DONE, request_id))

    async def catch_up(self, table_id: str, number: int | None = None) -> None:
        """Apply what another process stored, and send it to the viewers here."""
        table = self.open_tables.get(table_id)
        if table is None:
            return
        async with table.lock:
            if number is not None and table.room.state.number >= number:
                return
            try:
                await self._apply_new_rows(table)
            except RequestRefused as error:
                table.needs_reload = True  # reload and send when the store is back
                self.scheduler.note_refusal(table, error)
                return
        self.scheduler.schedule(table, elsewhere=True)

    async def _apply_new_rows(self, table: OpenTable) -> None:
        """Apply rows that another process stored."""
        if table.needs_reload:
            await self._reload(table)
        with store_required():
            rows = await self.store.rows(table.room.table_id, table.room.state.number)
        try:
            apply_rows(table.room, rows)
        except ForgottenMove:
            await self._reload(table)
        else:
            self.broadcast(table, [deeds.read_deed(row.body) for row in rows])

    # Connections

    async def join(
        self,
        table: OpenTable,
        key: str | None,
        connection: Connection,
        since: int,
        known_hash: str | None,
        chat: int,
    ) -> int:
        """Connect a viewer, send what it has missed, and return the seat of its key."""
        # the process that stored the last deed may have died before it sent a notification
        await self.find_current(table.room.table_id)
        async with self.locked_room(table) as room:
            seat = SPECTATOR if key is None else self.seat_of(room, key)
            self._check_capacity(table, seat)
            table.viewers.add(seat, connection)
            self.scheduler.connected(table, seat)
            connection.send(table.viewers.full_table(room, self.settings.now(), seat))
            if room.game_table is not None:
                waited = self.scheduler.countdowns.elapsed(table)
                connection.send(table.viewers.full_state(room.game_table, seat, since, known_hash, waited))
            for line in room.state.chat:
                if line.k > chat:
                    connection.send(encode_chat(line))
            self.presence.schedule_update(table)
            if seat != SPECTATOR and room.come_back(seat) is not None:
                await self.perform_locked(table, lambda room: room.come_back(seat))
        return seat

    def _check_capacity(self, table: OpenTable, seat: int) -> None:
        limits, room = self.settings.limits, table.room
        if seat == SPECTATOR and not room.config.spectators:
            raise RequestRefused(403, "no-spectators", "this table does not allow spectators")
        most = limits.spectators_per_table if seat == SPECTATOR else limits.sockets_per_seat
        if table.viewers.connection_counts().get(seat, 0) >= most:
            raise RequestRefused(429, "too-many-listeners", "too many people are watching this table already")

    def disconnect(self, table: OpenTable, connection: Connection) -> None:
        """Remove a connection."""
        seat = table.viewers.remove(connection)
        if seat is not None:
            table.last_used = time.monotonic()
            self.scheduler.disconnected(table, seat)
            self.presence.schedule_update(table)

    # Closing

    async def close(self) -> None:
        """Stop everything, and wait for background writes."""
        self.analyses.close()
        for table in self.open_tables.values():
            table.stop()
            table.needs_reload = False  # do not wait for the store any more
        if self._background_tasks:
            await asyncio.wait(self._background_tasks, timeout=5)


def _prepare(table: OpenTable, stored: StoredDeed) -> None:
    """Build the updates of a deed while it is being written to disk."""
    if deeds.entries_of(stored.deed):
        stored.updates.extend(table.viewers.updates(table.room))
