"""A server that kills itself: `python -m tests.server.crashing_server PORT STORE POINT COUNT`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import uvicorn

from caponata.server.app import make_app
from caponata.server.connections.connection import WebSocketConnection
from caponata.server.connections.connections import Connections
from caponata.server.run import SOCKET_OPTIONS
from caponata.server.settings import Limits, Settings
from caponata.server.tables.service import StoredDeed
from caponata.store import Row, Store

Work: TypeAlias = Callable[..., Any]

GENEROUS = Limits(messages_per_second=1e6, message_burst=10**6, requests_per_second=1e6, request_burst=10**6)


class CrashCounter:
    """Kills the process when its point is passed for the last time."""

    def __init__(self, count: int) -> None:
        self._left = count

    def count_down(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def before(work: Work, crash: CrashCounter) -> Work:
    def wrapped(*arguments: Any, **more: Any) -> Any:
        crash.count_down()
        return work(*arguments, **more)

    return wrapped


def before_end(work: Work, crash: CrashCounter) -> Work:
    def wrapped(store: Store, row: Row, *more: Any) -> Any:
        if row.kind == "ended":
            crash.count_down()
        return work(store, row, *more)

    return wrapped


def after(work: Work, crash: CrashCounter) -> Work:
    def wrapped(*arguments: Any, **more: Any) -> Any:
        result = work(*arguments, **more)
        crash.count_down()
        return result

    return wrapped


def after_waiting(work: Work, crash: CrashCounter) -> Work:
    async def wrapped(*arguments: Any, **more: Any) -> Any:
        result = await work(*arguments, **more)
        crash.count_down()
        return result

    return wrapped


# Points between checking and sending, and whether the crash comes before or after the call.
POINTS: Final[dict[str, tuple[Any, str, Callable[[Work, CrashCounter], Work]]]] = {
    "before-stored": (Store, "append", before),
    "prepared": (StoredDeed, "prepare", after),
    "stored": (Store, "append", after_waiting),
    "told": (Connections, "send", after),
    "sent": (WebSocketConnection, "send", after),
    "before-ended": (Store, "append", before_end),
}


def install(point: str, crash: CrashCounter) -> None:
    """Install a crash at a point."""
    owner, name, when = POINTS[point]
    setattr(owner, name, when(getattr(owner, name), crash))


def main(port: str, store: str, point: str, count: str) -> None:
    if point != "never":
        install(point, CrashCounter(int(count)))
    url = store if "://" in store else f"sqlite:///{store}"
    app = make_app(Settings(store=url, limits=GENEROUS, bot_pause=lambda speed: 0.0, snapshot_every=8))
    uvicorn.run(app, port=int(port), **SOCKET_OPTIONS, log_level="warning")


if __name__ == "__main__":
    main(*sys.argv[1:])
