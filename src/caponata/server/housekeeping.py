"""Housekeeping: tables that nobody looks at are forgotten, and those that were deserted are closed."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from caponata.server import deeds
from caponata.server.house import House
from caponata.server.refused import Refused
from caponata.server.room import Room
from caponata.store import StoreDown

HOUR: Final = 3600  # seconds
DAY: Final = 24 * 3600 * 1000  # milliseconds
DESERTED_AT_ONCE: Final = 200
logger = logging.getLogger("caponata.server")


async def tidy(house: House) -> None:
    """Again and again, forget the tables that nobody looks at."""
    while True:
        await asyncio.sleep(house.settings.idle / 4)
        oldest = time.monotonic() - house.settings.idle
        for table, live in list(house.lives.items()):
            if live.is_idle and live.last_used < oldest:
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
            live = await house.find(summary.table)
            if live.room.life.at >= before:
                await house.archive.summarise(live.room)
            else:
                await house.act(live, _deserted)
    except (StoreDown, Refused) as error:
        logger.warning("deserted tables were not closed: %s", error)


def _deserted(room: Room) -> deeds.AnyDeed | None:
    return None if room.life.is_over else deeds.Ended("deserted")
