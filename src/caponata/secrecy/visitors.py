"""A real server in the caller's own event loop, and visitors that talk to it over real sockets."""

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

from caponata.server import shortcut
from caponata.server.app import make_app
from caponata.server.house import House
from caponata.server.settings import Settings
from caponata.server.shown import Shown

PATIENCE = 60.0  # seconds: for what never comes, not for what comes late
TRUSTS_NOBODY = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)  # to load certificates takes longer than the visit
AT_ONCE = Settings(pause=lambda speed: 0.0)


def browser(address: str, **more: Any) -> httpx.AsyncClient:
    """Somebody who asks a server on this machine over HTTP, without any proxy, and has time."""
    url = f"http://{address}"
    return httpx.AsyncClient(base_url=url, timeout=PATIENCE, trust_env=False, verify=TRUSTS_NOBODY, **more)


def socket_to(address: str, table: str, **more: Any) -> connect:
    """A socket to a table, likewise."""
    url = f"ws://{address}/api/tables/{table}/socket"
    return connect(url, open_timeout=PATIENCE, ping_interval=None, proxy=None, **more)


class Client:
    """A program at a table: it keeps what a browser would keep, and checks every hash."""

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
        self.heard: list[str] = []
        self.closed: tuple[int, str] | None = None
        self._answers: dict[str, dict[str, Any]] = {}
        self._news = asyncio.Condition()
        self.mark = secrets.token_hex(4)
        self._ids = itertools.count(1)
        self._socket: ClientConnection | None = None
        self._reader: asyncio.Task[None] | None = None

    async def connect(self) -> Client:
        """Say hello with what is known already."""
        self._socket = await socket_to(self.address, self.table_id, max_size=None, compression=None)
        self.closed = None
        hello = {"t": "hello", "key": self.key, "n": len(self.events), "chat": self.last_line}
        hello["hash"] = self.state.get("hash")
        await self._socket.send(json.dumps(hello))
        self._reader = asyncio.ensure_future(self._read())
        await self.until(self._is_settled)
        return self

    @property
    def last_line(self) -> int:
        """The number of the last chat line that was heard; who comes late does not hear the oldest ones."""
        return self.chat[-1]["k"] if self.chat else 0

    def _is_settled(self) -> bool:
        is_told = bool(self.table) and (self.table["status"] == "waiting" or bool(self.state))
        return is_told or self.closed is not None

    async def _read(self) -> None:
        assert self._socket is not None
        try:
            async for text in self._socket:
                assert isinstance(text, str)
                self.heard.append(text)
                await self._take(json.loads(text))
        except ConnectionClosed:
            pass
        self.closed = (self._socket.close_code or 0, self._socket.close_reason or "")
        async with self._news:
            self._news.notify_all()

    async def _take(self, message: dict[str, Any]) -> None:
        match message["t"]:
            case "state":
                self._take_state(message)
            case "table":
                self.table = message
            case "echo" if self._socket is not None:
                self.echo = message
                await self._socket.send(json.dumps({"t": "echo", "k": message["k"]}))
            case "chat":
                assert not self.chat or message["k"] == self.last_line + 1
                self.chat.append(message)
        if message.get("answers"):
            self._answers[message["answers"]] = message
        async with self._news:
            self._news.notify_all()

    def _take_state(self, message: dict[str, Any]) -> None:
        if "view" in message:
            self.view = message["view"]
        else:
            self.view = {**self.view, **message["changed"]}
            for key in message["gone"]:
                del self.view[key]
        assert Shown(self.view).hash == message["hash"]
        for event in message["events"]:
            assert event["n"] == len(self.events) + 1
            self.events.append(event)
        assert message["n"] == len(self.events)
        self.state = message

    async def until(self, happened: Callable[[], bool]) -> None:
        """Wait until something is known."""
        async with asyncio.timeout(PATIENCE), self._news:
            await self._news.wait_for(happened)

    async def has_events(self, count: int) -> None:
        """Wait until so many events are known."""
        await self.until(lambda: len(self.events) >= count)

    async def has_status(self, status: str) -> None:
        """Wait until the table has this status."""
        await self.until(lambda: self.table["status"] == status)

    async def hears_more(self) -> None:
        """Wait for another message."""
        before = len(self.heard)
        await self.until(lambda: len(self.heard) > before)

    async def send(self, **message: Any) -> str:
        """Send a request and give its id."""
        message.setdefault("id", f"{self.mark}-{next(self._ids)}")
        assert self._socket is not None
        await self._socket.send(json.dumps(message))
        return str(message["id"])

    async def send_raw(self, text: str | bytes) -> None:
        """Send anything at all."""
        assert self._socket is not None
        await self._socket.send(text)

    async def ask(self, **message: Any) -> dict[str, Any]:
        """Send a request and wait for its answer."""
        request = await self.send(**message)
        await self.until(lambda: request in self._answers or self.closed is not None)
        return self._answers.get(request, {"t": "closed"})

    @property
    def moves(self) -> list[str]:
        """The legal moves by their texts."""
        found = self.state.get("moves", {})
        return [f"{verb} {each}".strip() for verb, arguments in found.items() for each in arguments]

    async def move(self, text: str) -> dict[str, Any]:
        """Play a move."""
        return await self.ask(t="move", decision=self.state["decision"], move=text)

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()
        if self._reader is not None:
            await self._reader


