"""Malformed, forged and excessive messages: they are refused, and the game of the others goes on."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from caponata.engine.game import SPECTATOR
from caponata.server import run
from caponata.server.api.identity import IdentitySigner
from caponata.server.connections import connection as connections
from caponata.server.connections.connection import WebSocketConnection
from caponata.server.settings import Limits
from caponata.server.tables.people import Person
from tests.server.clients import NO_PAUSES, TIMEOUT, Client, Server, http_client, open_socket, serving

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def unharmed(**limits: Any) -> AsyncIterator[tuple[Server, str, Client, Client]]:
    """Yield a game of two that must be playable after the block."""
    async with serving(NO_PAUSES, limits=Limits(**limits)) as server:
        table, ada, bo = await server.two_player_game()
        yield server, table, ada, bo
        mover, other = (ada, bo) if ada.moves else (bo, ada)
        if mover.closed is not None:
            await mover.connect()
        assert (await mover.move(mover.moves[0]))["t"] == "state"
        if other.closed is None:
            await other.wait_for_events(len(mover.events))


async def close_frame(client: Client) -> tuple[int, str]:
    await client.until(lambda: client.closed is not None)
    assert client.closed is not None
    return client.closed


def is_a_sentence(error: dict[str, Any]) -> bool:
    return " " in error["sentence"] and "Traceback" not in error["sentence"]


def refusals(client: Client) -> list[dict[str, Any]]:
    """Return all refusals that a client received."""
    messages = [json.loads(text) for text in client.received]
    return [message["error"] for message in messages if message["t"] == "refused"]


DEEP = '{"t": "chat", "id": "a", "text": "b", "more": ' + "[" * 3_900 + "]" * 3_900 + "}"
MALFORMED = [
    "",
    "not JSON",
    "null",
    "[]",
    "7",
    '"hello"',
    "{}",
    '{"t": 5}',
    '{"t": "dance", "id": "a"}',
    '{"t": "move", "id": "a", "decision": "1", "move": 3}',
    '{"t": "move", "id": "", "decision": 1, "move": "pass"}',
    '{"t": "move", "id": 7, "decision": 1, "move": "pass"}',
    '{"t": "move", "id": "a", "decision": 1e999, "move": "pass"}',
    '{"t": "move", "id": "a", "decision": -7, "move": "pass"}',
    '{"t": "chat", "id": "nul\\u0000", "text": "b"}',
    '{"t": "chat", "id": "\\ud800", "text": "b"}',
    '{"t": "chat", "id": "a", "text": "\\udfff"}',
    '{"t": "chat", "id": "%s", "text": "b"}' % ("x" * 65),
    DEEP,
    b"\xff\xfe\x00",
]


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_malformed_message_is_refused_with_a_sentence(text: str | bytes) -> None:
    async with unharmed() as (_, _, ada, _):
        await ada.send_raw(text)
        await ada.until(lambda: bool(refusals(ada)) or ada.closed is not None)
        [error] = refusals(ada)
        assert error["code"] == "no-message"
        assert is_a_sentence(error)


@pytest.mark.parametrize("text", MALFORMED, ids=range(len(MALFORMED)))
async def test_first_message_other_than_hello_closes_the_socket(text: str | bytes) -> None:
    async with unharmed() as (server, table, _, _):  # noqa: SIM117
        async with open_socket(server.address, table) as stranger:
            await stranger.send(text)
            with pytest.raises(ConnectionClosed):
                await asyncio.wait_for(stranger.recv(), TIMEOUT)
            assert stranger.close_code == 4400 and stranger.close_reason


async def test_five_malformed_messages_close_the_socket() -> None:
    async with unharmed() as (_, _, ada, _):
        for _ in range(5):
            await ada.send_raw("nonsense")
        assert (await close_frame(ada))[0] == 4400


async def test_impossible_requests_are_refused_with_their_codes() -> None:
    async with unharmed(message_burst=1000) as (server, table, ada, bo):
        watcher = await server.client(table)
        mover = ada if ada.moves else bo
        decision = mover.state["decision"]
        for client, message, code in [
            (mover, {"t": "move", "decision": 2**53, "move": mover.moves[0]}, "closed-decision"),
            (mover, {"t": "move", "decision": decision, "move": "dance \0"}, "no-such-move"),
            (mover, {"t": "move", "decision": decision, "move": ""}, "no-such-move"),
            (watcher, {"t": "move", "decision": decision, "move": mover.moves[0]}, "only-watching"),
            (watcher, {"t": "chat", "text": "hi"}, "only-watching"),
            (watcher, {"t": "resign"}, "only-watching"),
            (mover, {"t": "answer", "ask": 99, "yes": True}, "not-asked"),
            (mover, {"t": "seat", "seat": 99, "as": "bot", "level": "casual"}, "no-such-seat"),
            (mover, {"t": "seat", "seat": 0, "as": "king"}, "no-such-kind"),
            (mover, {"t": "seat", "seat": 0, "as": "bot", "level": "god"}, "no-such-level"),
            (mover, {"t": "chat", "text": " \n "}, "empty-text"),
            (mover, {"t": "chat", "text": "x" * 501}, "long-text"),
            (mover, {"t": "start"}, "game-began"),
            (mover, {"t": "rematch"}, "not-over"),
            (mover, {"t": "resume"}, "not-paused"),
        ]:
            answer = await client.ask(**message)
            assert answer["t"] == "refused" and answer["error"]["code"] == code, (message, answer)
            assert is_a_sentence(answer["error"])


async def test_second_hello_is_refused() -> None:
    async with unharmed() as (_, _, ada, _):
        await ada.send(t="hello", key=ada.key)
        await ada.until(lambda: any('"said-hello"' in text for text in ada.received))


async def test_illegal_move_is_refused_with_its_rule() -> None:
    async with unharmed() as (_, _, ada, bo):
        answer = await ada.move(next(text for text in bo.moves if text not in ada.moves))
        assert answer["error"]["code"] == "illegal-move" and answer["error"]["status"] == 409
        assert answer["error"]["rule"].startswith("LUX-") and answer["error"]["reason"]


async def test_keys_and_tokens_of_others_are_useless() -> None:
    async with unharmed() as (server, table, ada, _):
        cat = await server.person("Cat")
        other, keys = await cat.create_table("me", "open")
        token = cat.http.cookies["caponata"]
        for key in (keys[0], token, "", "x" * 2000, ada.key[:-1] if ada.key else ""):
            stranger = await server.client(table, key)
            assert (await close_frame(stranger))[0] == 4401
        assert (await close_frame(await server.client("nowhere", ada.key)))[0] == 4404
        for path in ("leave", "link"):
            answer = await cat.http.post(f"/api/tables/{table}/{path}", json={"key": keys[0]})
            assert answer.status_code == 401 and answer.json()["code"] == "wrong-key"
        answer = await cat.http.post(f"/api/tables/{table}/claim", json={"token": keys[0]})
        assert answer.status_code == 404
        seen = await cat.http.get(f"/api/tables/{table}/replay?seat=0", headers={"X-Seat-Key": keys[0]})
        assert seen.status_code in (401, 403)
        assert other != table


async def test_long_messages_close_the_socket() -> None:
    async with unharmed() as (_, _, ada, bo):
        await ada.send_raw('{"t": "chat", "id": "a", "text": "' + "x" * 8_200 + '"}')
        code, reason = await close_frame(ada)
        assert code == 4413 and "long" in reason
        await bo.until(lambda: not bo.table["seats"][0]["here"])


async def test_message_length_is_measured_in_bytes() -> None:
    async with unharmed() as (_, _, ada, _):
        await ada.send_raw('{"t": "chat", "id": "a", "text": "' + "東" * 3_000 + '"}')
        assert (await close_frame(ada))[0] == 4413


async def test_giant_message_is_not_read_to_its_end() -> None:
    async with unharmed() as (_, _, ada, _):
        await ada.send_raw("x" * 70_000)
        assert (await close_frame(ada))[0] == 1009


@pytest.mark.parametrize("kind", ["whole", "ping"])
async def test_message_flood_closes_the_socket_and_chat_flood_is_refused(kind: str) -> None:
    async with unharmed(messages_per_second=0, chat_per_second=0) as (_, _, ada, bo):
        answers = [await bo.ask(t="chat", text=f"line {n}") for n in range(12)]
        assert [each.get("error", {}).get("code") for each in answers][-1] == "chatty"
        assert len(ada.chat) < 10
        for _ in range(200):
            try:
                await ada.send(t=kind)
            except ConnectionClosed:
                break
        assert (await close_frame(ada))[0] == 4429


async def test_client_that_never_reads_is_disconnected_and_the_others_play_on() -> None:
    async with serving(
        NO_PAUSES, limits=Limits(unread_messages=30, chat_burst=9999, message_burst=9999)
    ) as server:
        table, ada, bo = await server.two_player_game()
        host, _, port = server.address.partition(":")
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        narrow.setblocking(False)
        await asyncio.get_running_loop().sock_connect(narrow, (host, int(port)))
        async with open_socket(
            server.address, table, sock=narrow, compression=None, max_queue=1
        ) as silent_socket:
            await silent_socket.send('{"t": "hello"}')
            await bo.until(lambda: bo.table["watching"] == 1)
            for _ in range(60):
                await asyncio.gather(*(ada.send(t="chat", text="x" * 500) for _ in range(100)))
                if (await ada.ask(t="chat", text="?"))["t"] == "refused":
                    break
                if not any(len(viewer.connections) for seat, viewer in _viewers(server, table) if seat == -1):
                    break
            mover = ada if ada.moves else bo
            assert (await mover.move(mover.moves[0]))["t"] == "state"
            with pytest.raises(ConnectionClosed):  # noqa: PT012
                async with asyncio.timeout(TIMEOUT):
                    while True:
                        await silent_socket.recv()
            assert silent_socket.close_code == 4408 and silent_socket.close_reason
        await bo.until(lambda: bo.table["watching"] == 0)


@pytest.mark.parametrize("reason", ["message limit", "timeout", "kernel"])
async def test_client_that_never_reads_frees_its_spectator_place(
    monkeypatch: pytest.MonkeyPatch, reason: str
) -> None:
    """It is disconnected by the message limit, because a message waits too long, or by the kernel."""
    if reason == "kernel" and not hasattr(socket, "TCP_USER_TIMEOUT"):
        pytest.skip("only Linux limits the time of unread data")
    soon, never = 0.3, 3600.0
    monkeypatch.setattr(connections, "CLOSE_TIMEOUT", soon if reason == "message limit" else never)
    monkeypatch.setattr(connections, "READ_TIMEOUT", soon if reason == "timeout" else never)
    monkeypatch.setattr(run, "READ_TIMEOUT", soon if reason == "kernel" else never)
    over_limit = reason == "message limit"
    limits = Limits(unread_messages=30 if over_limit else 10**6, message_burst=10**6, spectators_per_table=1)
    async with serving(NO_PAUSES, limits=limits) as server:
        table, _, bo = await server.two_player_game()
        with socket.socket() as silent_socket:
            await connect_without_reading(silent_socket, server.address, table)
            await bo.until(lambda: bo.table["watching"] == 1)
            await flood_until_slow(silent_socket, server, table, over_limit=over_limit)
            await bo.until(lambda: bo.table["watching"] == 0)
            async with open_socket(server.address, table) as another:
                await another.send('{"t": "hello"}')
                assert json.loads(await another.recv())["t"] == "table"


async def test_client_that_answers_no_ping_is_disconnected(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(run.SOCKET_OPTIONS, "ws_ping_interval", 0.5)
    monkeypatch.setitem(run.SOCKET_OPTIONS, "ws_ping_timeout", 2.0)
    async with serving(NO_PAUSES) as server:
        table, _, bo = await server.two_player_game()
        with socket.socket() as silent_socket:
            await connect_without_reading(silent_socket, server.address, table)
            await bo.until(lambda: bo.table["watching"] == 1)
            await bo.until(lambda: bo.table["watching"] == 0)
        assert bo.closed is None


async def test_client_that_reads_late_receives_everything_in_order() -> None:
    async with serving(NO_PAUSES, limits=Limits(unread_messages=10**6, message_burst=10**6)) as server:
        table, _, bo = await server.two_player_game()
        with socket.socket() as late_socket:
            await connect_without_reading(late_socket, server.address, table)
            await bo.until(lambda: bo.table["watching"] == 1)
            connection = await flood_until_slow(late_socket, server, table)
            for number in range(1000):
                connection.send(b'{"number":%d}' % number)
            connection.close(4400, "the end")
            loop, received = asyncio.get_running_loop(), bytearray()
            async with asyncio.timeout(TIMEOUT):
                while not received.endswith(b"the end"):
                    received += await loop.sock_recv(late_socket, 65_536)
        numbers = [int(number) for number in re.findall(rb'{"number":(\d+)}', received)]
        assert numbers == list(range(1000))


async def flood_until_slow(
    silent_socket: socket.socket, server: Server, table: str, *, over_limit: bool = False
) -> WebSocketConnection:
    """Ask for messages without reading them until they wait at the server; return its connection."""
    [connection] = server.connections_at(table).viewers.by_seat[SPECTATOR].connections
    assert isinstance(connection, WebSocketConnection)
    loop, request = asyncio.get_running_loop(), frame('{"t":"whole"}')
    # the kernel may disconnect the client earlier
    with suppress(ConnectionError):
        while connection._sender_task is None or (over_limit and not connection._is_closed):
            await asyncio.wait_for(loop.sock_sendall(silent_socket, request), TIMEOUT)
    return connection


async def connect_without_reading(silent_socket: socket.socket, address: str, table: str) -> None:
    """Watch a table through a socket that is never read."""
    loop = asyncio.get_running_loop()
    silent_socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
    silent_socket.setblocking(False)
    host, _, port = address.partition(":")
    await loop.sock_connect(silent_socket, (host, int(port)))
    headers = (
        f"GET /api/tables/{table}/socket HTTP/1.1",
        *(f"Host: {address}", "Upgrade: websocket", "Connection: Upgrade"),
        *("Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13"),
    )
    await loop.sock_sendall(silent_socket, "".join(f"{header}\r\n" for header in (*headers, "")).encode())
    await asyncio.sleep(0.2)
    await loop.sock_sendall(silent_socket, frame('{"t":"hello"}'))


def frame(text: str) -> bytes:
    """Return a short client frame, masked with zeros."""
    return bytes((0x81, 0x80 | len(text))) + bytes(4) + text.encode()


def _viewers(server: Server, table: str) -> list[tuple[int, Any]]:
    return list(server.connections_at(table).viewers.by_seat.items())


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://[", "http://127.0.0.1:1"])
async def test_pages_of_other_sites_cannot_open_a_socket(origin: str) -> None:
    async with unharmed() as (server, table, _, _):
        with pytest.raises((InvalidStatus, ConnectionClosed)) as refused:
            async with open_socket(server.address, table, origin=origin) as page:
                await page.recv()
        assert "500" not in str(refused.value) and "1011" not in str(refused.value)


async def test_hundreds_of_connections_come_and_go() -> None:
    async with unharmed(spectators_per_table=15, request_burst=1000) as (server, table, _, bo):

        async def connect_briefly(n: int) -> int:
            async with open_socket(server.address, table) as stranger:
                if n % 3:
                    await stranger.send('{"t": "hello"}')
                    try:
                        await stranger.recv()
                    except ConnectionClosed:
                        return stranger.close_code or 0
            return 0

        codes: set[int] = set()
        for _ in range(10):
            codes |= set(await asyncio.gather(*(connect_briefly(n) for n in range(30))))
        assert codes <= {0, 4429}
        await bo.until(lambda: bo.table["watching"] == 0)


async def test_forged_identities_are_rejected() -> None:
    async with unharmed() as (server, _, _, _):
        good = IdentitySigner(b"x" * 32).sign(Person("p", "Eve"))
        body, _, signature = good.partition(".")
        forged = [good, body, f"{body}.", f".{signature}", "..", "é.é", "a" * 5000, f"{body}.{signature}="]
        async with http_client(server.address) as http:
            for token in forged:
                answer = await http.get("/api/me", headers={b"Authorization": f"Bearer {token}".encode()})
                assert answer.status_code == 401 and answer.json()["code"] == "nobody"
