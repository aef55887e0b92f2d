"""Requests of the server itself, which may be refused without harm and are retried when the store is back."""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from typing import Final

from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.open_table import OpenTable
from caponata.server.tables.requests import Request
from caponata.server.tables.service import TableService

STORE_RETRY_INTERVAL: Final = 1.0  # seconds between checks while the store is unavailable
EXPECTED_REFUSALS: Final = (
    "closed-decision",
    "illegal-move",
    "game-over",
    "paused",
    "not-now",
    "old-rules",
    "no-such-table",
)
logger = logging.getLogger("caponata.server")


class Attempts:
    """Performs requests that may no longer apply."""

    def __init__(self, service: TableService) -> None:
        self._service = service
        self._waiting: set[OpenTable] = set()

    def start(self, table: OpenTable, request: Request) -> None:
        """Perform a request in the background."""
        self._service.background.run(self._perform(table, request))

    async def _perform(self, table: OpenTable, request: Request) -> None:
        await self.refusal_code(table, request)

    async def refusal_code(self, table: OpenTable, request: Request) -> str | None:
        """Perform a request and return the code of its refusal, or None if it succeeded."""
        try:
            await self._service.perform(table, request)
        except RequestRefused as error:
            self.note_refusal(table, error)
            return error.code
        return None

    def note_refusal(self, table: OpenTable, error: RequestRefused) -> None:
        """Log a refused automatic action, and retry the table when the store is back."""
        if error.code not in EXPECTED_REFUSALS:
            logger.warning("automatic action refused: table=%s error=%s", table.room.table_id, error.sentence)
        if table.needs_reload and table not in self._waiting:
            self._waiting.add(table)
            self._service.background.run(self._wait_for_store(table))

    async def _wait_for_store(self, table: OpenTable) -> None:
        """Check the store until the table can be reloaded, which reschedules its bots and clocks."""
        try:
            while table.needs_reload and self._service.open_tables.get(table.room.table_id) is table:
                await asyncio.sleep(STORE_RETRY_INTERVAL)
                with suppress(RequestRefused):
                    async with self._service.locked_room(table):
                        pass
        finally:
            self._waiting.discard(table)