class Person:
    """Somebody with a name and a browser."""

    def __init__(self, server: Server, name: str) -> None:
        self.server = server
        self.name = name
        self.http = browser(server.address)

    async def come(self) -> Person:
        """Introduce oneself."""
        answer = await self.http.post("/api/me", json={"name": self.name})
        assert answer.status_code == 200, answer.text
        return self

    async def make(self, *seats: str, **wishes: Any) -> tuple[str, dict[int, str]]:
        """Make a table of Capital Lux and give its id and the keys; seats are me, open, here:Bo, casual."""
        answer = await self.order(*seats, **wishes)
        assert answer.status_code == 201, answer.text
        made = answer.json()
        return made["table"], {each["seat"]: each["key"] for each in made["keys"]}

    async def order(self, *seats: str, **wishes: Any) -> httpx.Response:
        """Ask for a table."""
        order = {"game": "capital-lux", "seats": [_seat(seat) for seat in seats], **wishes}
        return await self.http.post("/api/tables", json=order)

    async def sit(self, table: str, seat: int | None = None) -> tuple[int, str]:
        """Sit down."""
        answer = await self.http.post(f"/api/tables/{table}/sit", json={"seat": seat})
        assert answer.status_code == 200, answer.text
        return answer.json()["seat"], answer.json()["key"]


def _seat(words: str) -> dict[str, Any]:
    if words in ("me", "open"):
        return {"is": words}
    if words.startswith("here:"):
        return {"is": "here", "name": words[5:]}
    return {"is": "bot", "level": words}


class Server:
    """A server that is running."""

    def __init__(self, address: str, house: House) -> None:
        self.address = address
        self.house = house
        self.people: list[Person] = []
        self.clients: list[Client] = []

    async def person(self, name: str) -> Person:
        """Somebody who comes in."""
        person = await Person(self, name).come()
        self.people.append(person)
        return person

    async def client(self, table: str, key: str | None = None) -> Client:
        """Somebody who sits at a table, or watches."""
        client = Client(self.address, table, key)
        self.clients.append(client)
        return await client.connect()

    async def hello(self, table: str, key: str | None, n: int) -> dict[str, Any]:
        """What somebody is told of the game who says that they know so many events."""
        async with socket_to(self.address, table, max_size=None, compression=None) as line:
            await line.send(json.dumps({"t": "hello", "key": key, "n": n}))
            async with asyncio.timeout(PATIENCE):
                async for text in line:
                    message: dict[str, Any] = json.loads(text)
                    if message["t"] == "state":
                        return message
        raise AssertionError("nothing was told")

    async def settled(self) -> None:
        """Wait until all is stored that is stored beside."""
        while self.house._chores:
            await asyncio.gather(*self.house._chores, return_exceptions=True)

    async def two(self, **wishes: Any) -> tuple[str, Client, Client]:
        """A game of two people that has begun."""
        ada, bo = await self.person("Ada"), await self.person("Bo")
        table, keys = await ada.make("me", "open", **wishes)
        _, key = await bo.sit(table)
        first, second = await self.client(table, keys[0]), await self.client(table, key)
        await first.ask(t="start")
        await second.until(lambda: bool(second.state))
        return table, first, second


@asynccontextmanager
async def serving(settings: Settings = AT_ONCE, **changes: Any) -> AsyncIterator[Server]:
    """A server in this event loop, until the block ends."""
    app = make_app(replace(settings, **changes))
    config = uvicorn.Config(app, port=0, **shortcut.OPTIONS, log_level="error", timeout_graceful_shutdown=1)
    uvicorn_server = uvicorn.Server(config)
    running = asyncio.ensure_future(uvicorn_server.serve())
    async with asyncio.timeout(PATIENCE):
        while not uvicorn_server.started:
            if running.done():
                running.result()
            await asyncio.sleep(0.01)
    port = uvicorn_server.servers[0].sockets[0].getsockname()[1]
    server = Server(f"127.0.0.1:{port}", app.state.house)
    try:
        yield server
    finally:
        for client in server.clients:
            await client.close()
        for person in server.people:
            await person.http.aclose()
        uvicorn_server.should_exit = True
        await running


async def play_on(clients: list[Client], choose: Callable[[list[str]], str], moves: int = 10_000) -> int:
    """Let seats play until the game is over or so many moves are made."""
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
            await clients[0].hears_more()
        await _agree(clients)
    return played


async def _agree(clients: list[Client]) -> None:
    """Wait until everybody has heard of the same number of events."""
    most = max(len(client.events) for client in clients)
    for client in clients:
        await client.has_events(most)
