"""One server at a time: whoever serves the tables of a SQLite file holds the lock beside it.

Two servers on one file would not hear of each other's moves. PostgreSQL is made to be shared, and memory
cannot be.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TextIO

from sqlalchemy.engine import make_url

try:
    import fcntl
except ImportError:  # a system without such locks: there it is on you
    has_locks = False
else:
    has_locks = True

LOCK_SUFFIX: Final = ".lock"
LOCK_TIMEOUT: Final = 1.0  # seconds: a server that was killed a moment ago may not be quite gone
RETRY_INTERVAL: Final = 0.05


class StoreLocked(Exception):
    """Another server has these tables open."""


@contextmanager
def server_lock(url: str) -> Iterator[Callable[[str], None]]:
    """Hold the lock of a store while the block runs; what it is given notes one's address for others."""
    path = _lock_path(url)
    try:
        file = None if path is None else path.open("a+", encoding="utf-8")
    except OSError:  # what is wrong with the folder is told when the store is opened
        file = None
    if file is None:
        yield lambda address: None
        return
    with file:
        _lock(file)
        file.truncate(0)
        yield lambda address: print(address, file=file, flush=True)


def _lock_path(url: str) -> Path | None:
    """Where the lock of a store is: nowhere if it needs none."""
    parsed = make_url(url)
    name = parsed.database or ":memory:"
    is_file = parsed.get_backend_name() == "sqlite" and not name.startswith((":memory:", "file:"))
    return Path(f"{Path(name).resolve()}{LOCK_SUFFIX}") if has_locks and is_file else None


def _lock(file: TextIO) -> None:
    end = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < end:
                time.sleep(RETRY_INTERVAL)
                continue
            file.seek(0)
            address = file.read().strip()
            location = f" at {address}" if address else ""
            raise StoreLocked(
                f"another server has these tables open{location}: use its address, or give another --store"
            ) from None
        except OSError:  # a file system that knows no locks
            return
        else:
            return
