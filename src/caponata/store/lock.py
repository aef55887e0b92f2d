"""One server at a time: the server of a SQLite file holds a lock file beside it.

Two servers on one file would not learn of each other's moves. PostgreSQL may be shared by servers and an
in-memory store never is, so neither needs a lock.
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
except ImportError:  # no file locks on this system: two servers on one file are not prevented
    has_locks = False
else:
    has_locks = True

LOCK_SUFFIX: Final = ".lock"
LOCK_TIMEOUT: Final = 1.0  # seconds: a killed server may need a moment to exit
RETRY_INTERVAL: Final = 0.05


class StoreLocked(Exception):
    """Another server has these tables open."""


@contextmanager
def server_lock(url: str) -> Iterator[Callable[[str], None]]:
    """Hold a store's lock inside the block; the yielded function writes this server's address into it."""
    path = _lock_path(url)
    try:
        file = None if path is None else path.open("a+", encoding="utf-8")
    except OSError:  # not reported here: opening the store fails for the same reason
        file = None
    if file is None:
        yield lambda address: None
        return
    with file:
        _lock(file)
        file.truncate(0)
        yield lambda address: print(address, file=file, flush=True)


def _lock_path(url: str) -> Path | None:
    """Return the lock file of a store, or None if it needs none."""
    parsed = make_url(url)
    name = parsed.database or ":memory:"
    is_file = parsed.get_backend_name() == "sqlite" and not name.startswith((":memory:", "file:"))
    return Path(f"{Path(name).resolve()}{LOCK_SUFFIX}") if has_locks and is_file else None


def _lock(file: TextIO) -> None:
    """Lock the file, or raise `StoreLocked` with the address of the server that holds the lock."""
    deadline = time.monotonic() + LOCK_TIMEOUT
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() < deadline:
                time.sleep(RETRY_INTERVAL)
                continue
            file.seek(0)
            address = file.read().strip()
            location = f" at {address}" if address else ""
            raise StoreLocked(
                f"another server has these tables open{location}: use its address, or give another --store"
            ) from None
        except OSError:  # a file system without locks
            return
        else:
            return
