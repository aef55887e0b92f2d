"""uvicorn's WebSocket protocol with a shortcut past the layers of the web framework.

An ASGI server passes every message through all layers of an app, in both directions. Most of this server's
work is sending and receiving messages, and none of those layers has anything to do with them. Simple frames,
which is nearly all of them, are read here; all others are left to the library.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping
from typing import Any, Final, Protocol, cast

from litestar.types import ReceiveMessage, Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

try:
    from websockets.speedups import apply_mask
except ImportError:  # the library was installed without its C extension
    from websockets.utils import apply_mask

NAME: Final = "caponata.shortcut"
TEXT: Final = 0x81  # a complete text message
PING, PONG = 0x89, 0x8A
MASKED: Final = 0x80
SHORT, LONG = 126, 0x10000  # from these lengths on, the length takes two or eight more bytes
SOCKET_BYTES: Final = 65_536  # limit for received messages
READ_AHEAD: Final = 8  # messages in the queue until reading is paused
CLOSE_TIMEOUT: Final = 10.0  # seconds a client has to read the close frame


class Shortcut(Protocol):
    """The direct way to a client."""

    def send_text(self, text: bytes) -> bool:
        """Send a text and return True, or return False if the client is slow or closing."""

    async def receive(self) -> ReceiveMessage:
        """Return the next message of the client."""

    def abort(self) -> None:
        """Close the connection without waiting for unread data."""


class ShortcutProtocol(WebSocketsSansIOProtocol):
    """The uvicorn protocol. An app finds it as an extension of the connection's scope."""

    _reads_frames = False  # whether frames are read here; then the library only gets complete ones
    _partial_frame = b""  # start of an incomplete frame

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[NAME] = self
        await super().run_asgi()

    def send_text(self, text: bytes) -> bool:
        """Send a text and return True, or return False if the client is slow or closing."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.conn.extensions or self.transport.is_closing():
            return False
        self.transport.write(_frame_header(len(text)) + text)
        return True

    def keepalive_timeout(self) -> None:
        """Disconnect a client that answers no ping; one that reads nothing would never close."""
        super().keepalive_timeout()
        self.loop.call_later(CLOSE_TIMEOUT, self.abort)

    def abort(self) -> None:
        """Close the connection without waiting for unread data."""
        if not self.disconnected:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        # a client that sends before the handshake is answered is left to the library
        if not self.handshake_complete:
            self._reads_frames = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
        if self.handshake_complete and self._reads_frames and not self.conn.extensions:
            self._read_frames(self._partial_frame + data)
        else:
            super().data_received(data)

    def handle_ping(self) -> None:
        """Answer a ping, except to a client that does not read: answers would pile up."""
        if self.writable.is_set() or self.conn.state is not State.OPEN:
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def _read_frames(self, data: bytes) -> None:
        """Handle all complete frames and keep the rest."""
        at = 0
        while len(data) >= at + 2 and not self.transport.is_closing():
            kind, length, begin = data[at], data[at + 1] - MASKED, at + 6
            if length == SHORT:
                length, begin = int.from_bytes(data[at + 2 : at + 4]), at + 8
            elif not 0 <= length < SHORT:
                kind = 0  # a long frame, or one without a mask
            if kind not in (TEXT, PING, PONG):
                self._reads_frames, self._partial_frame = False, b""
                super().data_received(data[at:])
                return
            end = begin + length
            if len(data) < begin or len(data) < end:
                break
            if kind != TEXT or not self._queue_text(apply_mask(data[begin:end], data[begin - 4 : begin])):
                super().data_received(data[at:end])
            at = end
        self._partial_frame = data[at:]

    def _queue_text(self, payload: bytes) -> bool:
        """Queue a text message; return False if it is not valid UTF-8."""
        try:
            text = payload.decode()
        except UnicodeDecodeError:
            return False
        if not self.close_sent:
            self.queue.put_nowait({"type": "websocket.receive", "text": text})
            if not self.read_paused and self.queue.qsize() >= READ_AHEAD:
                self.read_paused = True
                self.transport.pause_reading()
        return True


# Options for uvicorn. Compressed messages cannot use the shortcut.
OPTIONS: Final[Mapping[str, Any]] = {
    "ws": ShortcutProtocol,
    "ws_per_message_deflate": False,
    "ws_max_size": SOCKET_BYTES,
}


def shortcut_of(scope: Scope) -> Shortcut | None:
    """Return the shortcut of a connection, or None if its server has none."""
    extensions = cast("dict[str, object]", scope.get("extensions") or {})
    return cast("Shortcut | None", extensions.get(NAME))


def _frame_header(length: int) -> bytes:
    """Return the frame header of a text (RFC 6455, section 5.2)."""
    if length < SHORT:
        return bytes((TEXT, length))
    if length < LONG:
        return struct.pack("!BBH", TEXT, SHORT, length)
    return struct.pack("!BBQ", TEXT, SHORT + 1, length)
