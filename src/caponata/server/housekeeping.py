"""Housekeeping: tables nobody looks at are forgotten, deserted ones closed, and games that are over kept."""

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
GONE: Final = 410  # a table of rules, or of a game, that are not served any more
logger = logging.getLogger("caponata.server")


async def evict_idle_tables(service: TableService) -> None:
    """Again and again, forget the tables that nobody looks at."""
    while True:
        await asyncio.sleep(service.settings.idle_timeout / 4)
        oldest = time.monotonic() - service.settings.idle_timeout
        for table_id, table in list(service.open_tables.items()):
            if table.is_idle and table.last_used < oldest:
                table.stop()
                del service.open_tables[table_id]


async def close_deserted_tables(service: TableService) -> None:
    """Once an hour, close the tables at which nothing has happened for weeks."""
    while True:
        await _log_failure(
            close_unused_tables(service, service.settings.now() - service.settings.deserted_after * DAY)
        )
        await asyncio.sleep(HOUR)


async def _log_failure(round_of_work: Coroutine[Any, Any, None]) -> None:
    """A round that fails is noted, and is not the last one."""
    try:
        await round_of_work
    except Exception:
        logger.exception("a round through the house came to no good end")


async def close_unused_tables(service: TableService, before: int) -> None:
    """Close the open tables at which nothing happened since a moment."""
    try:
        for summary in await service.store.unchanged(before, CLOSE_BATCH):
            await _close(service, summary, before)
    except StoreDown as error:
        logger.warning("deserted tables were not closed: %s", error)


async def _close(service: TableService, summary: Summary, before: int) -> None:
    """Close one of them; where that fails it is not in the way of the others."""
    try:
        table = await service.find(summary.table)
        if table.room.state.at >= before:
            await service.archive.save_summary(table.room)
        else:
            await service.perform(table, partial(_desertion, before=before))
    except StoreDown:
        raise
    except Exception as error:
        logger.warning("deserted table %s was not closed: %s", summary.table, error)
        if isinstance(error, RequestRefused) and error.status == GONE:
            # Nobody can play there any more: it is in no list, and counts for nobody.
            await _close_summary(service, summary, ABANDONED)


async def _close_summary(service: TableService, summary: Summary, status: str) -> None:
    """Change what lists say of a table that cannot be made again."""
    card = msgspec.json.decode(summary.card, type=Card)
    closed = msgspec.json.encode(msgspec.structs.replace(card, status=status))
    await service.store.save_summary(summary._replace(status=status, card=closed), None)


def _desertion(room: Room, before: int) -> deeds.AnyDeed | None:
    has_changed = room.state.at >= before  # while this waited for its turn
    return None if room.state.is_over or has_changed else deeds.Ended("deserted")


async def archive_finished_games(service: TableService) -> None:
    """At the start and once an hour, keep what was not kept of tables that are closed."""
    while True:
        await _log_failure(archive_missing_games(service))
        await asyncio.sleep(HOUR)


async def archive_missing_games(service: TableService) -> None:
    """Keep what a server did not come to keep when it was stopped: one table after the other."""
    done = ""
    try:
        while summaries := await service.store.unarchived(done, ARCHIVE_BATCH):
            for summary in summaries:
                await _archive_game(service, summary)
            done = summaries[-1].table
    except StoreDown as error:
        logger.warning("games that are over were not put away: %s", error)


async def _archive_game(service: TableService, summary: Summary) -> None:
    """Put one away; others may do so at the same time, and the first to say it is believed."""
    try:
        await service.archive.repair(await service.rebuild(summary.table))
    except StoreDown:
        raise
    except Exception as error:
        if not (isinstance(error, RequestRefused) and error.status == GONE):
            logger.warning("table %s was not put away: %s", summary.table, error)
        elif summary.status in OPEN:
            body = (await service.store.last_deeds([summary.table], [ENDED]))[summary.table]
            ended = deeds.read_deed(body)
            assert isinstance(ended, deeds.Ended)
            await _close_summary(service, summary, final_status(ended))
