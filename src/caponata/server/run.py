"""Running a server: one process, or several that share a store and a channel."""

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
SWITCH_INTERVAL = 0.0005  # seconds; Python's own 5 ms are longer than most moves take


@dataclass(frozen=True)
class BindOptions:
    """Where a server listens, and with how many processes."""

    host: str = "127.0.0.1"
    port: int = 8642
    workers: int = 1


def tune_process() -> None:
    """Be ready to serve.

    The collector of garbage leaves alone what stays, and looks less often at what comes and goes. The event
    loop and the thread that writes take turns sooner than Python lets them: each has little to do, and
    whoever waits for a move waits for both.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)
    sys.setswitchinterval(SWITCH_INTERVAL)


def serve(settings: Settings, bind: BindOptions) -> None:
    """Serve until somebody stops it."""
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
    """The server of one of several processes, which are told by their environment what to share."""
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
