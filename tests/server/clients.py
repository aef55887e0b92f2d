"""The server and the clients that these tests share with the secrecy suite."""

from __future__ import annotations

from caponata.secrecy.clients import (
    NO_PAUSES,
    TIMEOUT,
    Client,
    Person,
    Server,
    http_client,
    open_socket,
    play_moves,
    serving,
)

__all__ = [
    "NO_PAUSES",
    "TIMEOUT",
    "Client",
    "Person",
    "Server",
    "http_client",
    "open_socket",
    "play_moves",
    "serving",
]
