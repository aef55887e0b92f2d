"""uvicorn's WebSockets with a shortcut: what a table tells goes to the socket at once.

An ASGI server takes messages from a coroutine through all layers of an app. Most of what a server of tables
does is to tell, and none of those layers has anything to say about it.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias, cast

from litestar.types import Scope
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Shortcut: TypeAlias = Callable[[bytes], bool]

NAME: Final = "caponata.shortcut"
TEXT: Final = 0x81  # a whole message of text
SHORT, LONG = 126, 0x10000  # from here on the length of a message takes two bytes, or eight


class ShortcutProtocol(WebSocketsSansIOProtocol):
    """The protocol that lets an app find its shortcut among the extensions of the connection."""

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[NAME] = self.send_text
        await super().run_asgi()

    def send_text(self, text: bytes) -> bool:
        """Send a text, unless the client must be waited for or is about to go: then nothing is sent."""
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected)
        if not is_open or not self.writable.is_set() or self.conn.extensions or self.transport.is_closing():
            return False
        self.transport.write(_head(len(text)) + text)
        return True


# How uvicorn is told to use it. Compressed messages would have to go the long way.
OPTIONS: Final[Mapping[str, Any]] = {"ws": ShortcutProtocol, "ws_per_message_deflate": False}


def shortcut_of(scope: Scope) -> Shortcut | None:
    """The shortcut of a connection, where its server has one."""
    extensions = cast("dict[str, object]", scope.get("extensions") or {})
    return cast("Shortcut | None", extensions.get(NAME))


def _head(length: int) -> bytes:
    """What stands before a text of so many bytes: RFC 6455, 5.2."""
    if length < SHORT:
        return bytes((TEXT, length))
    if length < LONG:
        return struct.pack("!BBH", TEXT, SHORT, length)
    return struct.pack("!BBQ", TEXT, SHORT + 1, length)
