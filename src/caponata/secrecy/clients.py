"""A real server in the caller's event loop, and clients that talk to it over real sockets."""

from __future__ import annotations

import asyncio
import itertools
import json
import secrets
import ssl
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import httpx
import uvicorn
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from caponata.server.app import Parts, make_app
from caponata.server.connections.connections import TableConnections
from caponata.server.connections.encoded_view import EncodedView
from caponata.server.run import SOCKET_OPTIONS, listeners
from caponata.server.settings import Settings
from caponata.server.tables.service import TableService
from caponata.server.workers import OpenWorkers, WorkerPool

TIMEOUT = 60.0  # seconds, long enough for anything that is only slow
# loading certificates would take longer than the requests
NO_CERTIFICATES = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
NO_PAUSES = Settings(bot_pause=lambda speed: 0.0)


def http_client(address: str, **more: Any) -> httpx.AsyncClient:
    """Return an HTTP client for a server on this machine, without a proxy and with a long timeout."""
    url = f"http://{address}"
    return httpx.AsyncClient(base_url=url, timeout=TIMEOUT, trust_env=False, verify=NO_CERTIFICATES, **more)


def open_socket(address: str, table: str, **more: Any) -> connect:
    """Open a table's WebSocket, without a proxy and with a long timeout."""
    url = f"ws://{address}/api/tables/{table}/socket"
    return connect(url, open_timeout=TIMEOUT, ping_interval=None, proxy=None, **more)


