"""Servers in their own processes, which can be killed, and players that survive broken connections."""

from __future__ import annotations

import asyncio
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from caponata.server.connections.session import stored_request_name
from caponata.server.tables import deeds
from caponata.server.tables.people import hashed
from caponata.store import Store
from tests.server.clients import Client, http_client
from tests.services import free_port

TIMEOUT = 60.0
OVER = ("finished", "abandoned")
REPOSITORY = Path(__file__).parents[2]


class ConnectionLost(Exception):
    """The connection broke."""


CONNECTION_ERRORS = (
    ConnectionLost,
    ConnectionError,
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    EOFError,
)


class ServerProcess:
    """A server that can be started, killed and started again on the same port and store."""

    def __init__(self, store: str, *more: str, program: str = "caponata") -> None:
        self.store = store
        self.port = free_port()
        self._more = more
        self._program = program
        self._log = tempfile.TemporaryFile()  # noqa: SIM115
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def address(self) -> str:
        return f"127.0.0.1:{self.port}"

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    async def start(self, *crash_arguments: str) -> None:
        """Start it with the command line, or as a server that kills itself."""
        if crash_arguments:
            command = ["-m", "tests.server.crashing_server", str(self.port), self.store, *crash_arguments]
        else:
            command = [
                "-m",
                self._program,
                "serve",
                "--port",
                str(self.port),
                "--store",
                self.store,
                *self._more,
            ]
        self._process = subprocess.Popen(
            [sys.executable, *command], cwd=REPOSITORY, stdout=self._log, stderr=self._log
        )
        await self._wait_until_ready()

    async def _wait_until_ready(self) -> None:
        end = time.monotonic() + TIMEOUT
        async with http_client(self.address) as http:
            while time.monotonic() < end:
                if self.killed_itself:  # returning players may have triggered the crash already
                    return
                assert self.is_alive, self.log_text()
                try:
                    if (await http.get("/api/health")).status_code == 200:
                        return
                except httpx.TransportError:
                    await asyncio.sleep(0.03)
        raise AssertionError(f"the server does not answer: {self.log_text()}")

    @property
    def is_alive(self) -> bool:
        return self._process is not None and self._process.poll() is None

    @property
    def killed_itself(self) -> bool:
        return self._process is not None and self._process.poll() == -signal.SIGKILL

    async def wait_until_killed(self) -> None:
        """Wait until it has killed itself."""
        async with asyncio.timeout(TIMEOUT):
            while self.is_alive:
                await asyncio.sleep(0.005)
        assert self.killed_itself, self.log_text()

    def kill(self) -> None:
        """Kill it as `kill -9` does."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def stop(self) -> None:
        """Stop it as Ctrl-C does."""
        if self._process is not None:
            self._process.send_signal(signal.SIGINT)
            self._process.wait(TIMEOUT)

    def log_text(self) -> str:
        """Return its output so far."""
        self._log.seek(0)
        return self._log.read().decode()

    def close(self) -> None:
        self.kill()
        self._log.close()


@asynccontextmanager
async def process(store: str, *more: str) -> AsyncIterator[ServerProcess]:
    """Yield a server process that is not started yet, and kill it after the block."""
    server = ServerProcess(store, *more)
    try:
        yield server
    finally:
        server.close()


class Player(Client):
    """Plays on despite broken connections: reconnects, and repeats unanswered requests."""

    def __init__(self, address: str, table: str, key: str | None, rng: random.Random) -> None:
        super().__init__(address, table, key)
        self.acknowledged: dict[str, str] = {}  # moves by the id of their request
        self.sent: dict[str, str] = {}
        self.returns = -1
        self._rng = rng
        self._states = 0
        self._pending: dict[str, Any] | None = None
        self._request_count = 0

    def addresses(self) -> Sequence[str]:
        """Return the addresses of the table's servers, best first."""
        return [self.address]

    async def play(self, pause: float = 0.0) -> None:
        """Play or watch until the table is closed."""
        end = time.monotonic() + TIMEOUT * 4
        while time.monotonic() < end:
            try:
                await self._come_back()
                await self._play_on(pause)
            except CONNECTION_ERRORS:
                await self.close()
                await asyncio.sleep(0.02)
            else:
                await self.close()
                return
        raise AssertionError(f"table {self.table_id} never came to its end: {self.state} {self.table}")

    async def _come_back(self) -> None:
        self.returns += 1
        before = self._states
        self.address = self.addresses()[0]
        await self.connect()
        await self._until_connected(lambda: self._states > before)

    async def _until_connected(self, happened: Any) -> None:
        await self.until(lambda: happened() or self.closed is not None)
        if self._reader is not None and self._reader.done():
            self._reader.result()  # raises what a client must never receive
        if self.closed is not None:
            raise ConnectionLost(self.closed)

    async def _play_on(self, pause: float) -> None:
        while self.table["status"] not in OVER or self._pending is not None:
            if self._pending is None and self.moves and self.state["decision"] is not None:
                await asyncio.sleep(self._rng.uniform(0, pause))
                self._request_count += 1
                chosen = self._rng.choice(self.moves)
                request = f"{self._rng.randrange(10**9)}-{self._request_count}"
                decision = self.state["decision"]
                self._pending = {"t": "move", "id": request, "decision": decision, "move": chosen}
                self.sent[request] = chosen
            if self._pending is None:
                received = len(self.received)
                await self._until_connected(lambda: len(self.received) > received)  # noqa: B023
            else:
                await self._ask_again()

    async def _ask_again(self) -> None:
        assert self._pending is not None
        request = self._pending["id"]
        await self.send(**self._pending)
        await self._until_connected(lambda: request in self._answers)
        answer = self._answers[request]
        if answer["t"] == "refused":
            self._refused(answer["error"])
        else:
            self.acknowledged[request] = self._pending["move"]
            self._pending = None

    def _refused(self, error: dict[str, Any]) -> None:
        raise AssertionError(f"a legal move was refused: {error}")

    def _handle_state(self, message: dict[str, Any]) -> None:
        super()._handle_state(message)
        self._states += 1

    async def close(self) -> None:
        try:
            async with asyncio.timeout(TIMEOUT):
                await super().close()
        except CONNECTION_ERRORS:
            pass


