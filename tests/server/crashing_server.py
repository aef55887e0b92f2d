"""A server that kills itself at a chosen point: `python -m tests.server.crashing_server PORT STORE POINT COUNT`."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any, Final, TypeAlias

import uvicorn

from caponata.server import table_service
from caponata.server.app import make_app
from caponata.server.settings import Limits, Settings
from caponata.server.shortcut import OPTIONS, ShortcutProtocol
from caponata.store import Row, Store

Work: TypeAlias = Callable[..., Any]

GENEROUS = Limits(messages_per_second=1e6, message_burst=10**6, requests_per_second=1e6, request_burst=10**6)


class Fuse:
    """Burns down by one each time its point is passed."""

    def __init__(self, count: int) -> None:
        self._left = count

    def burn(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def before(work: Work, fuse: Fuse) -> Work:
    def burning(*arguments: Any, **more: Any) -> Any:
        fuse.burn()
        return work(*arguments, **more)

    return burning


def before_the_end(work: Work, fuse: Fuse) -> Work:
    def burning(store: Store, row: Row, *more: Any) -> Any:
        if row.kind == "ended":
            fuse.burn()
        return work(store, row, *more)

    return burning


def after(work: Work, fuse: Fuse) -> Work:
    def burning(*arguments: Any, **more: Any) -> Any:
        result = work(*arguments, **more)
        fuse.burn()
        return result

    return burning


def after_waiting(work: Work, fuse: Fuse) -> Work:
    async def burning(*arguments: Any, **more: Any) -> Any:
        result = await work(*arguments, **more)
        fuse.burn()
        return result

    return burning


# Between judging and telling, and whether the fuse burns before or after what is done there.
POINTS: Final[dict[str, tuple[Any, str, Callable[[Work, Fuse], Work]]]] = {
    "before-stored": (Store, "append", before),
    "prepared": (table_service, "_prepare", after),
    "stored": (Store, "append", after_waiting),
    "told": (table_service.TableService, "broadcast", after),
    "sent": (ShortcutProtocol, "send_text", after),
    "before-ended": (Store, "append", before_the_end),
}


def lay(point: str, fuse: Fuse) -> None:
    """Bring a fuse to a point."""
    owner, name, when = POINTS[point]
    setattr(owner, name, when(getattr(owner, name), fuse))


def main(port: str, store: str, point: str, count: str) -> None:
    if point != "never":
        lay(point, Fuse(int(count)))
    url = store if "://" in store else f"sqlite:///{store}"
    app = make_app(Settings(store=url, limits=GENEROUS, bot_pause=lambda speed: 0.0, snapshot_every=8))
    uvicorn.run(app, port=int(port), **OPTIONS, log_level="warning")


if __name__ == "__main__":
    main(*sys.argv[1:])
