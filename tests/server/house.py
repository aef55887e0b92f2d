"""The server and the visitors that the tests share with the secrecy suite."""

from __future__ import annotations

from caponata.secrecy.visitors import (
    AT_ONCE,
    PATIENCE,
    Client,
    Person,
    Server,
    browser,
    play_on,
    serving,
    socket_to,
)

__all__ = [
    "AT_ONCE",
    "PATIENCE",
    "Client",
    "Person",
    "Server",
    "browser",
    "play_on",
    "serving",
    "socket_to",
]
