"""A server that kills itself at a chosen point: `python -m tests.server.fragile PORT STORE POINT COUNT`."""

from __future__ import annotations

import os
import signal
import sys
from typing import Any

import uvicorn

from caponata.server import house
from caponata.server.app import make_app
from caponata.server.settings import Limits, Settings
from caponata.server.shortcut import OPTIONS, ShortcutProtocol
from caponata.store import Row, Store

GENEROUS = Limits(
    messages_a_second=1e6, messages_at_once=10**6, requests_a_second=1e6, requests_at_once=10**6
)


class Fuse:
    """Burns down by one each time its point is passed."""

    def __init__(self, count: int) -> None:
        self._left = count

    def burn(self) -> None:
        self._left -= 1
        if self._left == 0:
            os.kill(os.getpid(), signal.SIGKILL)


def lay(point: str, fuse: Fuse) -> None:
    """Bring a fuse to a point between judging and telling."""
    append, tell, send = Store.append, house.House.tell, ShortcutProtocol.send_text

    async def before_stored(self: Store, row: Row) -> bool:
        fuse.burn()
        return await append(self, row)

    async def stored(self: Store, row: Row) -> bool:
        is_stored = await append(self, row)
        fuse.burn()
        return is_stored

    async def ended(self: Store, row: Row) -> bool:
        if row.kind == "ended":
            fuse.burn()
        return await append(self, row)

    def told(self: house.House, *arguments: Any) -> None:
        tell(self, *arguments)
        fuse.burn()

    def sent(self: ShortcutProtocol, text: bytes) -> bool:
        is_sent = send(self, text)
        fuse.burn()
        return is_sent

    match point:
        case "before-stored":
            Store.append = before_stored  # type: ignore[method-assign]
        case "stored":
            Store.append = stored  # type: ignore[method-assign]
        case "told":
            house.House.tell = told  # type: ignore[assignment, method-assign]
        case "sent":
            ShortcutProtocol.send_text = sent  # type: ignore[method-assign]
        case "before-ended":
            Store.append = ended  # type: ignore[method-assign]
        case _:
            assert point == "never"


def main(port: str, store: str, point: str, count: str) -> None:
    lay(point, Fuse(int(count)))
    url = store if "://" in store else f"sqlite:///{store}"
    app = make_app(Settings(store=url, limits=GENEROUS, pause=lambda speed: 0.0, snapshot_every=8))
    uvicorn.run(app, port=int(port), **OPTIONS, log_level="warning")


if __name__ == "__main__":
    main(*sys.argv[1:])
