"""A bare relay: what a seat says is told to both seats of its table, made longer.

It stands on the stack of our server, but for the shortcut that ours takes to its sockets.
Run as `python relay.py PORT BYTES`; with a file as the third argument it stores what it is told before it
relays it, as our server stores moves: what that takes is the disk's share.
"""

from __future__ import annotations

import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from caponata.store import Header, Row, Store, Summary

PORT, SIZE = int(sys.argv[1]), int(sys.argv[2])
FILLER = "." * SIZE
tables: defaultdict[str, set[WebSocket[Any, Any, Any]]] = defaultdict(set)


class Log:
    """Keeps what is said at all tables, each in its own log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers: dict[str, int] = {}

    async def open(self, table: str) -> None:
        """A table, unless it is known."""
        if table not in self._numbers:
            self._numbers[table] = 0
            header = Header(table, table, "relay", 1, 0, b"", b"{}")
            summary = Summary(table, "playing", listed=False, changed=0, card=b"{}")
            await self._store.add_table(header, [], summary, [])

    async def keep(self, table: str, text: str) -> None:
        """What was said at a table."""
        self._numbers[table] += 1
        number = self._numbers[table]
        row = Row(table, number, int(time.time() * 1000), "played", text.encode(), f"0:{number}")
        await self._store.append(row)


@websocket("/relay/{table:str}")
async def relay(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Sit down at a table."""
    await socket.accept()
    here, log = tables[table], socket.app.state.log
    if log is not None:
        await log.open(table)
    here.add(socket)
    try:
        while True:
            text = await socket.receive_text()
            if log is not None:
                await log.keep(table, text)
            for each in tuple(here):
                await each.send_text(text + FILLER)
    except WebSocketDisconnect:
        here.discard(socket)


@asynccontextmanager
async def keeping(app: Litestar) -> AsyncIterator[None]:
    """With a log, if a file for it was given."""
    store = await Store.open(f"sqlite:///{sys.argv[3]}") if len(sys.argv) > 3 else None
    app.state.log = None if store is None else Log(store)
    yield
    if store is not None:
        await store.close()


if __name__ == "__main__":
    uvicorn.run(
        Litestar([relay], openapi_config=None, logging_config=None, lifespan=[keeping]),
        host="127.0.0.1",
        port=PORT,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
    )