class Client:
    """A client at a table: it keeps what a browser would keep, and checks every hash."""

    def __init__(self, address: str, table: str, key: str | None = None) -> None:
        self.address = address
        self.table_id = table
        self.key = key
        self.view: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.chat: list[dict[str, Any]] = []
        self.state: dict[str, Any] = {}
        self.table: dict[str, Any] = {}
        self.echo: dict[str, Any] = {}
        self.received: list[str] = []
        self.closed: tuple[int, str] | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._changed = asyncio.Condition()
        self.id_prefix = secrets.token_hex(4)
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def connect(self) -> Client:
        """Connect and send hello with what is known already."""
        self._socket = await open_socket(self.address, self.table_id, max_size=None, compression=None)
        self.closed = None
        hello = {"t": "hello", "key": self.key, "n": len(self.events), "chat": self.last_chat_number}
        hello["hash"] = self.state.get("hash")
        await self._socket.send(json.dumps(hello))
        self._reader = asyncio.ensure_future(self._read())
        await self.until(self._is_settled)
        return self

    @property
    def last_chat_number(self) -> int:
        """Number of the last received chat message, or 0."""
        return self.chat[-1]["k"] if self.chat else 0

    def _is_settled(self) -> bool:
        has_state = bool(self.table) and (self.table["status"] == "waiting" or bool(self.state))
        return has_state or self.closed is not None

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self.received.append(text)
                await self._handle(json.loads(text))
        except ConnectionClosed:
            pass
        self.closed = (self._socket.close_code or 0, self._socket.close_reason or "")
        async with self._changed:
            self._changed.notify_all()

    async def _handle(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "state":
                self._handle_state(message)
            case "table":
                self.table = message
            case "echo" if self._socket is not None:
                self.echo = message
                await self._socket.send(json.dumps({"t": "echo", "k": message["k"]}))
            case "chat":
                assert not self.chat or message["k"] == self.last_chat_number + 1
                self.chat.append(message)
        if message.get("answers"):
            self._answers[message["answers"]] = message
        async with self._changed:
            self._changed.notify_all()

    def _handle_state(self, message: dict[str, Any]) -> None:
        if "view" in message:
            self.view = message["view"]
        else:
            self.view = {**self.view, **message["changed"]}
            for key in message["gone"]:
                del self.view[key]
        assert EncodedView(self.view).hash == message["hash"]
        for event in message["events"]:
            assert event["n"] == len(self.events) + 1
            self.events.append(event)
        assert message["n"] == len(self.events)
        self.state = message

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until a condition holds."""
        async with asyncio.timeout(TIMEOUT), self._changed:
            await self._changed.wait_for(condition)

    async def wait_for_events(self, count: int) -> None:
        """Wait until a number of events was received."""
        await self.until(lambda: len(self.events) >= count)

    async def wait_for_status(self, status: str) -> None:
        """Wait until the table has a status."""
        await self.until(lambda: self.table["status"] == status)

    async def wait_for_message(self) -> None:
        """Wait for another message."""
        before = len(self.received)
        await self.until(lambda: len(self.received) > before)

    async def send(self, **message: Any) -> str:
        """Send a request and return its id."""
        message.setdefault("id", f"{self.id_prefix}-{next(self._ids)}")
        assert self._socket is not None
        await self._socket.send(json.dumps(message))
        return str(message["id"])

    async def send_raw(self, text: str | bytes) -> None:
        """Send any text or bytes."""
        assert self._socket is not None
        await self._socket.send(text)

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a request and return its answer."""
        request = await self.send(**message)
        await self.until(lambda: request in self._answers or self.closed is not None)
        return self._answers.get(request, {"t": "closed"})

    @property
    def moves(self) -> list[str]:
        """Texts of the legal moves."""
        moves_by_verb = self.state.get("moves", {})
        return [
            f"{verb} {argument}".strip()
            for verb, arguments in moves_by_verb.items()
            for argument in arguments
        ]

    async def move(self, text: str) -> dict[str, Any]:
        """Play a move and return the answer."""
        return await self.ask(t="move", decision=self.state["decision"], move=text)

    async def close(self) -> None:
        """Close the connection."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader


class Person:
    """A person with an HTTP client."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = http_client(server.address)

    async def register(self) -> Person:
        """Introduce the person to the server."""
        answer = await self.http.post("/api/me", json={"name": self.name})
        assert answer.status_code == 200, answer.text
        return self

    async def create_table(self, *seats: str, **fields: Any) -> tuple[str, dict[int, str]]:
        """Create a table and return its id and keys; seats are `me`, `open`, `here:NAME` or a bot's level."""
        answer = await self.request_table(*seats, **fields)
        assert answer.status_code == 201, answer.text
        created = answer.json()
        return created["table"], {key["seat"]: key["key"] for key in created["keys"]}

    async def request_table(self, *seats: str, **fields: Any) -> httpx.Response:
        """Send the request for a table."""
        order = {"game": "capital-lux", "seats": [_seat(seat) for seat in seats], **fields}
        return await self.http.post("/api/tables", json=order)

    async def sit(self, table: str, seat: int | None = None) -> tuple[int, str]:
        """Take a seat and return it with its key."""
        answer = await self.http.post(f"/api/tables/{table}/sit", json={"seat": seat})
        assert answer.status_code == 200, answer.text
        return answer.json()["seat"], answer.json()["key"]


def _seat(description: str) -> dict[str, Any]:
    if description in ("me", "open"):
        return {"is": description}
    if description.startswith("here:"):
        return {"is": "here", "name": description[5:]}
    return {"is": "bot", "level": description}


class Server:
    """A running server."""

    def __init__(self, address: str, parts: Parts) -> None:
        self.address = address
        self.parts = parts
        self.people: list[Person] = []
        self.clients: list[Client] = []

    @property
    def service(self) -> TableService:
        """The service of all tables."""
        return self.parts.service

    def connections_at(self, table: str) -> TableConnections:
        """Return the connections of a table that is in memory."""
        return self.parts.connections.at(self.service.open_tables[table])

    async def person(self, name: str) -> Person:
        """Return a person whom the server knows."""
        person = await Person(self, name).register()
        self.people.append(person)
        return person

    async def client(self, table: str, key: str | None = None) -> Client:
        """Return a connected client: a player with a key, or a spectator."""
        client = Client(self.address, table, key)
        self.clients.append(client)
        return await client.connect()

    async def hello(self, table: str, key: str | None, n: int) -> dict[str, Any]:
        """Return the state message for a client that already knows `n` events."""
        async with open_socket(self.address, table, max_size=None, compression=None) as socket:
            await socket.send(json.dumps({"t": "hello", "key": key, "n": n}))
            async with asyncio.timeout(TIMEOUT):
                async for text in socket:
                    message: dict[str, Any] = json.loads(text)
                    if message["t"] == "state":
                        return message
        raise AssertionError("no state message was received")

    async def finish_background_tasks(self) -> None:
        """Wait until all background writes are done."""
        await self.service.background.finish()

    async def two_player_game(self, **fields: Any) -> tuple[str, Client, Client]:
        """Return the id and the two clients of a game that has started."""
        ada, bo = await self.person("Ada"), await self.person("Bo")
        table, keys = await ada.create_table("me", "open", **fields)
        _, key = await bo.sit(table)
        first, second = await self.client(table, keys[0]), await self.client(table, key)
        await first.ask(t="start")
        await second.until(lambda: bool(second.state))
        return table, first, second


@asynccontextmanager
async def serving(
    settings: Settings = NO_PAUSES, *, open_workers: OpenWorkers = WorkerPool, **changes: Any
) -> AsyncIterator[Server]:
    """Run a server in this event loop until the block ends."""
    app = make_app(replace(settings, **changes), open_workers)
    config = uvicorn.Config(app, port=0, **SOCKET_OPTIONS, log_level="error", timeout_graceful_shutdown=1)
    uvicorn_server = uvicorn.Server(config)
    running = asyncio.ensure_future(uvicorn_server.serve(listeners(config)))
    async with asyncio.timeout(TIMEOUT):
        while not uvicorn_server.started:
            if running.done():
                running.result()
            await asyncio.sleep(0.01)
    port = uvicorn_server.servers[0].sockets[0].getsockname()[1]
    server = Server(f"127.0.0.1:{port}", app.state.parts)
    try:
        yield server
    finally:
        for client in server.clients:
            await client.close()
        for person in server.people:
            await person.http.aclose()
        uvicorn_server.should_exit = True
        await running


async def play_moves(clients: list[Client], choose: Callable[[list[str]], str], moves: int = 10_000) -> int:
    """Play moves until the game is over or a number of moves is made; return their number."""
    played = 0
    while played < moves and not clients[0].state["outcome"]:
        acting = clients[0].state["acting"]
        for client in clients:
            if client.table["you"] in acting and client.state["decision"] is not None and client.moves:
                answer = await client.move(choose(client.moves))
                assert answer["t"] != "refused", answer
                played += 1
                break
        else:
            await clients[0].wait_for_message()
        await _wait_for_same_events(clients)
    return played


async def _wait_for_same_events(clients: list[Client]) -> None:
    """Wait until all clients have received the same number of events."""
    most = max(len(client.events) for client in clients)
    for client in clients:
        await client.wait_for_events(most)
