"""A bare relay: what a seat says is told to both seats of its table, made longer.

It stands on the stack of our server, but for the shortcut that ours takes to its sockets.
Run as `python relay.py PORT BYTES`.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from typing import Any

import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

PORT, SIZE = int(sys.argv[1]), int(sys.argv[2])
FILLER = "." * SIZE
tables: defaultdict[str, set[WebSocket[Any, Any, Any]]] = defaultdict(set)


@websocket("/relay/{table:str}")
async def relay(socket: WebSocket[Any, Any, Any], table: FromPath[str]) -> None:
    """Sit down at a table."""
    await socket.accept()
    here = tables[table]
    here.add(socket)
    try:
        while True:
            text = await socket.receive_text()
            for each in tuple(here):
                await each.send_text(text + FILLER)
    except WebSocketDisconnect:
        here.discard(socket)


if __name__ == "__main__":
    uvicorn.run(
        Litestar([relay], openapi_config=None, logging_config=None),
        host="127.0.0.1",
        port=PORT,
        ws="websockets-sansio",
        ws_per_message_deflate=False,
        log_level="warning",
        access_log=False,
    )
