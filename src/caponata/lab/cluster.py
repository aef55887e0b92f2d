"""Work on a Ray cluster: the same parts with the same results, on other machines.

Every machine needs this version of caponata with its extra `lab`. Parts are sent as names and seeds and come
back as Parquet; nothing is shared. The tasks of a killed worker or a lost machine run again elsewhere.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Generator, Iterable
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from caponata.lab.errors import LabError, require

T = TypeVar("T")
R = TypeVar("R")

QUEUED_TASKS: Final = 2  # per core of the cluster
MOST_DEATHS: Final = 5  # of workers that play the same part
CONNECT_TIMEOUT: Final = 5.0  # seconds


def ray_map(work: Callable[[T], R], tasks: Iterable[T], address: str) -> Generator[R, None, None]:
    """Results from the cluster at an address, in the order in which they finish."""
    ray = require("ray")
    check_address(address)
    os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
    try:
        ray.init(address=address, log_to_driver=False, logging_level="ERROR", configure_logging=False)
    except (ConnectionError, OSError, RuntimeError, ValueError) as error:
        raise LabError(f"the Ray cluster at {address} cannot be used: {_first_line(error)}") from None
    try:
        yield from _results(ray, work, tasks, address)
    finally:
        ray.shutdown()


def check_address(address: str) -> None:
    """Refuse an address without a listener at once: Ray itself would retry for a long time."""
    if address == "auto":
        return
    place = urlsplit(address if "://" in address else f"ray-gcs://{address}")
    try:
        host, port = place.hostname, place.port
    except ValueError:
        host, port = None, None
    if not host or not port:
        raise LabError(f"'{address}' is not the address of a Ray cluster: HOST:PORT, ray://HOST:PORT or auto")
    try:
        socket.create_connection((host, port), timeout=CONNECT_TIMEOUT).close()
    except OSError as error:
        reason = error.strerror or str(error)
        raise LabError(f"no Ray cluster answers at {address}: {reason}") from None


def _results(ray: Any, work: Callable[[T], R], tasks: Iterable[T], address: str) -> Generator[R, None, None]:
    lost = (ray.exceptions.WorkerCrashedError, ray.exceptions.NodeDiedError, ray.exceptions.ObjectLostError)
    gone = (ray.exceptions.RaySystemError, ray.exceptions.GetTimeoutError, ConnectionError)
    remote = ray.remote(max_retries=0)(work)
    waiting = iter(tasks)
    running: dict[Any, tuple[T, int]] = {}
    try:
        while True:
            room = max(1, int(ray.cluster_resources().get("CPU", 1))) * QUEUED_TASKS
            while len(running) < room and (task := next(waiting, None)) is not None:
                running[remote.remote(task)] = (task, 0)
            if not running:
                return
            (done,), _ = ray.wait(list(running), num_returns=1)
            task, deaths = running.pop(done)
            try:
                result = ray.get(done)
            except lost as error:
                if deaths + 1 == MOST_DEATHS:
                    raise LabError(
                        f"{MOST_DEATHS} workers died while playing the same part: {_first_line(error)}"
                    ) from None
                running[remote.remote(task)] = (task, deaths + 1)
                continue
            yield result
    except gone as error:
        raise LabError(f"the Ray cluster at {address} was lost: {_first_line(error)}") from None


def _first_line(error: Exception) -> str:
    return str(error).strip().split("\n")[0] or type(error).__name__
