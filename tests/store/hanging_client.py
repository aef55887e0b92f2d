"""A process whose database hangs: it prints the errors it gets, and exits."""

from __future__ import annotations

import asyncio
import sys

from caponata.store import Store
from caponata.store.database import READER_COUNT, Database
from tests.store.tables import add, deed


async def query_hanging_database(url: str) -> None:
    store = await Store.open(url)
    await add(store, "t")
    await asyncio.gather(*(store.rows("t") for _ in range(READER_COUNT)))
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    Database.timeout = 0.5
    queries = [store.append(deed("t", 2)), *(store.rows("t") for _ in range(READER_COUNT))]
    for outcome in await asyncio.gather(*queries, return_exceptions=True):
        sys.stdout.write(f"{type(outcome).__name__}\n")
    await store.close()


asyncio.run(query_hanging_database(*sys.argv[1:]))