async def order_table(address: str, *seats: dict[str, Any], **fields: Any) -> tuple[str, dict[int, str]]:
    """Create a table and start its game, retrying until the server answers."""
    order = {"game": "capital-lux", "seats": list(seats), "start": True, **fields}
    for _ in range(500):
        try:
            async with http_client(address) as http:
                (await http.post("/api/me", json={"name": "Ada"})).raise_for_status()
                made = await http.post("/api/tables", json=order)
        except httpx.TransportError:
            await asyncio.sleep(0.05)
            continue
        assert made.status_code == 201, made.text
        body = made.json()
        return body["table"], {each["seat"]: each["key"] for each in body["keys"]}
    raise AssertionError("no table could be made")


ME, HERE = {"is": "me"}, {"is": "here", "name": "Bo"}


async def play_table(
    address: str, rng: random.Random, *, pause: float = 0.0, bots: int = 0, kind: type[Player] = Player
) -> list[Player]:
    """Let two people, perhaps with bots, play a whole game while somebody watches."""
    seats = [ME, HERE, *[{"is": "bot", "level": "beginner"}] * bots]
    table, keys = await order_table(address, *seats, bot_speed="quick")
    players = [kind(address, table, keys[0], rng), kind(address, table, keys[1], rng)]
    players.append(kind(address, table, None, rng))
    await asyncio.gather(*(player.play(pause) for player in players))
    return players


async def check_logs(store_url: str, tables: Sequence[Sequence[Player]]) -> int:
    """Compare what players received with what is stored: nothing lost, nothing twice. Returns the moves."""
    store = await Store.open(store_url)
    moves = 0
    try:
        for players in tables:
            moves += await _check_log(store, players)
    finally:
        await store.close()
    return moves


async def _check_log(store: Store, players: Sequence[Player]) -> int:
    rows = await store.rows(players[0].table_id)
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    stored: dict[str, str] = {}
    ends = 0
    for row in rows:
        deed = deeds.read_deed(row.body)
        ends += isinstance(deed, deeds.Ended)
        if isinstance(deed, deeds.Played) and deed.by == "person":
            chosen = [entry["move"] for entry in deed.entries if entry["by"] == deed.seat]
            assert len(chosen) == 1 and row.message is not None
            stored[row.message] = chosen[0]
    assert ends == 1
    by_players: dict[str, str] = {}
    for player in players:
        assert len(player.acknowledged) == len(player.sent) or player.table["you"] is None
        secret = hashed(player.key or "")
        by_players |= {
            stored_request_name(player.table["you"], secret, request): move
            for request, move in player.sent.items()
        }
        assert player.table["status"] == "finished"
        assert player.state["outcome"] == players[0].state["outcome"]
    assert stored == by_players
    return len(stored)
