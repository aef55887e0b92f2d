"""Rematches: the same people at a new table, with its own seed and new entropy."""

from __future__ import annotations

import pytest

from caponata.server.tables.deeds import Keyed, read_deed
from tests.server.clients import Client, Person, Server, http_client, serving

pytestmark = pytest.mark.anyio


async def test_rematch_has_the_same_people_and_its_own_seed() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        await ada.ask(t="resign")
        await bo.wait_for_status("finished")
        await bo.ask(t="rematch")
        await ada.until(lambda: ada.table["rematch"] is not None)
        again = ada.table["rematch"]
        assert again != table
        people = {person.name: person for person in server.people}
        seat, key = await people["Ada"].sit(again)
        client = await server.client(again, key)
        assert seat == 0
        assert client.table["commitment"] != ada.table["commitment"]
        assert [each["name"] for each in client.table["seats"]] == ["Ada", "Bo"]
        assert client.table["host"] == 0


async def test_everybody_adds_entropy_to_a_rematch() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open", entropy="ada-1")
        first = await server.client(table, keys[0])
        second = await server.client(table, await sit_with_entropy(bo, table, "bo-1"))
        again = await resign_and_rematch(first, second)
        assert await entropy_of(server, table) == ["ada-1", "bo-1"]
        first = await server.client(again, await sit_with_entropy(ada, again, "ada-2"))
        second = await server.client(again, await sit_with_entropy(bo, again, "bo-2"))
        server.service.open_tables[again].needs_reload = True  # as after a restart: it must be in the log
        third = await resign_and_rematch(first, second)
        await sit_with_entropy(ada, again, "too late")
        assert await entropy_of(server, again) == ["ada-2", "bo-2"]
        first = await server.client(third, await sit_with_entropy(ada, third, "ada-3"))
        second = await server.client(third, await sit_with_entropy(bo, third, ""))
        await resign_and_rematch(first, second)
        assert await entropy_of(server, third) == ["ada-3", "bo-2"]  # without new entropy the old one is kept


async def test_single_player_adds_new_entropy_to_a_rematch_or_keeps_the_old() -> None:
    async with serving() as server:
        ada, client = await play_alone_and_resign(server, "me", "here:Ann")
        refused = await client.ask(t="rematch", entropy="x" * 300)
        assert refused["error"]["code"] == "bad-entropy"
        await client.ask(t="rematch", entropy="new")
        again = client.table["rematch"]
        assert await entropy_of(server, again) == ["new", "new"]
        client = await server.client(again, await sit_with_entropy(ada, again, "too late"))
        await client.ask(t="resign")
        await client.wait_for_status("finished")
        await client.ask(t="rematch")
        assert await entropy_of(server, client.table["rematch"]) == ["new", "new"]


async def test_entropy_of_a_rematch_request_counts_only_for_the_requester() -> None:
    async with serving() as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open", entropy="ada-1")
        first = await server.client(table, keys[0])
        second = await server.client(table, await sit_with_entropy(bo, table, "bo-1"))
        again = await resign_and_rematch(first, second, entropy="ada-2")
        first = await server.client(again, await sit_with_entropy(ada, again, ""))
        second = await server.client(again, await sit_with_entropy(bo, again, ""))
        await resign_and_rematch(first, second)
        assert await entropy_of(server, again) == ["ada-2", "bo-1"]


async def test_bots_of_a_rematch_add_new_entropy() -> None:
    async with serving() as server:
        _, client = await play_alone_and_resign(server, "me", "beginner")
        await client.ask(t="rematch", entropy="new")
        [_, before] = await entropy_of(server, client.table_id)
        [own, after] = await entropy_of(server, client.table["rematch"])
        assert own == "new"
        assert after
        assert after != before


async def play_alone_and_resign(server: Server, *seats: str) -> tuple[Person, Client]:
    """Let Ada play alone and resign; return her and her client."""
    ada = await server.person("Ada")
    table, keys = await ada.create_table(*seats, start=True, entropy="ada")
    client = await server.client(table, keys[0])
    await client.ask(t="resign")
    await client.wait_for_status("finished")
    return ada, client


async def sit_with_entropy(person: Person, table: str, entropy: str) -> str:
    """Take a seat with some entropy and return its key."""
    answer = await person.http.post(f"/api/tables/{table}/sit", json={"entropy": entropy})
    return str(answer.json()["key"])


async def resign_and_rematch(first: Client, second: Client, **rematch_fields: str) -> str:
    """Play and resign a game; return the table of the rematch."""
    await first.ask(t="start")
    await second.until(lambda: bool(second.state))
    await second.ask(t="resign")
    await first.wait_for_status("finished")
    await first.ask(t="rematch", **rematch_fields)
    return str(first.table["rematch"])


async def entropy_of(server: Server, table: str) -> list[str]:
    """Return everybody's entropy from the replay of a game."""
    async with http_client(server.address) as anybody:
        replay = (await anybody.get(f"/api/tables/{table}/replay")).json()
    entropy: list[str] = replay["entropy"]
    return entropy


def test_stored_key_deed_without_entropy_can_be_read() -> None:
    assert read_deed(b'{"do":"keyed","seat":1,"person":"ada","key":"abc"}') == Keyed(1, "ada", "abc")
