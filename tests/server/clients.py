"""The server and the clients that these tests share with the secrecy suite."""

from __future__ import annotations

from functools import partial

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
from caponata.secrecy.doubles import InProcessPool

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
    "serving_in_process",
]

# a server whose bots, replays and analyses run in this process
serving_in_process = partial(serving, open_workers=InProcessPool)
