"""Real servers for tests: PostgreSQL and Redis, started from the machine's own binaries.

Each caller gets its own servers on free ports, so parallel test processes do not interfere.
"""

from __future__ import annotations

import os
import random
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import NoReturn

import psycopg
import pytest
import redis

TIMEOUT = 30.0
POLL_INTERVAL = 0.05
SERVER_PORTS = (10_000, 30_000)
ATTEMPTS = 5
POSTGRES_USER = "postgres"  # PostgreSQL refuses to run as root; Debian's package creates this user


class ServerStartError(Exception):
    """A server exited or did not answer in time; the message is its log."""


class PostgresServer:
    """A PostgreSQL server with its data in a folder; it can be killed and restarted."""

    def __init__(self, folder: Path) -> None:
        self._programs = _postgres_programs()
        self._user = POSTGRES_USER if os.geteuid() == 0 else None
        self._folder = folder
        if self._user is not None:
            shutil.chown(folder, self._user, self._user)
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        arguments = ["-A", "trust", "-U", "caponata", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        initdb = self._run("initdb", "-D", str(folder / "data"), *arguments)
        if initdb.wait() != 0:
            raise ServerStartError((folder / "initdb.log").read_text())

    @property
    def url(self) -> str:
        """The URL for clients."""
        return f"postgresql+psycopg://caponata@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start it; after the first time, on the same port."""
        for _ in range(ATTEMPTS if self._port == 0 else 1):
            port = self._port or free_port()
            # Without fsync only a machine that loses power loses data; a server that is killed does not.
            options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
            arguments = ["-p", str(port), *(word for option in options for word in ("-c", option))]
            self._process = self._run("postgres", "-D", str(self._folder / "data"), *arguments)
            if _becomes_ready(self._process, partial(_ping_postgres, port)):
                self._port = port
                return
        raise ServerStartError((self._folder / "postgres.log").read_text())

    def kill(self) -> None:
        """Stop it like a crash: without finishing or notifying anything."""
        if self._process is not None:
            self._process.send_signal(signal.SIGQUIT)
            try:
                self._process.wait(TIMEOUT)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
            self._process = None

    @contextmanager
    def down(self) -> Iterator[None]:
        """Kill it, and start it again at the end of the block."""
        self.kill()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def hung(self) -> Iterator[None]:
        """Suspend it: connections stay open but get no answers until the end of the block."""
        assert self._process is not None
        stopped = [self._process.pid]
        with psycopg.connect(self.url.replace("+psycopg", "")) as connection:
            query = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            stopped += [pid for (pid,) in connection.execute(query)]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def fresh_url(self) -> str:
        """Create an empty schema and return its URL. That is much faster than creating a database."""
        name = f"test_{os.urandom(6).hex()}"
        with psycopg.connect(self.url.replace("+psycopg", ""), autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{self.url}?options=-csearch_path%3D{name}"

    def _run(self, program: str, *arguments: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{program}.log").open("ab") as log:
            return subprocess.Popen(
                [self._programs / program, *arguments],
                user=self._user,
                group=self._user,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
            )


@contextmanager
def postgres_server(folder: Path) -> Iterator[PostgresServer]:
    """Run a PostgreSQL server with its data below a folder.

    As root, the data is in a new temporary folder, because PostgreSQL's user cannot enter root's folders.
    """
    is_root = os.geteuid() == 0
    data = Path(tempfile.mkdtemp(prefix="caponata-postgres-", dir=None if is_root else folder))
    try:
        server = PostgresServer(data)
        try:
            server.start()
            yield server
        finally:
            server.kill()
    finally:
        shutil.rmtree(data, ignore_errors=True)


@contextmanager
def start_postgres(folder: Path) -> Iterator[str]:
    """Run a PostgreSQL server and yield its URL."""
    with postgres_server(folder) as server:
        yield server.url


class RedisServer:
    """A Redis server without persistence; it can be killed and restarted."""

    def __init__(self, folder: Path) -> None:
        program = shutil.which("redis-server")
        if program is None:
            _missing("redis-server", "redis-server")
        self._log = folder / "redis.log"
        self._command = [program, "--bind", "127.0.0.1", "--dir", str(folder), "--logfile", str(self._log)]
        self._command += ["--save", "", "--appendonly", "no"]
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The URL for clients."""
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start it; after the first time, on the same port."""
        for _ in range(ATTEMPTS):
            port = self._port or free_port()
            command = [*self._command, "--port", str(port)]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
            if _becomes_ready(self._process, partial(_ping_redis, port)):
                self._port = port
                return
        raise ServerStartError(self._log.read_text())

    def kill(self) -> None:
        """Stop it like a crash."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None

    @contextmanager
    def down(self) -> Iterator[None]:
        """Kill it, and start it again at the end of the block."""
        self.kill()
        try:
            yield
        finally:
            self.start()


@contextmanager
def redis_server(folder: Path) -> Iterator[RedisServer]:
    """Run a Redis server."""
    server = RedisServer(folder)
    try:
        server.start()
        yield server
    finally:
        server.kill()


def _postgres_programs() -> Path:
    """The folder of PostgreSQL's programs. Debian has one per version, outside of PATH."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    initdb = versions[-1] if versions else shutil.which("initdb")
    if initdb is None:
        _missing("PostgreSQL", "postgresql")
    return Path(initdb).resolve().parent


def _missing(program: str, package: str) -> NoReturn:
    pytest.fail(f"{program} is needed by these tests but not installed: apt install {package}")


def free_port() -> int:
    """A free port outside the range from which the system assigns ports to clients.

    Otherwise a client could take the port while the server restarts, even by connecting to itself.
    """
    while True:
        port = random.SystemRandom().randrange(*SERVER_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def _becomes_ready(process: subprocess.Popen[bytes], ping: Callable[[], None]) -> bool:
    """Return whether a server that was just started answers before it exits or the timeout passes."""
    end = time.monotonic() + TIMEOUT
    while process.poll() is None and time.monotonic() < end:
        try:
            ping()
        except (psycopg.OperationalError, redis.ConnectionError):
            time.sleep(POLL_INTERVAL)
        else:
            return process.poll() is None
    if process.poll() is None:
        process.kill()
        process.wait()
    return False


def _ping_postgres(port: int) -> None:
    psycopg.connect(host="127.0.0.1", port=port, user="caponata", dbname="postgres").close()


def _ping_redis(port: int) -> None:
    with redis.Redis(port=port) as client:
        client.ping()
