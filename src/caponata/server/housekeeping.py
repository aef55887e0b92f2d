"""Housekeeping: evict idle tables from memory, close deserted tables, archive finished games."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

import msgspec

from caponata.server import deeds
from caponata.server.errors import RequestRefused
from caponata.server.responses import Card
from caponata.server.room import Room
from caponata.server.table_service import TableService
from caponata.server.table_state import ABANDONED, final_status
from caponata.store import ENDED, OPEN, StoreDown, Summary

HOUR: Final = 3600  # seconds
DAY: Final = 24 * 3600 * 1000  # milliseconds
CLOSE_BATCH: Final = 200
ARCHIVE_BATCH: Final = 50
GONE: Final = 410  # the table's game or rules version is no longer served
logger = logging.getLogger("caponata.server")


async def evict_idle_tables(service: TableService) -> None:
    """Evict idle tables from memory, in a loop."""
    while True:
        await asyncio.sleep(service.settings.idle_timeout / 4)
        oldest = time.monotonic() - service.settings.idle_timeout
        for table_id, table in list(service.open_tables.items()):
            if table.is_idle and table.last_used < oldest:
                table.stop()
                del service.open_tables[table_id]


async def close_deserted_tables(service: TableService) -> None:
    """Close tables without activity for weeks, once an hour."""
    while True:
        await _log_failure(
            close_unused_tables(service, service.settings.now() - service.settings.deserted_after * DAY)
        )
        await asyncio.sleep(HOUR)


async def _log_failure(round_of_work: Coroutine[Any, Any, None]) -> None:
    """Run one round; log an exception instead of raising it, so that the loop continues."""
    try:
        await round_of_work
    except Exception:
        logger.exception("housekeeping failed")


async def close_unused_tables(service: TableService, before: int) -> None:
    """Close the open tables that did not change since a given time."""
    try:
        for summary in await service.store.unchanged(before, CLOSE_BATCH):
            await _close(service, summary, before)
    except StoreDown as error:
        logger.warning("closing deserted tables failed: error=%s", error)


async def _close(service: TableService, summary: Summary, before: int) -> None:
    """Close one table; a failure does not affect the others."""
    try:
        table = await service.find(summary.table)
        if table.room.state.at >= before:
            await service.archive.save_summary(table.room)
        else:
            await service.perform(table, partial(_desertion, before=before))
    except StoreDown:
        raise
    except Exception as error:
        logger.warning("closing deserted table failed: table=%s error=%s", summary.table, error)
        if isinstance(error, RequestRefused) and error.status == GONE:
            # Nobody can play there: remove it from the lists and from the limits.
            await _close_summary(service, summary, ABANDONED)


async def _close_summary(service: TableService, summary: Summary, status: str) -> None:
    """Change the stored status of a table that cannot be rebuilt."""
    card = msgspec.json.decode(summary.card, type=Card)
    closed = msgspec.json.encode(msgspec.structs.replace(card, status=status))
    await service.store.save_summary(summary._replace(status=status, card=closed), None)


def _desertion(room: Room, before: int) -> deeds.AnyDeed | None:
    has_changed = room.state.at >= before  # while this waited for the lock
    return None if room.state.is_over or has_changed else deeds.Ended("deserted")


async def archive_finished_games(service: TableService) -> None:
    """Archive finished games that were not archived, at startup and once an hour."""
    while True:
        await _log_failure(archive_missing_games(service))
        await asyncio.sleep(HOUR)


async def archive_missing_games(service: TableService) -> None:
    """Archive games that a stopped server did not archive, one after another."""
    done = ""
    try:
        while summaries := await service.store.unarchived(done, ARCHIVE_BATCH):
            for summary in summaries:
                await _archive_game(service, summary)
            done = summaries[-1].table
    except StoreDown as error:
        logger.warning("archiving games failed: error=%s", error)


async def _archive_game(service: TableService, summary: Summary) -> None:
    """Archive one game; if several processes do so, the first result is kept."""
    try:
        await service.archive.repair(await service.rebuild(summary.table))
    except StoreDown:
        raise
    except Exception as error:
        if not (isinstance(error, RequestRefused) and error.status == GONE):
            logger.warning("archiving game failed: table=%s error=%s", summary.table, error)
        elif summary.status in OPEN:
            body = (await service.store.last_deeds([summary.table], [ENDED]))[summary.table]
            ended = deeds.read_deed(body)
            assert isinstance(ended, deeds.Ended)
            await _close_summary(service, summary, final_status(ended))
