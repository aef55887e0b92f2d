"""A minimal WebSocket client, so that the benchmark measures servers and not itself."""

from __future__ import annotations

import asyncio
import base64
import secrets
from collections.abc import Callable
from typing import Final, cast

TEXT: Final = 0x1
CLOSE: Final = 0x8
PING: Final = 0x9
SHORT: Final = 126  # longer lengths take two more bytes
LONG: Final = 127
NO_MASK: Final = bytes(4)  # a client must mask; a mask of zeros changes nothing


class ClientConnection(asyncio.Protocol):
    """One connection: received messages go to a callback, sent messages are written directly."""

    def __init__(self, host: str, path: str, on_message: Callable[[bytes], None]) -> None:
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.is_lost = False
        self.reason = b""
        self._host = host
        self._path = path
        self._on_message = on_message
        self._rest = b""
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        # uvloop's transports are not subclasses of asyncio.Transport
        self._transport = cast(asyncio.Transport, transport)
        key = base64.b64encode(secrets.token_bytes(16)).decode()
        self._transport.write(
            (
                f"GET {self._path} HTTP/1.1\r\nHost: {self._host}\r\nUpgrade: websocket\r\n"
                f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
            ).encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        self.is_lost = True
        if not self.opened.done():
            self.opened.set_exception(ConnectionError(f"{self._path}: closed during the handshake"))

    def data_received(self, data: bytes) -> None:
        data = self._rest + data if self._rest else data
        if not self.opened.done():
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if b" 101 " not in head.split(b"\r\n", 1)[0]:
                self.opened.set_exception(ConnectionError(head.decode(errors="replace")))
                return
            self.opened.set_result(None)
        self._rest = self._read(data)

    def _read(self, data: bytes) -> bytes:
        """Handle every complete frame and return the rest."""
        at, end = 0, len(data)
        while end - at >= 2:
            kind, length, start = data[at] & 0x0F, data[at + 1], at + 2
            if length >= SHORT:
                size = 2 if length == SHORT else 8
                length = int.from_bytes(data[start : start + size], "big")
                start += size
            if end < start + length:
                break
            at = start + length
            if kind == TEXT:
                self._on_message(data[start:at])
            elif kind == PING:
                self._send(0xA, data[start:at])
            elif kind == CLOSE:
                self.reason = data[start:at]
                self.close()
        return data[at:]

    def send(self, text: bytes) -> None:
        """Send a text message."""
        self._send(TEXT, text)

    def _send(self, kind: int, body: bytes) -> None:
        assert self._transport is not None
        length = len(body)
        if length < SHORT:
            head = bytes((0x80 | kind, 0x80 | length))
        else:
            head = bytes((0x80 | kind, 0x80 | SHORT)) + length.to_bytes(2, "big")
        self._transport.write(head + NO_MASK + body)

    def close(self) -> None:
        """Close the connection without waiting."""
        if self._transport is not None and not self._transport.is_closing():
            self._send(CLOSE, (1000).to_bytes(2, "big"))
            self._transport.close()


async def connect(port: int, path: str, on_message: Callable[[bytes], None]) -> ClientConnection:
    """Open a connection to a server on this machine."""
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_connection(
        lambda: ClientConnection(f"127.0.0.1:{port}", path, on_message), "127.0.0.1", port
    )
    await connection.opened
    return connection
