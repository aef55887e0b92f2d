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
PAUSE = 0.05
SERVER_PORTS = (10_000, 30_000)
TRIES = 5
OWNER = "postgres"  # PostgreSQL refuses to run as root; Debian's package creates this user


class DidNotStart(Exception):
    """A server exited or did not answer in time; the message is its log."""


class PostgresServer:
    """A PostgreSQL server with its data in a folder, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self._programs = _postgres_programs()
        self._user = OWNER if os.geteuid() == 0 else None
        self._folder = folder
        if self._user is not None:
            shutil.chown(folder, self._user, self._user)
        self._port = 0
        self._process: subprocess.Popen[bytes] | None = None
        arguments = ["-A", "trust", "-U", "caponata", "-E", "UTF8", "--locale=C.UTF-8", "--no-sync"]
        initdb = self._run("initdb", "-D", str(folder / "data"), *arguments)
        if initdb.wait() != 0:
            raise DidNotStart((folder / "initdb.log").read_text())

    @property
    def url(self) -> str:
        """URL for clients."""
        return f"postgresql+psycopg://caponata@127.0.0.1:{self._port}/postgres"

    def start(self) -> None:
        """Start it, on the same port as before."""
        for _ in range(TRIES if self._port == 0 else 1):
            port = self._port or free_port()
            # without fsync, data is lost only if the machine loses power
            options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"]
            arguments = ["-p", str(port), *(word for option in options for word in ("-c", option))]
            self._process = self._run("postgres", "-D", str(self._folder / "data"), *arguments)
            if _wait_until_ready(self._process, partial(_ask_postgres, port)):
                self._port = port
                return
        raise DidNotStart((self._folder / "postgres.log").read_text())

    def kill(self) -> None:
        """Stop it as a crash would."""
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
        """Suspend it until the end of the block: it accepts data but does not answer."""
        assert self._process is not None
        stopped = [self._process.pid]
        with psycopg.connect(self.url.replace("+psycopg", "")) as connection:
            asked = "SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()"
            stopped += [pid for (pid,) in connection.execute(asked)]
        for pid in stopped:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in stopped:
                os.kill(pid, signal.SIGCONT)

    def fresh_url(self) -> str:
        """Return the URL of a new schema, which is created much faster than a database."""
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

    For root, the data is in a temporary folder: PostgreSQL's user cannot enter root's.
    """
    is_root = os.geteuid() == 0
    data_folder = Path(tempfile.mkdtemp(prefix="caponata-postgres-", dir=None if is_root else folder))
    try:
        server = PostgresServer(data_folder)
        try:
            server.start()
            yield server
        finally:
            server.kill()
    finally:
        shutil.rmtree(data_folder, ignore_errors=True)


@contextmanager
def start_postgres(folder: Path) -> Iterator[str]:
    """Run a PostgreSQL server and yield its URL."""
    with postgres_server(folder) as server:
        yield server.url


class RedisServer:
    """A Redis server without persistence, which can be killed and started again."""

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
        """URL for clients."""
        return f"redis://127.0.0.1:{self._port}/0"

    def start(self) -> None:
        """Start it, on the same port as before."""
        for _ in range(TRIES):
            port = self._port or free_port()
            command = [*self._command, "--port", str(port)]
            self._process = subprocess.Popen(command, stdin=subprocess.DEVNULL)
            if _wait_until_ready(self._process, partial(_ask_redis, port)):
                self._port = port
                return
        raise DidNotStart(self._log.read_text())

    def kill(self) -> None:
        """Stop it as a crash would."""
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
    """Return the folder of PostgreSQL's programs: Debian keeps them out of the path."""
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda file: int(file.parts[-3]))
    found = versions[-1] if versions else shutil.which("initdb")
    if found is None:
        _missing("PostgreSQL", "postgresql")
    return Path(found).resolve().parent


def _missing(what: str, package: str) -> NoReturn:
    pytest.fail(f"{what} is not on this machine, and these tests need it: apt install {package}")


def free_port() -> int:
    """Return a free port outside the range of client ports.

    The system gives clients ports of that range: a client could take the port of a server that is being
    restarted, even by connecting to itself.
    """
    while True:
        port = random.SystemRandom().randrange(*SERVER_PORTS)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def _wait_until_ready(process: subprocess.Popen[bytes], ask: Callable[[], None]) -> bool:
    """Return whether a server that was just started answers before it exits or times out."""
    end = time.monotonic() + TIMEOUT
    while process.poll() is None and time.monotonic() < end:
        try:
            ask()
        except (psycopg.OperationalError, redis.ConnectionError):
            time.sleep(PAUSE)
        else:
            return process.poll() is None
    if process.poll() is None:
        process.kill()
        process.wait()
    return False


def _ask_postgres(port: int) -> None:
    psycopg.connect(host="127.0.0.1", port=port, user="caponata", dbname="postgres").close()


def _ask_redis(port: int) -> None:
    with redis.Redis(port=port) as client:
        client.ping()
