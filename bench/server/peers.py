"""The servers that are measured: how each is started and makes tables, and how a seat talks to it."""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

import msgspec
from server.line import Line, dial

HERE: Final = Path(__file__).parent
SOURCE: Final = HERE.parent.parent / "src"
TABLES_A_PERSON: Final = 40  # our server lets a person sit at fifty
MOVES_A_GAME: Final = 61  # of two seats of Capital Lux at random, on average
START_PATIENCE: Final = 30.0  # seconds


class Trouble(Exception):
    """A server did not do what the bench needs."""


# Seats


class Seat:
    """One seat at one table: it knows when it may move, and counts what it was told."""

    def __init__(self, match: Match, number: int) -> None:
        self.match = match
        self.number = number
        self.line: Line | None = None
        self.joined: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.count = 0  # changes of the game that it was told
        self.sent = 0.0  # when it sent the move that is not answered yet
        self.waiting: list[tuple[int, float]] = []  # moves of others that it was not told yet

    def hear(self, message: bytes) -> None:
        """Take in a message of the server."""
        raise NotImplementedError

    def greet(self) -> None:
        """Say the first word on a new line."""

    def wants(self) -> bytes | None:
        """The move that the seat would send now, or nothing while it may not move."""
        raise NotImplementedError

    def enter(self) -> None:
        """The game is on the table."""
        if not self.joined.done():
            self.joined.set_result(None)

    def send(self) -> None:
        """Move, if it is still this seat's turn."""
        if self.sent or self.match.is_over or self.line is None or self.line.is_lost:
            return
        move = self.wants()
        if move is not None:
            self.sent = time.perf_counter()
            self.line.send(move)


class Match:
    """One table with two seats, driven by whoever listens to `told`."""

    def __init__(self, driver: Driver, kind: type[Seat], port: int, ticket: Any) -> None:
        self.driver = driver
        self.port = port
        self.ticket = ticket
        self.is_over = False
        self.seats = [kind(self, 0), kind(self, 1)]

    async def open(self, path: Callable[[Any, int], str]) -> None:
        """Let both seats join; nobody moves before."""
        for seat in self.seats:
            seat.line = await dial(self.port, path(self.ticket, seat.number), seat.hear)
            seat.greet()
            await asyncio.wait_for(seat.joined, START_PATIENCE)
        for seat in self.seats:
            self.driver.may_move(seat)

    def told(self, seat: Seat, *, is_answer: bool) -> None:
        """A seat was told of a change: the one that brought it about knows when the other was told too."""
        now = time.perf_counter()
        other = self.seats[1 - seat.number]
        seat.count += 1
        if is_answer:
            sent, seat.sent = seat.sent, 0.0
            if other.count >= seat.count:
                self.driver.record(now - sent)
            else:
                other.waiting.append((seat.count, sent))
        while seat.waiting and seat.waiting[0][0] <= seat.count:
            self.driver.record(now - seat.waiting.pop(0)[1])
        if self.is_over:
            self.driver.over(self)
        else:
            self.driver.may_move(seat)

    def close(self) -> None:
        """Leave the table."""
        self.is_over = True
        for seat in self.seats:
            if seat.line is not None:
                seat.line.close()


class Driver:
    """Whoever drives matches."""

    def may_move(self, seat: Seat) -> None:
        """A seat was told something, after which it may be its turn."""

    def record(self, latency: float) -> None:
        """A move was told to everybody, so many seconds after it was sent."""

    def over(self, match: Match) -> None:
        """A game has ended."""

    def refused(self, reason: str) -> None:
        """The server refused something."""


class Told(msgspec.Struct):
    """What the bench reads of our server's messages."""

    t: str
    answers: str | None = None
    n: int = 0
    hash: str | None = None
    decision: int | None = None
    moves: dict[str, list[str]] = {}
    undo: str | None = None
    outcome: Any = None
    error: Any = None


