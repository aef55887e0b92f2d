"""The servers to measure: how each is started, and how it creates tables."""

from __future__ import annotations

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, ClassVar, Final

from server.matches import TIMEOUT, BenchError, Seat
from server.seats import (
    FAR_DELAY,
    BoardgameSeat,
    DistantSeat,
    OurSeat,
    RacingSeat,
    RelayRacingSeat,
    RelaySeat,
)

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE.parent.parent / "src"
TABLES_PER_PERSON: Final = 40  # our server allows fifty


class Peer:
    """A server in its own process, on its own core."""

    name: str
    seat: type[Seat]
    fastest = 6_000  # moves per second: enough tables for this rate are created before the measurement

    def __init__(self, core: int | None) -> None:
        self.core = core
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="caponata-bench-"))
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """Return the command line."""
        raise NotImplementedError

    def path(self, ticket: Any, seat: int) -> str:
        """Return the path a seat connects to."""
        raise NotImplementedError

    def create_tables(self, count: int) -> list[Any]:
        """Create tables and return their tickets."""
        raise NotImplementedError

    @property
    def pid(self) -> int:
        """The server's process id."""
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Start the server and wait until it accepts connections."""
        environment = {**os.environ, "NODE_ENV": "production", "PYTHONPATH": str(SOURCE)}
        log = (self.folder / "log").open("wb")
        pinned = [] if self.core is None else ["taskset", "-c", str(self.core)]
        command = [*pinned, *self.command()]
        self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=HERE)  # noqa: S603
        log.close()
        until = time.monotonic() + TIMEOUT
        while time.monotonic() < until:
            if self.process.poll() is not None:
                break
            try:
                socket.create_connection(("127.0.0.1", self.port), 0.2).close()
            except OSError:
                time.sleep(0.05)
            else:
                time.sleep(0.3)
                return
        raise BenchError(f"{self.name} did not start: {(self.folder / 'log').read_text()}")

    def stop(self) -> None:
        """Stop the server."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def clear(self) -> None:
        """Stop the server and remove its files."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Ours(Peer):
    """`caponata serve` with a SQLite file."""

    name = "caponata"
    seat = OurSeat
    game = "capital-lux"
    options: ClassVar[dict[str, Any]] = {}

    def command(self) -> list[str]:
        arguments = [
            "serve",
            "--port",
            str(self.port),
            "--store",
            str(self.folder / "tables.db"),
            "--rate",
            "100000",
        ]
        return [sys.executable, "-m", "caponata", *arguments]

    def path(self, ticket: Any, seat: int) -> str:
        return f"/api/tables/{ticket['table']}/socket"

    def create_tables(self, count: int) -> list[Any]:
        """Create tables as many people from many addresses, to stay within the server's limits."""
        shares = [min(TABLES_PER_PERSON, count - done) for done in range(0, count, TABLES_PER_PERSON)]
        with ThreadPoolExecutor(8) as pool:
            return [ticket for some in pool.map(self._tickets, range(len(shares)), shares) for ticket in some]

    def _tickets(self, person: int, count: int) -> list[Any]:
        address = f"127.0.{1 + person // 200}.{1 + person % 200}"
        link = http.client.HTTPConnection("127.0.0.1", self.port, 30, source_address=(address, 0))
        me = ask(link, "POST", "/api/me", {"name": f"Ada {person}"})
        head = {"Authorization": f"Bearer {me['token']}"}
        seats = [{"is": "me"}, {"is": "here", "name": "Bo"}]
        order = {"game": self.game, "options": self.options, "seats": seats, "start": True}
        made = [ask(link, "POST", "/api/tables", order, head) for _ in range(count)]
        link.close()
        return [{"table": each["table"], "keys": [key["key"] for key in each["keys"]]} for each in made]


class Racing(Ours):
    """`caponata serve` with tables of Capio, at which all seats have the same delay."""

    name = "Capio"
    seat = RacingSeat
    game = "capio"
    options: ClassVar[dict[str, Any]] = {"countdown": 0}


class DistantRacing(Racing):
    """Tables of Capio at which one seat is far away."""

    name = f"Capio, a seat {FAR_DELAY * 1000:.0f} ms away"
    seat = DistantSeat


class Relay(Peer):
    """A bare relay on the stack of our server."""

    name = "bare relay"
    seat = RelaySeat
    fastest = 60_000

    def __init__(self, core: int | None, size: int) -> None:
        super().__init__(core)
        self._size = size

    def command(self) -> list[str]:
        return [sys.executable, str(HERE / "relay.py"), str(self.port), str(self._size)]

    def path(self, ticket: Any, seat: int) -> str:
        return f"/relay/{ticket}"

    def create_tables(self, count: int) -> list[Any]:
        return [str(number) for number in range(count)]


class StoringRelay(Relay):
    """A relay that stores every message first, as our server does, which shows the cost of the disk."""

    name = "relay that stores"

    def command(self) -> list[str]:
        return [*super().command(), str(self.folder / "tables.db")]


class SyncingRelay(StoringRelay):
    """A relay that only writes and syncs as many bytes: the fastest possible way to store first."""

    name = "relay that syncs"

    def command(self) -> list[str]:
        return [*super().command(), "plain"]


class RacingRelay(Relay):
    """A relay for tables at which both seats send at any time."""

    seat = RelayRacingSeat


class StoringRacingRelay(StoringRelay):
    """A racing relay that stores first."""

    seat = RelayRacingSeat


class SyncingRacingRelay(SyncingRelay):
    """A racing relay that writes and syncs first."""

    seat = RelayRacingSeat


class Boardgame(Peer):
    """boardgame.io in memory."""

    name = "boardgame.io in memory"
    seat = BoardgameSeat

    def command(self) -> list[str]:
        return ["node", str(HERE / "boardgame.js"), str(self.port)]

    def path(self, ticket: Any, seat: int) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def create_tables(self, count: int) -> list[Any]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        order = {"numPlayers": 2}
        made = [ask(link, "POST", "/games/capital/create", order)["matchID"] for _ in range(count)]
        link.close()
        return made


class BoardgameFiles(Boardgame):
    """boardgame.io with its file store."""

    name = "boardgame.io, file store"

    def command(self) -> list[str]:
        return [*super().command(), str(self.folder / "matches")]


def ask(link: http.client.HTTPConnection, method: str, path: str, body: Any, head: Any = None) -> Any:
    """Send an HTTP request and return its JSON."""
    link.request(method, path, json.dumps(body), {"Content-Type": "application/json", **(head or {})})
    answer = link.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise BenchError(f"{method} {path}: {answer.status} {text.decode(errors='replace')[:200]}")
    return json.loads(text)


def free_port() -> int:
    """Return a free port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(peer: Peer) -> Iterator[Peer]:
    """Run a server inside the block."""
    try:
        peer.start()
        yield peer
    finally:
        peer.clear()


def boardgame_problem() -> str | None:
    """Return why boardgame.io cannot be measured, or None if it can."""
    if shutil.which("node") is None:
        return "there is no node"
    if not (HERE / "node_modules" / "boardgame.io").is_dir():
        return "it is not installed: npm install --prefix bench/server --no-package-lock"
    return None
