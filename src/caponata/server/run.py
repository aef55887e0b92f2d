"""Run the server, in one process or in several that share a store and Redis."""

from __future__ import annotations

import gc
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

import uvicorn
from litestar import Litestar

from caponata.server.app import make_app
from caponata.server.connections.connection import READ_TIMEOUT
from caponata.server.settings import Limits, Settings

STORE, REDIS, BOT_WORKERS, ADDRESS = (
    "CAPONATA_STORE",
    "CAPONATA_REDIS",
    "CAPONATA_THINKERS",
    "CAPONATA_ADDRESS",
)
RATE = "CAPONATA_RATE"
GC_THRESHOLDS = (20_000, 20, 20)
STARTUP_FAILED = 3  # exit code, as of uvicorn
SOCKET_BYTES: Final = 65_536  # limit for received messages
# Options for uvicorn. Messages are too short to be worth compressing.
SOCKET_OPTIONS: Final[Mapping[str, Any]] = {
    "ws": "websockets-sansio",
    "ws_max_size": SOCKET_BYTES,
    "ws_per_message_deflate": False,
}
SWITCH_INTERVAL = 0.0005  # seconds: Python's default of 5 ms is longer than most moves take


@dataclass(frozen=True)
class BindOptions:
    """Where the server listens, and with how many processes."""

    host: str = "127.0.0.1"
    port: int = 8642
    workers: int = 1


def tune_process() -> None:
    """Set up garbage collection and thread switching for serving.

    gc.freeze(): long-lived objects are not scanned again. The event loop and the writer thread switch more
    often than by default, because each has little to do and a move waits for both.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def listeners(config: uvicorn.Config) -> list[socket.socket] | None:
    """Return the listening socket for uvicorn, or None if uvicorn shall open it as usual.

    uvicorn closes a connection only after everything was sent, so a client that never reads could keep it
    open forever. On Linux, the kernel ends connections on which nothing is acknowledged or read for a while.
    """
    if not hasattr(socket, "TCP_USER_TIMEOUT"):
        return None
    listener = config.bind_socket()
    # asyncio sets this only for sockets that it opened itself; without it a second message waits up to 40 ms
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(READ_TIMEOUT * 1000))
    return [listener]


def serve(settings: Settings, bind: BindOptions) -> None:
    """Serve until the process is stopped."""
    options: dict[str, Any] = {
        "host": bind.host,
        "port": bind.port,
        **SOCKET_OPTIONS,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": 3,
    }
    if bind.workers == 1:
        app = make_app(settings)
        tune_process()
        server = uvicorn.Server(uvicorn.Config(app, **options))
        with suppress(KeyboardInterrupt):
            server.run(sockets=listeners(server.config))
        if not server.started:
            sys.exit(STARTUP_FAILED)
        return
    os.environ[STORE] = settings.store
    os.environ[BOT_WORKERS] = str(max(1, settings.bot_workers // bind.workers))
    os.environ[RATE] = str(settings.limits.requests_per_second)
    if settings.address:
        os.environ[ADDRESS] = settings.address
    if settings.redis:
        os.environ[REDIS] = settings.redis
    uvicorn.run("caponata.server.run:app_from_environment", factory=True, workers=bind.workers, **options)


def app_from_environment() -> Litestar:
    """Return the app of one of several processes, configured by environment variables."""
    rate = float(os.environ.get(RATE, "20"))
    app = make_app(
        Settings(
            store=os.environ[STORE],
            redis=os.environ.get(REDIS),
            address=os.environ.get(ADDRESS),
            limits=Limits(requests_per_second=rate, request_burst=int(10 * rate)),
            bot_workers=int(os.environ.get(BOT_WORKERS, "1")),
        )
    )
    tune_process()
    return app
