"""Run the server, in one process or in several that share a store and Redis."""

from __future__ import annotations

import gc
import os
import sys
from dataclasses import dataclass
from typing import Any

import uvicorn
from litestar import Litestar

from caponata.server import shortcut
from caponata.server.app import make_app
from caponata.server.settings import Limits, Settings

STORE, REDIS, BOT_WORKERS, ADDRESS = (
    "CAPONATA_STORE",
    "CAPONATA_REDIS",
    "CAPONATA_THINKERS",
    "CAPONATA_ADDRESS",
)
RATE = "CAPONATA_RATE"
GC_THRESHOLDS = (20_000, 20, 20)
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


def serve(settings: Settings, bind: BindOptions) -> None:
    """Serve until the process is stopped."""
    options: dict[str, Any] = {
        "host": bind.host,
        "port": bind.port,
        **shortcut.OPTIONS,
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "timeout_graceful_shutdown": 3,
    }
    if bind.workers == 1:
        app = make_app(settings)
        tune_process()
        uvicorn.run(app, **options)
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
