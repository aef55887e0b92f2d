"""Requests over the socket: each is answered by its id, and ids belong to their client."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from caponata.server.settings import Limits
from caponata.server.tables.state import MAX_CHAT_MESSAGES
from tests.server.clients import Client, serving
from tests.server.tables.test_table_play import three_player_game

pytestmark = pytest.mark.anyio


def mover_of(*clients: Client) -> Client:
    return next(client for client in clients if client.moves)


def as_bot(seat: int, **level: str) -> dict[str, Any]:
    return {"t": "seat", "seat": seat, "as": "bot", **level}


async def answer_to(client: Client, request: str, text: str) -> dict[str, Any]:
    """Send a malformed message and return its answer."""
    await client.send_raw(text)
    await client.until(lambda: request in client._answers)
    return client._answers[request]


# Ids


async def test_next_person_on_a_freed_seat_may_use_the_same_ids() -> None:
    async with serving() as server:
        ada, bo, cy = [await server.person(name) for name in ("Ada", "Bo", "Cy")]
        table, keys = await ada.create_table("me", "open")
        host = await server.client(table, keys[0])
        first = await server.client(table, (await bo.sit(table))[1])
        await first.ask(t="chat", id="1", text="this is Bo")
        await host.ask(t="seat", seat=1, **{"as": "open"})
        second = await server.client(table, (await cy.sit(table))[1])
        await second.ask(t="chat", id="1", text="this is Cy")
        await host.until(lambda: len(host.chat) == 2)
        assert [message["text"] for message in host.chat] == ["this is Bo", "this is Cy"]


async def test_device_that_took_over_the_seat_may_use_the_same_ids() -> None:
    async with serving() as server:
        table, ada, _ = await server.two_player_game()
        await ada.ask(t="chat", id="1", text="at the desk")
        path = f"/api/tables/{table}"
        link = (await server.people[0].http.post(f"{path}/link", json={"key": ada.key})).json()
        phone = await server.person("Phone")
        key = (await phone.http.post(f"{path}/claim", json=link)).json()["key"]
        client = await server.client(table, key)
        await client.ask(t="chat", id="1", text="on the phone")
        await client.until(lambda: len(client.chat) == 2)


async def test_repeated_request_is_answered_after_a_restart() -> None:
    async with serving() as server:
        table, ada, _ = await server.two_player_game()
        await ada.ask(t="chat", id="1", text="once")
        await ada.close()
        server.service.open_tables.pop(table)
        ada._answers.clear()
        await ada.connect()
        assert (await ada.ask(t="chat", id="1", text="once"))["t"] == "done"
        assert len(ada.chat) == 1


# Repeated chat messages


async def test_repeated_chat_message_is_answered_despite_the_limit() -> None:
    async with serving(limits=Limits(chat_per_second=0, chat_burst=3)) as server:
        _, ada, _ = await server.two_player_game()
        for number in range(3):
            assert (await ada.ask(t="chat", id=f"{number}", text="hello"))["t"] == "done"
        assert (await ada.ask(t="chat", id="3", text="hello"))["error"]["code"] == "chatty"
        ada._answers.clear()
        assert (await ada.ask(t="chat", id="0", text="hello"))["t"] == "done"
        assert len(ada.chat) == 3


async def test_late_client_gets_the_last_messages_of_a_long_chat_and_new_ones() -> None:
    limits = Limits(message_burst=10**6, chat_burst=10**6)
    async with serving(limits=limits) as server:
        table, ada, bo = await server.two_player_game()
        for number in range(MAX_CHAT_MESSAGES + 1):
            await ada.ask(t="chat", text=str(number))
        late = await server.client(table, bo.key)
        await late.until(lambda: late.last_chat_number == MAX_CHAT_MESSAGES + 1)
        assert [message["k"] for message in late.chat] == list(range(2, MAX_CHAT_MESSAGES + 2))
        await late.close()
        await ada.ask(t="chat", text="and then")
        await late.connect()
        await late.until(lambda: late.chat[-1]["text"] == "and then")
        assert len(late.chat) == MAX_CHAT_MESSAGES + 1


async def test_repeated_chat_message_is_not_counted() -> None:
    async with serving(limits=Limits(chat_per_second=0, chat_burst=2)) as server:
        _, ada, _ = await server.two_player_game()
        for _ in range(4):
            await ada.ask(t="chat", id="0", text="hello")
        assert (await ada.ask(t="chat", id="1", text="again"))["t"] == "done"


async def test_chat_message_checked_twice_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(limits=Limits(chat_per_second=0, chat_burst=1)) as server:
        _, ada, _ = await server.two_player_game()
        append, tries = server.service.store.append, itertools.count()

        async def too_late_once(*arguments: Any) -> bool:
            return next(tries) > 0 and await append(*arguments)

        monkeypatch.setattr(server.service.store, "append", too_late_once)
        assert (await ada.ask(t="chat", text="hello"))["t"] == "done"
        assert next(tries) == 2


# Malformed messages

WRONG = [
    '{"t": "move", "id": "q1", "decision": null, "move": "pass"}',
    '{"t": "move", "id": "q1", "decision": 1}',
    '{"t": "chat", "id": "q1", "text": 5}',
    '{"t": "answer", "ask": 1, "yes": "yes", "id": "q1"}',
]


@pytest.mark.parametrize("text", WRONG, ids=range(len(WRONG)))
async def test_request_with_an_invalid_field_is_answered_and_closes_nothing(text: str) -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = mover_of(ada, bo)
        for number in range(7):
            answer = await answer_to(mover, f"q{number}", text.replace("q1", f"q{number}"))
            assert answer["t"] == "refused"
            assert answer["error"]["code"] == "no-message"
        assert mover.closed is None
        assert (await mover.move(mover.moves[0]))["t"] == "state"


async def test_unknown_request_is_answered_and_counts_as_malformed() -> None:
    async with serving() as server:
        _, ada, _ = await server.two_player_game()
        for number in range(4):
            answer = await answer_to(ada, f"q{number}", f'{{"t": "dance", "id": "q{number}"}}')
            assert answer["error"]["code"] == "no-message"
        await ada.send_raw('{"t": "dance", "id": "q5"}')
        await ada.until(lambda: ada.closed is not None)
        assert ada.closed is not None
        assert ada.closed[0] == 4400


# Ping


async def answers_to_ping(client: Client) -> list[str]:
    """Return the messages after a ping, at a table with one spectator."""
    await client.until(lambda: bool(client.state) and client.table["watching"] == 1)
    received = len(client.received)
    await client.send_raw('{"t": "ping"}')
    await client.until(lambda: len(client.received) > received)
    return client.received[received:]


async def test_ping_is_answered_by_pong_only() -> None:
    async with serving() as server:
        table, ada, _ = await server.two_player_game()
        stranger = await server.client(table, None)
        assert await answers_to_ping(ada) == await answers_to_ping(stranger) == ['{"t":"pong"}']
        assert ada.closed is stranger.closed is None


# Refusals


async def test_preview_of_an_illegal_move_names_the_same_rule_as_playing_it() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = mover_of(ada, bo)
        request = {"decision": mover.state["decision"], "move": "capital blue-4"}
        played, previewed = [(await mover.ask(t=t, **request))["error"] for t in ("move", "preview")]
        assert previewed == played
        assert previewed["rule"].startswith("LUX-") and previewed["reason"]


async def test_resigned_person_cannot_come_back() -> None:
    async with serving() as server:
        _, (ada, _, _) = await three_player_game(server)
        await ada.ask(t="resign")
        assert (await ada.ask(t="back"))["error"]["code"] == "resigned-already"


@pytest.mark.parametrize("level", [{}, {"level": "expert"}])
async def test_replacement_bot_during_the_game_is_always_casual(level: dict[str, str]) -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        await bo.ask(t="leave")
        assert (await ada.ask(**as_bot(1, **level)))["t"] == "table"
        assert ada.table["seats"][1]["stands_in"] == "casual"


async def test_bot_before_the_game_needs_a_level() -> None:
    async with serving() as server:
        person = await server.person("Ada")
        table, keys = await person.create_table("me", "open")
        ada = await server.client(table, keys[0])
        for level in ({}, {"level": "god"}):
            assert (await ada.ask(**as_bot(1, **level)))["error"]["code"] == "no-such-level"
        await ada.ask(**as_bot(1, level="club"))
        assert ada.table["seats"][1]["level"] == "club"
