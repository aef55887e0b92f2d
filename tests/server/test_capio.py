"""Capio on the server: everybody grabs at once, a die is given once, and bots are peers."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from caponata.games.capio.reaction import LEVELS
from caponata.server import thinkers
from tests.server.house import Client, Server, serving
from tests.server.props import NO_LIMITS, Desk

pytestmark = pytest.mark.anyio

ALL = ("me", "here:Bo", "here:Cy")


@pytest.fixture(autouse=True)
def desk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots think in this process."""
    monkeypatch.setattr(thinkers, "Workers", Desk)


async def at_go(server: Server, *seats: str) -> list[Client]:
    """A table whose people are ready: the dice lie."""
    ada = await server.person("Ada")
    table, keys = await ada.make(*seats, game="capio", start=True)
    clients = [await server.client(table, key) for key in keys.values()]
    for client in clients:
        await client.until(lambda: bool(client.state) and "ready" in client.moves)  # noqa: B023
        await client.move("ready")
    await clients[0].until(lambda: clients[0].view["phase"] == "grabbing")
    return clients


def in_middle(client: Client) -> Counter[str]:
    """The dice of the middle."""
    shown = client.view["middle"]
    return Counter(f"{colour}-{face}" for colour, faces in shown.items() for face in faces if face)


async def test_a_die_that_all_reach_for_is_given_once() -> None:
    """[CAPIO-3.2]"""
    async with serving(limits=NO_LIMITS) as server:
        clients = await at_go(server, *ALL)
        die = next(die for die, count in in_middle(clients[0]).items() if count == 1)
        answers = await asyncio.gather(*(client.move(f"take {die}") for client in clients))
        assert sorted(answer["t"] for answer in answers) == ["refused", "refused", "state"]
        refused = [answer["error"] for answer in answers if answer["t"] == "refused"]
        assert {(error["code"], error["rule"]) for error in refused} == {("illegal-move", "CAPIO-3.2")}
        await clients[0].until(lambda: any(clients[0].view["hands"]))
        assert clients[0].view["hands"].count(die) == 1


async def test_two_equal_dice_serve_two_hands() -> None:
    """[CAPIO-1.1]"""
    async with serving(limits=NO_LIMITS) as server:
        clients = await at_go(server, *ALL)
        die = next((die for die, count in in_middle(clients[0]).items() if count == 2), None)
        if die is None:  # one throw in thousands
            return
        answers = await asyncio.gather(*(client.move(f"take {die}") for client in clients))
        assert sorted(answer["t"] for answer in answers) == ["refused", "state", "state"]


async def test_nothing_of_the_dice_is_told_before_go() -> None:
    """[CAPIO-8.1]"""
    async with serving(limits=NO_LIMITS) as server:
        ada = await server.person("Ada")
        table, keys = await ada.make(*ALL, game="capio", start=True)
        first, second, _ = [await server.client(table, key) for key in keys.values()]
        await first.until(lambda: bool(first.state) and "ready" in first.moves)
        await first.move("ready")
        await second.until(lambda: second.view["to_act"] == [1, 2])
        assert not in_middle(first)
        assert not in_middle(second)


async def test_a_bot_is_ready_and_grabs_no_faster_than_its_level_allows() -> None:
    async with serving(limits=NO_LIMITS) as server:
        [ada] = await at_go(server, "me", "expert")
        await ada.until(lambda: any(card["beside"] or any(card["fields"]) for card in ada.view["laid"][1]))
        rows = await server.house.store.rows(ada.table["table"])
        thrown = next(row.at for row in rows if b"throw" in row.body)
        taken = next(row.at for row in rows if b"take" in row.body)
        placed = next(row.at for row in rows if b"place" in row.body)
        reflexes = LEVELS["expert"]
        assert taken - thrown >= reflexes.start + reflexes.decide + reflexes.reach
        assert placed - taken >= reflexes.lay
