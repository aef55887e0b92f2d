"""uvicorn's WebSockets with a shortcut: what a table tells and hears does not pass through the app's layers.

An ASGI server takes messages from a coroutine through all layers of an app, and gives it messages in the same
way. Most of what a server of tables does is to tell and to hear, and none of those layers has anything to say
about it. The frames that nearly all messages come in are read here; all others are left to the library.
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
except ImportError:  # where the library was installed without its part in C
    from websockets.utils import apply_mask

NAME: Final = "caponata.shortcut"
TEXT: Final = 0x81  # a whole message of text
PING, PONG = 0x89, 0x8A
MASKED: Final = 0x80
SHORT, LONG = 126, 0x10000  # from here on the length of a message takes two bytes, or eight
SOCKET_BYTES: Final = 65_536  # longer messages are cut off before they are read
READ_AHEAD: Final = 8  # messages, before a client that says more has to wait
CLOSE_TIMEOUT: Final = 10.0  # seconds in which a client may read why it is let go


class Shortcut(Protocol):
    """The short way to a client and back."""

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless the client must be waited for or is about to go: then nothing is sent."""

    async def receive(self) -> ReceiveMessage:
        """The next that the client says."""

    def abort(self) -> None:
        """Cut the line, if it is still there, whatever the client has not read."""


class ShortcutProtocol(WebSocketsSansIOProtocol):
    """The protocol that lets an app find its shortcut among the extensions of the connection."""

    _reads_frames = False  # whether frames are cut here: the library is always given whole ones then
    _partial_frame = b""  # of a frame whose end has not come yet

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[NAME] = self
        await super().run_asgi()

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless the client must be waited for or is about to go: then nothing is sent."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.conn.extensions or self.transport.is_closing():
            return False
        self.transport.write(_frame_header(len(text)) + text)
        return True

    def keepalive_timeout(self) -> None:
        """Let a client go that answers no ping: one that reads nothing would never let go of its line."""
        super().keepalive_timeout()
        self.loop.call_later(CLOSE_TIMEOUT, self.abort)

    def abort(self) -> None:
        """Cut the line, if it is still there, whatever the client has not read."""
        if not self.disconnected:
            self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if not self.handshake_complete:  # who speaks before the answer is heard by the library ever after
            self._reads_frames = not self.handshake_initiated and data.endswith(b"\r\n\r\n")
        if self.handshake_complete and self._reads_frames and not self.conn.extensions:
            self._read_frames(self._partial_frame + data)
        else:
            super().data_received(data)

    def handle_ping(self) -> None:
        """Answer a ping, but not to somebody who reads nothing: answers would pile up."""
        if self.writable.is_set() or self.conn.state is not State.OPEN:
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def _read_frames(self, data: bytes) -> None:
        """Take in whole frames, and keep the beginning of the next."""
        at = 0
        while len(data) >= at + 2 and not self.transport.is_closing():
            kind, length, begin = data[at], data[at + 1] - MASKED, at + 6
            if length == SHORT:
                length, begin = int.from_bytes(data[at + 2 : at + 4]), at + 8
            elif not 0 <= length < SHORT:
                kind = 0  # a giant, or one without a mask
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
        """Take in a text, unless it is none."""
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


# How uvicorn is told to use it. Compressed messages would have to go the long way.
OPTIONS: Final[Mapping[str, Any]] = {
    "ws": ShortcutProtocol,
    "ws_per_message_deflate": False,
    "ws_max_size": SOCKET_BYTES,
}


def shortcut_of(scope: Scope) -> Shortcut | None:
    """The shortcut of a connection, where its server has one."""
    extensions = cast("dict[str, object]", scope.get("extensions") or {})
    return cast("Shortcut | None", extensions.get(NAME))


def _frame_header(length: int) -> bytes:
    """What stands before a text of so many bytes: RFC 6455, 5.2."""
    if length < SHORT:
        return bytes((TEXT, length))
    if length < LONG:
        return struct.pack("!BBH", TEXT, SHORT, length)
    return struct.pack("!BBQ", TEXT, SHORT + 1, length)
