"""Tables of eight at which everybody may act at the same moment."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from caponata import catalogue
from caponata.secrecy.doubles import NO_LIMITS
from tests.server.clients import Client, Server, play_moves, serving_in_process

pytestmark = pytest.mark.anyio

EIGHT = ("me", *(f"here:{name}" for name in ("Bo", "Cy", "Di", "Ed", "Flo", "Gus", "Hal")))


@pytest.fixture(autouse=True)
def grab(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the game of these tests, in this process only."""
    monkeypatch.setitem(catalogue.TUTORIAL, "grab", "tests.server.grab")


async def eight(server: Server, **fields: Any) -> tuple[str, list[Client]]:
    """Return a table of eight people that has started."""
    ada = await server.person("Ada")
    table, keys = await ada.create_table(*EIGHT, game="grab", start=True, **fields)
    clients = [await server.client(table, keys[seat]) for seat in range(8)]
    for client in clients:
        await client.until(lambda client=client: bool(client.state))  # type: ignore[misc]
    return table, clients


async def test_eight_people_act_at_once_without_waiting() -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:
        _, clients = await eight(server)
        assert clients[0].state["acting"] == list(range(8))
        answers = await asyncio.gather(*(client.move(f"grab {n + 1}") for n, client in enumerate(clients)))
        assert [answer["t"] for answer in answers] == ["state"] * 8
        for client in clients:
            await client.wait_for_events(8)
            assert client.view["owners"][:8] == list(range(8))
        await play_moves(clients, random.Random(1).choice)
        for client in clients:
            await client.wait_for_status("finished")


async def test_one_of_several_identical_moves_wins_and_the_others_get_the_reason() -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:
        table, clients = await eight(server)
        answers = await asyncio.gather(*(client.move("grab 7") for client in clients))
        refused = [answer["error"] for answer in answers if answer["t"] == "refused"]
        assert len(refused) == 7
        assert {(error["code"], error["rule"]) for error in refused} == {("illegal-move", "GRB-1.1")}
        winner = clients[0].view["owners"][6]
        assert all(error["facts"] == {"seat": winner} for error in refused)
        again = await asyncio.gather(*(c.move(f"grab {n + 8}") for n, c in enumerate(clients) if n != winner))
        assert {answer["t"] for answer in again} == {"state"}
        assert [row.kind for row in await server.service.store.rows(table)].count("played") == 8


async def test_bots_that_all_want_the_same_finish_the_game() -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", *["casual"] * 7, game="grab", start=True)
        client = await server.client(table, keys[0])
        await play_moves([client], lambda moves: moves[0])
        await client.wait_for_status("finished")
        assert Counter(client.view["owners"]) == dict.fromkeys(range(8), 3)


async def test_bot_chooses_again_when_its_move_became_illegal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:
        is_taken = asyncio.Event()
        choose = server.parts.bot_workers.choose
        choices: list[str] = []

        async def choose_late(*arguments: Any) -> tuple[str, int | None]:
            chosen = await choose(*arguments)
            choices.append(chosen[0])
            await is_taken.wait()
            return chosen

        monkeypatch.setattr(server.parts.bot_workers, "choose", choose_late)
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "casual", game="grab", start=True)
        client = await server.client(table, keys[0])
        await client.until(lambda: bool(choices))
        await client.move(choices[0])
        is_taken.set()
        await client.until(lambda: client.view["owners"].count(1) == 3)
        assert client.view["owners"].count(0) == 1


async def test_bot_that_never_finds_a_legal_move_plays_the_default_move(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:

        async def always_the_same(*arguments: Any) -> tuple[str, int | None]:
            return "grab 24", None

        monkeypatch.setattr(server.parts.bot_workers, "choose", always_the_same)
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "casual", game="grab", start=True)
        client = await server.client(table, keys[0])
        await client.until(lambda: bool(client.state) and client.view["owners"].count(1) == 3)
        assert client.view["owners"][23] == 1


async def test_every_acting_seat_has_its_own_running_clock() -> None:
    now = [1_000_000]
    async with serving_in_process(limits=NO_LIMITS, now=lambda: now[0]) as server:
        _, clients = await eight(server, clock={"move": 30, "bank": 60, "then": "default"})
        ada, bo = clients[0], clients[1]
        assert all(clock["runs"] for clock in ada.table["clocks"])
        now[0] += 40_000
        await ada.move("grab 1")
        await bo.until(lambda: bo.table["clocks"][0]["bank"] == 50_000)
        assert ada.table["clocks"][0] == {"move": 30_000, "bank": 50_000, "runs": True}
        assert bo.table["clocks"][1] == {"move": 0, "bank": 50_000, "runs": True}
        now[0] += 10_000
        await bo.move("grab 2")
        await ada.until(lambda: ada.table["clocks"][1]["bank"] == 40_000)
        assert ada.table["clocks"][0] == {"move": 20_000, "bank": 50_000, "runs": True}


async def test_every_seat_plays_its_default_move_when_all_clocks_run_out() -> None:
    now = [1_000_000]
    async with serving_in_process(limits=NO_LIMITS, now=lambda: now[0]) as server:
        _, clients = await eight(server, clock={"move": 1, "bank": 0, "then": "default"})
        for _ in range(3):
            now[0] += 1_000
            count = len(clients[0].events)
            await clients[0].wait_for_events(count + 8)
        await clients[0].wait_for_status("finished")


async def test_table_of_eight_is_rebuilt_from_its_snapshot(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/tables.db"
    rng = random.Random(2)
    async with serving_in_process(limits=NO_LIMITS, store=store, snapshot_every=5) as server:
        table, clients = await eight(server)
        await play_moves(clients, rng.choice, 14)
        known = [(client.key, client.view, client.state["decision"]) for client in clients]
    async with serving_in_process(limits=NO_LIMITS, store=store, snapshot_every=5) as server:
        again = []
        for key, view, decision in known:
            client = await server.client(table, key)
            await client.until(lambda client=client: bool(client.state))  # type: ignore[misc]
            assert (client.view, client.state["decision"]) == (view, decision)
            again.append(client)
        await play_moves(again, rng.choice)
        await again[0].wait_for_status("finished")


async def test_all_acting_seats_have_the_turn() -> None:
    async with serving_in_process(limits=NO_LIMITS) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open", game="grab")
        _, key = await bo.sit(table)
        clients = [await server.client(table, keys[0]), await server.client(table, key)]
        await clients[0].ask(t="start")
        await server.finish_background_tasks()
        for person in (ada, bo):
            assert (await person.http.get("/api/me/tables")).json()[0]["your_turn"]
        for coin in (1, 2, 3):
            await clients[0].move(f"grab {coin}")
        turns = [(await person.http.get("/api/me/tables")).json()[0]["your_turn"] for person in (ada, bo)]
        assert turns == [False, True]