class OurSeat(Seat):
    """A seat at a table of ours."""

    read = msgspec.json.Decoder(Told).decode

    def __init__(self, match: Match, number: int) -> None:
        super().__init__(match, number)
        self.state = Told("")
        self.requests = 0

    def greet(self) -> None:
        self.hello(0, None)

    def hello(self, n: int, view_hash: str | None) -> None:
        """Say who sits here, and what is known."""
        key = self.match.ticket["keys"][self.number]
        assert self.line is not None
        self.line.send(msgspec.json.encode({"t": "hello", "key": key, "n": n, "hash": view_hash}))

    def hear(self, message: bytes) -> None:
        told = self.read(message)
        if told.t == "state":
            self.state = told
            if not self.joined.done():
                self.enter()
                return
            if told.outcome is not None:
                self.match.is_over = True
            self.match.told(self, is_answer=told.answers is not None)
        elif told.t == "refused":
            self.sent = 0.0
            self.match.driver.refused(str(told.error))

    def wants(self) -> bytes | None:
        state = self.state
        if state.decision is None or not state.moves:
            return None
        verb = random.choice(list(state.moves))
        words = random.choice(state.moves[verb])
        return self.request("move", decision=state.decision, move=f"{verb} {words}" if words else verb)

    def request(self, kind: str, **more: Any) -> bytes:
        """A request with an id of its own."""
        self.requests += 1
        return msgspec.json.encode({"t": kind, "id": f"{self.requests}", **more})


class RelaySeat(Seat):
    """A seat at a table that only relays."""

    def greet(self) -> None:
        self.enter()

    def hear(self, message: bytes) -> None:
        if self.count + 1 >= MOVES_A_GAME:
            self.match.is_over = True
        self.match.told(self, is_answer=message[0] == 48 + self.number)

    def wants(self) -> bytes | None:
        if self.count % 2 != self.number:
            return None
        return b'%d {"t":"move","id":"%d","decision":12,"move":"home blue-4"}' % (self.number, self.count)


class Context(msgspec.Struct):
    """What the bench reads of boardgame.io's context."""

    currentPlayer: str  # noqa: N815
    gameover: Any = None


class Stand(msgspec.Struct, rename={"state_id": "_stateID"}):
    """What the bench reads of boardgame.io's state."""

    ctx: Context
    state_id: int


class Sync(msgspec.Struct):
    """What boardgame.io says on joining."""

    state: Stand


class BoardgameSeat(Seat):
    """A seat at a match of boardgame.io, in the words of socket.io."""

    space = b"/capital,"
    update = b'42/capital,["update"'
    sync = b'42/capital,["sync"'
    read_update = msgspec.json.Decoder(tuple[str, str, Stand, msgspec.Raw]).decode
    read_sync = msgspec.json.Decoder(tuple[str, str, Sync]).decode

    def __init__(self, match: Match, number: int) -> None:
        super().__init__(match, number)
        self.stand: Stand | None = None

    def hear(self, message: bytes) -> None:
        assert self.line is not None or message[:1] == b"0"
        if message.startswith(self.update):
            self.stand = self.read_update(message[11:])[2]
            if self.stand.ctx.gameover is not None:
                self.match.is_over = True
            self.match.told(self, is_answer=bool(self.sent))
        elif message == b"2":
            self._say(b"3")
        elif message.startswith(self.sync):
            self.stand = self.read_sync(message[11:])[2].state
            self.enter()
        elif message.startswith(b"40/capital"):
            self._say(b'42/capital,["sync","%s","%d",null,2]' % (self.match.ticket.encode(), self.number))

    def greet(self) -> None:
        self._say(b"40/capital,")

    def _say(self, text: bytes) -> None:
        assert self.line is not None
        self.line.send(text)

    def wants(self) -> bytes | None:
        stand = self.stand
        if stand is None or stand.ctx.currentPlayer != str(self.number):
            return None
        return (
            b'42/capital,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d],'
            b'"playerID":"%d","credentials":null}},%d,"%s","%d"]'
            % (random.randrange(60), self.number, stand.state_id, self.match.ticket.encode(), self.number)
        )


# Servers


