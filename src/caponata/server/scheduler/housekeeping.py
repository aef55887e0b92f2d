"""Housekeeping: evict idle tables, close deserted and unplayable tables, archive finished games."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Coroutine
from typing import Any, Final

import msgspec

from caponata.catalogue import find_game, names
from caponata.engine.game import Game
from caponata.server.tables import deeds
from caponata.server.tables.cards import Card
from caponata.server.tables.errors import RequestRefused
from caponata.server.tables.loading import OLD_RULES, check_rules_version
from caponata.server.tables.requests import CloseDeserted
from caponata.server.tables.room import TableConfig
from caponata.server.tables.service import TableService
from caponata.server.tables.state import ABANDONED, final_status
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
        service.evict_idle_tables(time.monotonic() - service.settings.idle_timeout)


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
            await service.perform(table, CloseDeserted(before))
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


async def close_unplayable_tables(service: TableService) -> None:
    """Close tables whose game cannot continue under the current rules, at startup and once an hour."""
    while True:
        await _log_failure(close_tables_of_old_rules(service))
        await asyncio.sleep(HOUR)


async def close_tables_of_old_rules(service: TableService) -> None:
    """Close the open tables that follow older rules, unless their game plays identically today."""
    try:
        for name in names():
            await _close_old_tables(service, find_game(name))
    except StoreDown as error:
        logger.warning("closing tables of old rules failed: error=%s", error)


async def _close_old_tables(service: TableService, game: Game) -> None:
    done = ""
    while found := await service.store.of_other_rules(game.name, game.rules_version, done, CLOSE_BATCH):
        for header, summary in found:
            try:
                check_rules_version(header, msgspec.json.decode(header.body, type=TableConfig), game)
            except RequestRefused as error:
                if header.rules_version < game.rules_version and await service.end_unplayable(
                    header.table, OLD_RULES
                ):
                    await _close_summary(service, summary, ABANDONED)
                    logger.info("table of old rules closed: table=%s reason=%s", header.table, error)
        done = found[-1][0].table


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
        await service.archive.repair(await service.loader.rebuild(summary.table))
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
