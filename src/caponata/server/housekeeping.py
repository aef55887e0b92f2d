"""Housekeeping: tables that nobody looks at are forgotten, and those that were deserted are closed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

import msgspec

from caponata.server import deeds
from caponata.server.answers import Card
from caponata.server.house import House
from caponata.server.life import ABANDONED
from caponata.server.refused import Refused
from caponata.server.room import Room
from caponata.store import StoreDown, Summary

HOUR: Final = 3600  # seconds
DAY: Final = 24 * 3600 * 1000  # milliseconds
DESERTED_AT_ONCE: Final = 200
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
        await desert(house, house.settings.now() - house.settings.deserted * DAY)
        await asyncio.sleep(HOUR)


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
            await house.act(live, _deserted)
    except StoreDown:
        raise
    except Exception as error:
        logger.warning("deserted table %s was not closed: %s", summary.table, error)
        if isinstance(error, Refused) and error.status == GONE:
            # Nobody can play there any more: it is in no list, and counts for nobody.
            card = msgspec.json.decode(summary.card, type=Card)
            closed = msgspec.json.encode(msgspec.structs.replace(card, status=ABANDONED))
            await house.store.summarise(summary._replace(status=ABANDONED, card=closed), None)


def _deserted(room: Room) -> deeds.AnyDeed | None:
    return None if room.life.is_over else deeds.Ended("deserted")
