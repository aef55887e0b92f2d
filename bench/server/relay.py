"""A bare relay: every message of a seat is made longer and sent to both seats of its table.

It uses the stack of our server. Run as `python relay.py PORT BYTES`. With a file
as third argument it stores messages before it relays them, as our server stores moves. With `plain` as fourth
argument it uses no database and overwrites the same number of bytes in the file: the least work for a server
that stores before it sends.
"""

from __future__ import annotations

import os
import sys
import time
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from caponata.store import Header, Row, Store, Summary

PORT, SIZE, *FILE = int(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
WRITE: Final = bytes(12_400)  # what SQLite adds to its write-ahead log for a move
WRITES_IN_FILE: Final = 300  # then the first write is overwritten
FILLER = "." * SIZE
tables: defaultdict[str, set[WebSocket[Any, Any, Any]]] = defaultdict(set)


class Log:
    """Stores the messages of all tables, each in its own log."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._numbers: dict[str, int] = {}

    async def open(self, table: str) -> None:
        """Create a table, unless it exists."""
        if table not in self._numbers:
            self._numbers[table] = 0
            header = Header(table, table, "relay", 1, 0, b"", b"{}")
            summary = Summary(table, "playing", listed=False, changed=0, card=b"{}")
            await self._store.add_table(header, [], summary, [])

    async def append(self, table: str, text: str) -> None:
        """Store a message."""
        self._numbers[table] += 1
        number = self._numbers[table]
        row = Row(table, number, int(time.time() * 1000), "played", text.encode(), f"0:{number}")
        await self._store.append(row)


class PlainLog:
    """Writes as many bytes as a move needs, and nothing readable."""

    def __init__(self, path: str) -> None:
        Path(path).write_bytes(WRITE * WRITES_IN_FILE)
        self._file = os.open(path, os.O_WRONLY)
        self._writes = 0
        os.fsync(self._file)

    async def open(self, table: str) -> None:
        """Do nothing."""

    async def append(self, table: str, text: str) -> None:
        """Write and sync; the relay does nothing else meanwhile."""
        self._writes += 1
        os.pwrite(self._file, WRITE, self._writes % WRITES_IN_FILE * len(WRITE))
        os.fdatasync(self._file)


@websocket("/relay/{table:str}")
async def relay(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Connect a seat to a table."""
    await socket.accept()
    here, log = tables[table], socket.app.state.log
    if log is not None:
        await log.open(table)
    here.add(socket)
    try:
        while True:
            text = await socket.receive_text()
            if log is not None:
                await log.append(table, text)
            for each in tuple(here):
                await each.send_text(text + FILLER)
    except WebSocketDisconnect:
        here.discard(socket)


@asynccontextmanager
async def open_log(app: Litestar) -> AsyncIterator[None]:
    """Open the log, if a file was given."""
    app.state.log = None
    match FILE:
        case [path, "plain"]:
            app.state.log = PlainLog(path)
            yield
        case [path]:
            store = await Store.open(f"sqlite:///{path}")
            app.state.log = Log(store)
            yield
            await store.close()
        case _:
            yield


if __name__ == "__main__":
    uvicorn.run(
        Litestar([relay], openapi_config=None, logging_config=None, lifespan=[open_log]),
        host="127.0.0.1",
        port=PORT,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
    )
