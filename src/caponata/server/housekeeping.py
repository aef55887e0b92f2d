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
from caponata.server.answers import Card
from caponata.server.house import House
from caponata.server.life import ABANDONED, status_after
from caponata.server.refused import Refused
from caponata.server.room import Room
from caponata.store import ENDED, OPEN, StoreDown, Summary

HOUR: Final = 3600  # seconds
DAY: Final = 24 * 3600 * 1000  # milliseconds
DESERTED_AT_ONCE: Final = 200
UNKEPT_AT_ONCE: Final = 50
GONE: Final = 410  # a table of rules, or of a game, that are not served any more
logger = logging.getLogger("caponata.server")


async def tidy(house: House) -> None:
    """Again and again, forget the tables that nobody looks at."""
    while True:
        await asyncio.sleep(house.settings.idle / 4)
        oldest = time.monotonic() - house.settings.idle
        for table, live in list(house.lives.items()):
            if live.is_idle and live.last_used < oldest:
                live.hush()
                del house.lives[table]


async def close_deserted(house: House) -> None:
    """Once an hour, close the tables at which nothing has happened for weeks."""
    while True:
        await _noted(desert(house, house.settings.now() - house.settings.deserted * DAY))
        await asyncio.sleep(HOUR)


async def _noted(round_of_work: Coroutine[Any, Any, None]) -> None:
    """A round that fails is noted, and is not the last one."""
    try:
        await round_of_work
    except Exception:
        logger.exception("a round through the house came to no good end")


async def desert(house: House, before: int) -> None:
    """Close the open tables at which nothing happened since a moment."""
    try:
        for summary in await house.store.unchanged(before, DESERTED_AT_ONCE):
            await _close(house, summary, before)
    except StoreDown as error:
        logger.warning("deserted tables were not closed: %s", error)


async def _close(house: House, summary: Summary, before: int) -> None:
    """Close one of them; where that fails it is not in the way of the others."""
    try:
        live = await house.find(summary.table)
        if live.room.life.at >= before:
            await house.archive.summarise(live.room)
        else:
            await house.act(live, partial(_deserted, before=before))
    except StoreDown:
        raise
    except Exception as error:
        logger.warning("deserted table %s was not closed: %s", summary.table, error)
        if isinstance(error, Refused) and error.status == GONE:
            # Nobody can play there any more: it is in no list, and counts for nobody.
            await _close_in_lists(house, summary, ABANDONED)


async def _close_in_lists(house: House, summary: Summary, status: str) -> None:
    """Change what lists say of a table that cannot be made again."""
    card = msgspec.json.decode(summary.card, type=Card)
    closed = msgspec.json.encode(msgspec.structs.replace(card, status=status))
    await house.store.summarise(summary._replace(status=status, card=closed), None)


def _deserted(room: Room, before: int) -> deeds.AnyDeed | None:
    has_stirred = room.life.at >= before  # while this waited for its turn
    return None if room.life.is_over or has_stirred else deeds.Ended("deserted")


async def put_away(house: House) -> None:
    """At the start and once an hour, keep what was not kept of tables that are closed."""
    while True:
        await _noted(repair(house))
        await asyncio.sleep(HOUR)


async def repair(house: House) -> None:
    """Keep what a server did not come to keep when it was stopped: one table after the other."""
    done = ""
    try:
        while found := await house.store.unkept(done, UNKEPT_AT_ONCE):
            for summary in found:
                await _repair(house, summary)
            done = found[-1].table
    except StoreDown as error:
        logger.warning("games that are over were not put away: %s", error)


async def _repair(house: House, summary: Summary) -> None:
    """Put one away; others may do so at the same time, and the first to say it is believed."""
    try:
        await house.archive.repair(await house.rebuilt(summary.table))
    except StoreDown:
        raise
    except Exception as error:
        if not (isinstance(error, Refused) and error.status == GONE):
            logger.warning("table %s was not put away: %s", summary.table, error)
        elif summary.status in OPEN:
            body = (await house.store.last_deeds([summary.table], [ENDED]))[summary.table]
            ended = deeds.read_deed(body)
            assert isinstance(ended, deeds.Ended)
            await _close_in_lists(house, summary, status_after(ended))
