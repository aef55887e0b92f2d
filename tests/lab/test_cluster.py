"""Ray clusters: lost parts are repeated, a lost cluster is reported, results equal those of one machine.

The cluster of two nodes is in the soak tests because Ray is large; a fake Ray covers the rest.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from caponata.lab import LabError, balance
from caponata.lab.cluster import MOST_DEATHS, check_address, ray_map
from tests.lab.studies import contents


class WorkerCrashed(Exception):
    """Raised by the fake for a worker that died."""


class Lost(Exception):
    """Raised by the fake when the whole cluster is lost."""


@dataclass(eq=False)
class Ticket:
    """A task that was passed to the fake."""

    work: Callable[[int], int]
    task: int


class FakeRay:
    """The part of Ray that the lab uses. Tasks run when their results are read, unless they are to fail."""

    def __init__(self, fails: dict[int, list[Exception]] | None = None) -> None:
        self.fails = fails or {}
        self.is_running = False
        self.tried: list[int] = []
        self.exceptions = SimpleNamespace(
            WorkerCrashedError=WorkerCrashed,
            NodeDiedError=WorkerCrashed,
            ObjectLostError=WorkerCrashed,
            RaySystemError=Lost,
            GetTimeoutError=Lost,
        )

    def init(self, **_: object) -> None:
        self.is_running = True

    def shutdown(self) -> None:
        self.is_running = False

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2.0}

    def remote(self, **_: object) -> Callable[[Callable[[int], int]], SimpleNamespace]:
        return lambda work: SimpleNamespace(remote=lambda task: Ticket(work, task))

    def wait(self, running: list[Any], **_: object) -> tuple[list[Any], list[Any]]:
        return [running[-1]], running[:-1]

    def get(self, done: Any) -> int:
        self.tried.append(done.task)
        if self.fails.get(done.task):
            raise self.fails[done.task].pop()
        return int(done.work(done.task))


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[FakeRay]:
    """A fake Ray, which must be shut down at the end."""
    made = FakeRay()
    monkeypatch.setattr("caponata.lab.cluster.require", lambda _: made)
    yield made
    assert not made.is_running


def doubled(number: int) -> int:
    return 2 * number


def test_all_tasks_are_done(ray: FakeRay) -> None:
    assert sorted(ray_map(doubled, range(20), "auto")) == [2 * i for i in range(20)]


def test_the_task_of_a_lost_worker_runs_again(ray: FakeRay) -> None:
    ray.fails = {3: [WorkerCrashed()], 7: [WorkerCrashed(), WorkerCrashed()]}
    assert sorted(ray_map(doubled, range(10), "auto")) == [2 * i for i in range(10)]
    assert (ray.tried.count(3), ray.tried.count(7)) == (2, 3)


def test_a_part_that_kills_all_workers_ends_with_an_error(ray: FakeRay) -> None:
    ray.fails = {3: [WorkerCrashed("killed\nfor good")] * MOST_DEATHS}
    with pytest.raises(LabError, match=f"^{MOST_DEATHS} workers died while playing the same part: killed$"):
        list(ray_map(doubled, range(10), "auto"))


def test_a_lost_cluster_is_reported(ray: FakeRay) -> None:
    ray.fails = {0: [Lost("head is gone")]}
    found: list[int] = []
    with pytest.raises(LabError, match="the Ray cluster at auto was lost: head is gone"):
        found.extend(ray_map(doubled, range(4), "auto"))
    results = ray_map(doubled, range(4), "auto")
    assert next(results) == 6
    results.close()


@pytest.mark.parametrize("address", ["somewhere", "host:port", "ray://", ":6379", "ray://host"])
def test_an_invalid_address_is_refused(address: str) -> None:
    with pytest.raises(LabError, match="is not the address of a Ray cluster"):
        check_address(address)


def test_an_address_without_a_listener_is_refused_at_once() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        with pytest.raises(LabError, match=f"no Ray cluster answers at 127.0.0.1:{port}: Connection refused"):
            check_address(f"127.0.0.1:{port}")


# A real cluster


def free_port() -> int:
    with socket.socket() as any_port:
        any_port.bind(("127.0.0.1", 0))
        return int(any_port.getsockname()[1])


@pytest.fixture(scope="module")
def cluster() -> Iterator[str]:
    """Address of a cluster of two nodes on this machine, with one core each."""
    port = free_port()
    command = [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", "--num-cpus=1"]
    command += ["--disable-usage-stats", "--object-store-memory=100000000"]
    places = [["--head", f"--port={port}", "--include-dashboard=false"], [f"--address=127.0.0.1:{port}"]]
    nodes = []
    for place in places:
        nodes.append(
            subprocess.Popen([*command, *place], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        )
        wait_for(lambda: socket.create_connection(("127.0.0.1", port), 1).close())
    script = f"import ray; ray.init('127.0.0.1:{port}', log_to_driver=False); assert len(ray.nodes()) == 2"
    wait_for(lambda: subprocess.run([sys.executable, "-c", script], capture_output=True, check=True))
    yield f"127.0.0.1:{port}"
    for node in reversed(nodes):
        node.terminate()
    for node in nodes:
        node.wait(60)


def wait_for(action: Callable[[], object]) -> None:
    """Repeat an action until it succeeds."""
    for _ in range(120):
        try:
            action()
        except (OSError, subprocess.CalledProcessError):
            time.sleep(0.5)
        else:
            return
    raise TimeoutError


@pytest.mark.soak
def test_a_cluster_of_two_nodes_gives_the_results_of_one_machine(cluster: str, tmp_path: Path) -> None:
    """A worker is killed during the study: its part is played again."""
    balance("capone", games=1500, out=tmp_path / "local")
    words = ["lab", "balance", "capone", "--games", "1500", "--out", "study", "--ray", cluster]
    said = tmp_path / "said.txt"
    with said.open("w") as file:
        run = subprocess.Popen([sys.executable, "-m", "caponata", *words], cwd=tmp_path, stderr=file)
    killed = 0
    games = tmp_path / "study" / "games"
    while run.poll() is None:
        if not killed and len(list(games.glob("0*.parquet"))) > 3:
            for worker in workers():
                os.kill(worker, signal.SIGKILL)
                killed += 1
                break
        time.sleep(0.05)
    assert run.wait() == 0, said.read_text()
    assert killed
    assert contents(tmp_path / "study") == contents(tmp_path / "local")


def workers() -> list[int]:
    """The Ray processes that are playing a part."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if (folder / "cmdline").read_bytes().startswith(b"ray::play_part"):
                found.append(int(folder.name))
        except OSError:
            continue
    return found