class Peer:
    """A server as its own process, on its own core."""

    name: str
    seat: type[Seat]

    def __init__(self, core: int | None) -> None:
        self.core = core
        self.port = free_port()
        self.folder = Path(tempfile.mkdtemp(prefix="caponata-bench-"))
        self.process: subprocess.Popen[bytes] | None = None

    def command(self) -> list[str]:
        """What starts it."""
        raise NotImplementedError

    def path(self, ticket: Any, seat: int) -> str:
        """Where a seat connects."""
        raise NotImplementedError

    def tickets(self, count: int) -> list[Any]:
        """Make so many tables."""
        raise NotImplementedError

    @property
    def pid(self) -> int:
        """The process of the server."""
        assert self.process is not None
        return self.process.pid

    def start(self) -> None:
        """Start it, and wait until it listens."""
        environment = {**os.environ, "NODE_ENV": "production", "PYTHONPATH": str(SOURCE)}
        log = (self.folder / "log").open("wb")
        pinned = [] if self.core is None else ["taskset", "-c", str(self.core)]
        command = [*pinned, *self.command()]
        self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=HERE)  # noqa: S603
        log.close()
        until = time.monotonic() + START_PATIENCE
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
        raise Trouble(f"{self.name} did not start: {(self.folder / 'log').read_text()}")

    def stop(self) -> None:
        """Stop it."""
        if self.process is not None and self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(8)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()

    def clear(self) -> None:
        """Remove all that it left."""
        self.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


class Ours(Peer):
    """`caponata serve` with a SQLite file."""

    name = "caponata"
    seat = OurSeat

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

    def tickets(self, count: int) -> list[Any]:
        """Make tables by many people from many addresses, as the limits of the server ask for."""
        shares = [min(TABLES_A_PERSON, count - done) for done in range(0, count, TABLES_A_PERSON)]
        with ThreadPoolExecutor(8) as pool:
            return [ticket for some in pool.map(self._tickets, range(len(shares)), shares) for ticket in some]

    def _tickets(self, person: int, count: int) -> list[Any]:
        address = f"127.0.{1 + person // 200}.{1 + person % 200}"
        link = http.client.HTTPConnection("127.0.0.1", self.port, 30, source_address=(address, 0))
        me = ask(link, "POST", "/api/me", {"name": f"Ada {person}"})
        head = {"Authorization": f"Bearer {me['token']}"}
        seats = [{"is": "me"}, {"is": "here", "name": "Bo"}]
        order = {"game": "capital-lux", "seats": seats, "start": True}
        made = [ask(link, "POST", "/api/tables", order, head) for _ in range(count)]
        link.close()
        return [{"table": each["table"], "keys": [key["key"] for key in each["keys"]]} for each in made]


class Relay(Peer):
    """A bare relay on the stack of our server."""

    name = "bare relay"
    seat = RelaySeat

    def __init__(self, core: int | None, size: int) -> None:
        super().__init__(core)
        self._size = size

    def command(self) -> list[str]:
        return [sys.executable, str(HERE / "relay.py"), str(self.port), str(self._size)]

    def path(self, ticket: Any, seat: int) -> str:
        return f"/relay/{ticket}"

    def tickets(self, count: int) -> list[Any]:
        return [str(number) for number in range(count)]


class Boardgame(Peer):
    """boardgame.io in memory."""

    name = "boardgame.io in memory"
    seat = BoardgameSeat

    def command(self) -> list[str]:
        return ["node", str(HERE / "boardgame.js"), str(self.port)]

    def path(self, ticket: Any, seat: int) -> str:
        return "/socket.io/?EIO=4&transport=websocket"

    def tickets(self, count: int) -> list[Any]:
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
    """Ask over HTTP."""
    link.request(method, path, json.dumps(body), {"Content-Type": "application/json", **(head or {})})
    answer = link.getresponse()
    text = answer.read()
    if answer.status >= 300:
        raise Trouble(f"{method} {path}: {answer.status} {text.decode(errors='replace')[:200]}")
    return json.loads(text)


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(peer: Peer) -> Iterator[Peer]:
    """A server for as long as it is needed."""
    try:
        peer.start()
        yield peer
    finally:
        peer.clear()


def has_boardgame() -> str | None:
    """Why boardgame.io cannot be measured, or nothing if it can."""
    if shutil.which("node") is None:
        return "there is no node"
    if not (HERE / "node_modules" / "boardgame.io").is_dir():
        return "it is not installed: npm install --prefix bench/server --no-package-lock"
    return None
