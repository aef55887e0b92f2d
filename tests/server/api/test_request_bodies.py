"""Invalid request bodies: each is refused with a sentence, and the table is unharmed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx
import pytest

from caponata.server.settings import Limits
from tests.server.clients import NO_PAUSES, TIMEOUT, Server, play_moves, serving

pytestmark = pytest.mark.anyio

GENEROUS = Limits(requests_per_second=1e6, request_burst=10**6)
JSON = {"content-type": "application/json"}
PATHS = ("/api/me", "/api/tables", "/api/tables/{}/sit", "/api/tables/{}/leave", "/api/tables/{}/claim")
ORDER = {"game": "capital-lux", "seats": [{"is": "me"}, {"is": "open"}]}

INVALID_BODIES = {
    "empty": b"",
    "not JSON": b"name=Ada",
    "truncated": b'{"name": "Ada"',
    "more than one": b'{"name": "Ada"} {"name": "Bo"}',
    "null": b"null",
    "a list": b"[]",
    "a number": b"7",
    "a text": b'"Ada"',
    "not UTF-8": b'{"name": "\xff\xfe", "key": "\xff", "token": "\xff", "seat": 0, "game": "\xff"}',
    "half a surrogate pair": rb'{"name": "\ud800", "key": "\ud800", "token": "\ud800", "entropy": "\ud800"}',
    "unknown fields": b'{"admin": true}',
    "deep": b'{"name": ' + b"[" * 30_000 + b"]" * 30_000 + b"}",
    "deep objects": b'{"name": ' + b'{"a":' * 10_000 + b"1" + b"}" * 10_000 + b"}",
    "wrong types": b'{"name": {}, "key": 1, "token": [], "seat": "first", "game": 5, "seats": {}}',
    "an infinite number": b'{"name": 1e999, "key": 1e999, "token": 1e999, "seat": 1e999, "game": 1e999}',
}
INVALID_TABLES: dict[str, tuple[dict[str, Any], int, str]] = {
    "an unknown game": ({"game": "capsize"}, 404, "no-such-game"),
    "a null character": ({"game": "capital-lux\0"}, 404, "no-such-game"),
    "an unknown option": ({"options": {"colour": 1}}, 400, "bad-options"),
    "an option of the wrong type": ({"options": {"hand_size": [[[1]]]}}, 400, "bad-options"),
    "a null character in an option": ({"options": {"\0": 1}}, 400, "bad-options"),
    "thousands of seats": ({"seats": [{"is": "me"}] * 2_000}, 400, "wrong-seats"),
    "no seats": ({"seats": []}, 400, "wrong-seats"),
    "two seats for me": ({"seats": [{"is": "me"}] * 2}, 400, "no-seat-for-you"),
    "an unknown level": ({"seats": [{"is": "me"}, {"is": "bot", "level": "god"}]}, 400, "no-such-level"),
    "an unknown kind of seat": ({"seats": [{"is": "king"}, {"is": "me"}]}, 400, "bad-request"),
    "a negative clock": ({"clock": {"move": -1, "bank": 0}}, 400, "bad-request"),
    "an endless clock": ({"clock": {"move": 10**99, "bank": 0}}, 400, "bad-request"),
    "a clock in a race": ({"game": "capio", "clock": {"move": 10, "bank": 0}}, 400, "no-clock"),
    "odd entropy": ({"entropy": "\0"}, 400, "bad-entropy"),
    "a null character in a name": (
        {"seats": [{"is": "me"}, {"is": "here", "name": "a\0b"}]},
        400,
        "odd-name",
    ),
    "an unknown bot speed": ({"bot_speed": "light"}, 400, "bad-request"),
}


@asynccontextmanager
async def unharmed() -> AsyncIterator[tuple[Server, str, httpx.AsyncClient]]:
    """Yield a game of two that must be unchanged after the block, and continue."""
    async with serving(NO_PAUSES, limits=GENEROUS) as server:
        table, ada, bo = await server.two_player_game()
        before = await server.service.store.rows(table)
        yield server, table, server.people[0].http
        assert await server.service.store.rows(table) == before
        await play_moves([ada, bo], lambda moves: moves[0], 4)


def check_refusal(answer: httpx.Response, case: object, statuses: tuple[int, ...] = (400,)) -> dict[str, Any]:
    """Check that a refusal is a sentence and reveals no internals."""
    assert answer.status_code in statuses, (case, answer.status_code, answer.text)
    error: dict[str, Any] = answer.json()
    assert error["status"] == answer.status_code and error["code"]
    assert " " in error["sentence"] and len(error["sentence"]) < 600, case
    for word in ("Traceback", "msgspec", "litestar", ".py", "sqlite"):
        assert word not in answer.text, (case, answer.text)
    return error


async def test_invalid_body_is_refused_with_a_sentence() -> None:
    async with unharmed() as (_, table, http):
        for path in PATHS:
            for case, body in INVALID_BODIES.items():
                answer = await http.post(path.format(table), content=body, headers=JSON)
                check_refusal(answer, (path, case))


async def test_invalid_table_is_refused_with_a_sentence() -> None:
    async with unharmed() as (server, _, http):
        count = await server.service.store.count()
        for case, (order, status, code) in INVALID_TABLES.items():
            error = check_refusal(await http.post("/api/tables", json=ORDER | order), case, (status,))
            assert error["code"] == code, case
        assert await server.service.store.count() == count


CORRECTIONS: dict[str, tuple[dict[str, Any], str, str | None]] = {
    "a value against a rule": (
        {"options": {"hand_size": 5}},
        "hand_size is 'rulebook' or 6, not 5 [LUX-2.1]",
        "LUX-2.1",
    ),
    "a list": (
        {"options": {"hand_size": [1]}},
        "the option 'hand_size' cannot be [1]: its default is 'rulebook'",
        None,
    ),
    "null": (
        {"options": {"opening_cards": 2, "hand_size": None}},
        "the option 'hand_size' cannot be None: its default is 'rulebook'",
        None,
    ),
    "an unknown bot speed": (
        {"bot_speed": "light"},
        "bot_speed is one of slow, normal, quick, not 'light'",
        None,
    ),
    "an unknown kind of seat": (
        {"seats": [{"is": "king"}, {"is": "me"}]},
        "seats[0].is is one of me, here, open, bot, not 'king'",
        None,
    ),
}


@pytest.mark.parametrize("case", CORRECTIONS)
async def test_refusal_names_the_valid_values_and_the_rule(case: str) -> None:
    order, sentence, rule = CORRECTIONS[case]
    async with serving() as server:
        ada = await server.person("Ada")
        error = check_refusal(await ada.http.post("/api/tables", json=ORDER | order), case)
        assert (error["sentence"], error["rule"]) == (sentence, rule)


async def test_refusal_counts_the_open_seats() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        for seats, sentence in (
            (("me", "open"), "1 of the seats is open: fill it first"),
            (("me", "open", "open"), "2 of the seats are open: fill them first"),
        ):
            table, keys = await ada.create_table(*seats)
            host = await server.client(table, keys[0])
            assert (await host.ask(t="start"))["error"]["sentence"] == sentence


async def test_bodies_that_are_too_long_are_not_read() -> None:
    async with unharmed() as (_, table, http):
        for path in PATHS:
            answer = await http.post(path.format(table), json={"name": "x" * 70_000, "key": "x" * 70_000})
            error = check_refusal(answer, path, (413,))
            assert "long" in error["sentence"]


async def test_last_of_duplicate_json_keys_counts() -> None:
    async with unharmed() as (_, _, http):
        duplicate_keys = b'{"name": "Ada", "name": "Bo"}'
        assert (await http.post("/api/me", content=duplicate_keys, headers=JSON)).json()["name"] == "Bo"


@pytest.mark.parametrize("seat", ["-1", "99", "9" * 40, "-9223372036854775809"])
async def test_nonexistent_seat_is_refused(seat: str) -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, _ = await ada.create_table("me", "open")
        answer = await bo.http.post(
            f"/api/tables/{table}/sit", content=f'{{"seat": {seat}}}'.encode(), headers=JSON
        )
        assert check_refusal(answer, seat, (404,))["code"] == "no-such-seat"
        assert (await bo.sit(table))[0] == 1


async def test_odd_addresses_are_refused_with_a_sentence() -> None:
    async with unharmed() as (_, table, http):
        for path in (
            *("/api/tables/%00", "/api/tables/%ff", "/api/tables/%ed%a0%80", f"/api/tables/{'x' * 3_000}"),
            *("/api/codes/%00", "/api/codes/%F0%9F%82%A1"),
            *("/api/games/%00/texts/en", "/api/games/..%2f/texts/en"),
            *(f"/api/tables/{table}/replay?seat=two", f"/api/tables/{table}/replay?seat=-7"),
            *(f"/api/tables/{table}/replay?seat={'9' * 50}", "/api/games/capital-lux/texts/%00"),
        ):
            check_refusal(await http.get(path), path, (400, 404))
        check_refusal(await http.get("/api/tables?game=%00"), "a game named by a null character", (404,))
        check_refusal(await http.delete(f"/api/tables/{table}"), "DELETE", (405,))


# Requests that no HTTP library sends: headers that do not match the body.


async def send_raw_request(server: Server, head: str, body: bytes, *, hangs_up: bool = False) -> bytes:
    """Send a raw request and return the whole response."""
    host, _, port = server.address.partition(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(f"POST /api/me HTTP/1.1\r\nHost: x\r\n{head}\r\n\r\n".encode() + body)
    await writer.drain()
    if hangs_up:
        writer.close()
        return b""
    try:
        return await asyncio.wait_for(reader.read(), TIMEOUT)
    finally:
        writer.close()


WRONG_LENGTHS = {
    "not a number": "Content-Length: many",
    "negative": "Content-Length: -5",
    "too large": "Content-Length: " + "9" * 40,
    "two lengths": "Content-Length: 3\r\nContent-Length: 15",
    "chunked without chunks": "Transfer-Encoding: chunked",
}


@pytest.mark.parametrize("case", WRONG_LENGTHS)
async def test_request_with_a_wrong_body_length_is_rejected(case: str) -> None:
    async with unharmed() as (server, _, _):
        head = f"Content-Type: application/json\r\nConnection: close\r\n{WRONG_LENGTHS[case]}"
        answer = await send_raw_request(server, head, b'{"name": "Ada"}\r\n\r\n')
        assert answer.split(b" ")[1] in (b"400", b"413"), answer
        assert b"Traceback" not in answer


async def test_connection_closed_within_a_body_does_no_harm() -> None:
    async with unharmed() as (server, _, http):
        head = "Content-Type: application/json\r\nContent-Length: 4000"
        for _ in range(30):
            await send_raw_request(server, head, b'{"name": "A', hangs_up=True)
        assert (await http.get("/api/health")).status_code == 200


async def test_body_longer_than_announced_is_not_a_second_request() -> None:
    async with unharmed() as (server, _, _):
        smuggled = b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n"
        head = "Content-Type: application/json\r\nConnection: close\r\nContent-Length: 15"
        answer = await send_raw_request(server, head, b'{"name": "Ada"}' + smuggled)
        assert answer.count(b"HTTP/1.1 ") == 1
