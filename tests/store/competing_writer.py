"""A process that appends every number to two tables, and prints the numbers it got."""

from __future__ import annotations

import asyncio
import sys

from caponata.store import Row, Store


async def compete(url: str, name: str) -> None:
    store = await Store.open(url)
    for number in range(2, 102):
        rows = [Row(table, number, 0, "move", b"{}", f"{name}:{number}") for table in "tu"]
        for row, won in zip(rows, await asyncio.gather(*map(store.append, rows))):
            if won:
                sys.stdout.write(f"{row.table}{row.number}\n")
    await store.close()


asyncio.run(compete(*sys.argv[1:]))
