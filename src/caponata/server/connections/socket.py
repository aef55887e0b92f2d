"""The WebSocket of a table: from hello to the last message."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import Final
from urllib.parse import urlsplit

from litestar import websocket
from litestar.di import NamedDependency
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from caponata.engine.game import SPECTATOR
from caponata.server.connections import messages
from caponata.server.connections.connection import Socket, WebSocketConnection
from caponata.server.connections.session import ClientSession, SocketServices, malformed
from caponata.server.rate_limits import network
from caponata.server.tables.errors import RequestRefused

HELLO_TIMEOUT: Final = 15.0  # seconds
CLOSE_CODES: Final = {400: 4400, 401: 4401, 403: 4403, 404: 4404, 410: 4411, 413: 4413, 429: 4429, 503: 4503}


@websocket("/api/tables/{table:str}/socket")
async def table_socket(
    socket: Socket, table: FromPath[str], sockets: NamedDependency[SocketServices]
) -> None:
    """Play or watch at a table; see docs/wire.md."""
    if not _is_same_site(socket):
        await socket.close(4403, "this page belongs to another site")
        return
    if not sockets.limiter.take(network(socket)):
        await socket.close(4429, "too many connections: wait a moment")
        return
    await socket.accept()
    connection = WebSocketConnection(socket, sockets.service.settings.limits)
    try:
        # In its own task: each wake-up would otherwise pass through all layers of the app.
        await asyncio.ensure_future(_run_session(connection, sockets, table))
    except RequestRefused as error:
        connection.close(CLOSE_CODES.get(error.status, 4400), error.sentence)
        await connection.flush()
    except WebSocketDisconnect:
        pass
    finally:
        connection.stop()


async def _run_session(connection: WebSocketConnection, sockets: SocketServices, table_id: str) -> None:
    table = await sockets.service.find(table_id)
    try:
        hello = messages.read_message(await asyncio.wait_for(connection.receive(), HELLO_TIMEOUT))
    except TimeoutError:
        raise RequestRefused(400, "silence", "say hello first") from None
    except messages.MalformedMessage as error:
        raise malformed(error) from None
    if not isinstance(hello, messages.Hello):
        raise RequestRefused(400, "no-hello", "say hello first")
    if table.room.game.timing is not None:  # a new connection must not see a race earlier
        connection.hold = partial(sockets.connections.hold, table, SPECTATOR)
    try:
        seat = await sockets.presence.join(table, hello.key, connection, hello.n, hello.hash, hello.chat)
        session = ClientSession(sockets, table, connection, seat, hello.key)
        echoing = asyncio.ensure_future(session.measure_latency()) if session.is_measured else None
        try:
            while True:
                await session.handle(await connection.receive())
        finally:
            session.close()
            if echoing is not None:
                echoing.cancel()
                sockets.presence.record_delay(table, seat, connection, None)
    finally:
        sockets.presence.leave(table, connection)


def _is_same_site(socket: Socket) -> bool:
    """Return whether the page that opened the socket is from this site."""
    origin = socket.headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc == socket.headers.get("host")
    except ValueError:
        return False
