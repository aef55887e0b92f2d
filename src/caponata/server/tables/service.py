"""All tables of this server: every request is checked, stored, then sent to the viewers."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from functools import partial
from typing import Final

from caponata.engine.log import ForgottenMove, TableError
from caponata.engine.moves import MoveError
from caponata.server.settings import Settings
from caponata.server.tables import deeds
from caponata.server.tables.archive import Archive
from caponata.server.tables.background import BackgroundTasks
from caponata.server.tables.errors import RequestRefused, refusal_from, store_required
from caponata.server.tables.loading import RoomLoader, apply_rows
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.protocols import Audience, OtherProcesses, Scheduler, Sender, Updates
from caponata.server.tables.requests import FollowUp, Request
from caponata.server.tables.room import Room
from caponata.store import ENDED, Row, Store

MAX_ATTEMPTS: Final = 20  # times a deed is tried again after another process stored its number first
logger = logging.getLogger("caponata.server")


class DuplicateRequest(Exception):
    """This request was granted before."""


class StoredDeed:
    """A deed, and the game updates to send once it is stored."""

    __slots__ = ("deed", "updates")

    def __init__(self, deed: deeds.AnyDeed) -> None:
        self.deed = deed
        self.updates: Updates = ()

    def prepare(self, audience: Audience, table: OpenTable) -> None:
        """Build the updates while the deed is being written to disk."""
        if deeds.entries_of(self.deed):
            self.updates = audience.prepare(table)


class TableService:
    """All tables: those in use are kept in memory, the others are rebuilt from the store on demand."""

    scheduler: Scheduler  # set once, before the first table is opened: it needs the service itself

    def __init__(
        self,
        settings: Settings,
        store: Store,
        archive: Archive,
        audience: Audience,
        other_processes: OtherProcesses,
    ) -> None:
        self.settings = settings
        self.store = store
        self.archive = archive
        self.audience = audience
        self.other_processes = other_processes
        self.loader = RoomLoader(store, settings.draws)
        self.background = BackgroundTasks()
        self.open_tables: dict[str, OpenTable] = {}
        self._loading: dict[str, asyncio.Future[OpenTable]] = {}

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
        if self.other_processes.is_shared:
            await self.catch_up(table_id)
        return table

    async def _load(self, table_id: str) -> OpenTable:
        table = self.open(await self.loader.rebuild(table_id))
        table.grace_until = self._grace_deadline(table.room)
        # the stored summary may be outdated if a server was stopped
        keep = self.archive.repair if table.room.state.is_over else self.archive.save_summary
        self.background.run(keep(table.room))
        return table

    def open(self, room: Room) -> OpenTable:
        """Keep a new or rebuilt table in memory."""
        table = OpenTable(room)
        self.open_tables[room.table_id] = table
        self.scheduler.schedule(table)
        return table

    async def end_unplayable(self, table_id: str, reason: str) -> bool:
        """End a table whose game cannot be rebuilt; return False if it ended before or is still in use."""
        rows = await self.store.rows(table_id)
        if not rows or any(row.kind == ENDED for row in rows):
            return False
        ended, number = deeds.Ended(reason), rows[-1].number + 1
        at = max(self.settings.now(), rows[-1].at)
        row = Row(table_id, number, at, deeds.kind(ended), deeds.write_deed(ended), None)
        if not await self.store.append(row):  # a process with other rules still serves the table
            return False
        self.other_processes.publish_number(table_id, number)
        return True

    # Performing requests

    async def perform(
        self, table: OpenTable, request: Request, sender: Sender | None = None
    ) -> deeds.AnyDeed | None:
        """Check a request, store its deed and send it to all viewers. Returns None if there is no deed."""
        async with table.lock:
            await self._refresh(table)
            return await self.perform_locked(table, request, sender)

    async def perform_locked(
        self, table: OpenTable, request: Request, sender: Sender | None = None
    ) -> deeds.AnyDeed | None:
        """Perform a request while holding the table's lock."""
        try:
            stored = await self._store_deed(table, request, None if sender is None else sender.request_name)
        except DuplicateRequest:
            if sender is not None:
                self.audience.confirm(sender)
            return None
        except RequestRefused as error:
            if table.needs_reload:
                self.scheduler.note_refusal(table, error)
            raise
        if stored is None:
            return None
        self._send(table, [stored.deed], stored.updates, sender)
        self._after_deed(table, stored.deed)
        try:
            while table.room.has_follow_up():
                follow_up = await self._store_deed(table, FollowUp(), None)
                if follow_up is not None:
                    self._send(table, [follow_up.deed], follow_up.updates)
                    self._after_deed(table, follow_up.deed)
        except RequestRefused as error:  # the deed itself is stored; the follow-up is retried
            logger.warning("follow-up deed refused: table=%s error=%s", table.room.table_id, error.sentence)
        self.scheduler.schedule(table)
        return stored.deed

    async def _store_deed(
        self, table: OpenTable, request: Request, request_name: str | None
    ) -> StoredDeed | None:
        """Check a request and store its deed; check again if another process stored a deed first."""
        for _ in range(MAX_ATTEMPTS):
            if table.needs_reload:  # the previous deed may not be stored: do not build on it
                await self._refresh(table)
            room = table.room
            if request_name is not None and request_name in room.state.granted_requests:
                raise DuplicateRequest
            try:
                deed = request.apply(room)
            except ForgottenMove:
                await self._reload(table, whole=True)
                continue
            except (RequestRefused, TableError, MoveError) as error:
                if await self._is_stored_request(room, request_name):  # too old for the room to remember
                    raise DuplicateRequest from None
                if await self._found_new_deeds(table):
                    continue
                if isinstance(error, RequestRefused):
                    raise
                raise refusal_from(error) from None
            if deed is None:
                return None
            at = max(self.settings.now(), room.state.at)
            number = room.state.number + 1
            row = Row(room.table_id, number, at, deeds.kind(deed), deeds.write_deed(deed), request_name)
            table.needs_reload = True
            stored = StoredDeed(deed)
            with store_required():
                is_stored = await self.store.append(row, partial(stored.prepare, self.audience, table))
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
        if not self.other_processes.is_shared:
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
        room = await self.loader.rebuild(table.room.table_id, whole=whole)
        with store_required():
            missed = await self.store.rows(room.table_id, table.sent_number)
        if table.needs_reload:
            table.grace_until = self._grace_deadline(room)
        stored = [deeds.read_deed(row.body) for row in missed[: room.state.number - table.sent_number]]
        table.room, table.needs_reload = room, False
        self._send(table, stored)
        for deed in stored:
            self._after_deed(table, deed)

    def _grace_deadline(self, room: Room) -> int:
        """Return when clocks may run out again: a move's time after the server or store was down."""
        return self.settings.now() + (room.config.clock.move * 1000 if room.config.clock is not None else 0)

    def _send(
        self,
        table: OpenTable,
        stored: Sequence[deeds.AnyDeed],
        updates: Updates = (),
        sender: Sender | None = None,
    ) -> None:
        table.sent_number = table.room.state.number
        self.audience.send(table, stored, updates, sender)

    def _after_deed(self, table: OpenTable, deed: deeds.AnyDeed) -> None:
        """Start the background work of a stored deed and notify other processes."""
        room = table.room
        if not isinstance(deed, deeds.WITHOUT_TABLE_CHANGE):
            self.background.run(self.archive.save_summary(room))
        if room.state.number % self.settings.snapshot_every == 0:
            self.background.run(
                self.store.save_snapshot(room.table_id, room.state.number, room.to_snapshot())
            )
        if isinstance(deed, deeds.Ended):
            self.background.run(self.archive.keep_record(room))
        self.other_processes.publish_number(room.table_id, room.state.number)

    # Other processes

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
            self._send(table, [deeds.read_deed(row.body) for row in rows])

    # Closing

    def evict_idle_tables(self, unused_since: float) -> None:
        """Drop tables from memory that nobody has used since a given time, on the monotonic clock."""
        for table_id, table in list(self.open_tables.items()):
            is_busy = table.lock.locked() or self.audience.has_viewers(table) or self.scheduler.is_busy(table)
            if not is_busy and table.last_used < unused_since:
                self.scheduler.forget(table)
                self.audience.forget(table)
                del self.open_tables[table_id]

    async def close(self) -> None:
        """Stop everything, and wait for background writes."""
        for table in self.open_tables.values():
            self.scheduler.forget(table)
            self.audience.forget(table)
            table.needs_reload = False  # do not wait for the store any more
        await self.background.close()
