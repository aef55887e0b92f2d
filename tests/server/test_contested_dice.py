"""Every die is taken once: seats at two server processes reach for the same dice at the same time."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

from caponata.server.rate_limits import TokenBucket
from caponata.server.settings import Limits
from caponata.server.tables import deeds
from caponata.store import Store
from tests.server.clients import Client
from tests.server.process import HERE, ME, order_table
from tests.server.proxy import delayed_proxy
from tests.server.test_processes import two_processes
from tests.services import postgres_server, redis_server

pytestmark = pytest.mark.anyio

PARALLEL_TABLES = 24  # tables
NO_HURRY = {"countdown": 0, "idle_after": 0, "quiet_after": 0}
GONE = ("refused", "CAPIO-3.2")
MOVE_SHARE = 0.8  # share of the message limit that is left for moves, besides echoes
DICE_PER_GAME = 120  # contested dice per game of two seats


class Grabber(Client):
    """A client that stays within the server's message limit."""

    def __init__(self, *where: str) -> None:
        super().__init__(*where)
        limits = Limits()
        rate, burst = MOVE_SHARE * limits.messages_per_second, int(MOVE_SHARE * limits.message_burst)
        self._limiter = TokenBucket(rate, burst, time.monotonic())

    async def send(self, **message: Any) -> str:
        while not self._limiter.take(time.monotonic()):
            await asyncio.sleep(1 / Limits().messages_per_second)
        return await super().send(**message)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, str]]:
    folder = tmp_path_factory.mktemp("shared")
    with postgres_server(folder) as postgres, redis_server(folder) as redis:
        yield postgres.fresh_url(), redis.url


@asynccontextmanager
async def seated(*addresses: str) -> AsyncIterator[list[Client]]:
    """Yield the clients of a table of Capio, connected to different servers."""
    seats = [ME, *[HERE] * (len(addresses) - 1)]
    table, keys = await order_table(addresses[0], *seats, game="capio", options=NO_HURRY)
    clients = [await Grabber(address, table, keys[seat]).connect() for seat, address in enumerate(addresses)]
    try:
        yield clients
    finally:
        await asyncio.gather(*(client.close() for client in clients))


async def agree(clients: list[Client]) -> None:
    """Wait until all clients have received the same number of events."""
    most = max(len(client.events) for client in clients)
    for client in clients:
        await client.wait_for_events(most)


def in_middle(client: Client) -> Counter[str]:
    """Count the dice in the middle by their look."""
    shown = client.view["middle"].items()
    return Counter(f"{colour}-{face}" for colour, faces in shown for face in faces if face)


async def go(clients: list[Client]) -> None:
    """Make everybody ready until the dice are thrown."""
    while any("ready" in client.moves for client in clients):
        await asyncio.gather(*(client.move("ready") for client in clients if "ready" in client.moves))
        await agree(clients)
    for client in clients:
        await client.until(lambda: client.view["phase"] == "grabbing")  # noqa: B023
    await agree(clients)


async def contest(clients: list[Client], die: str) -> None:
    """Let everybody reach for one die: one gets it, the others are refused and lose nothing."""
    open_before = [client.state["decision"] for client in clients]
    answers = await asyncio.gather(*(client.move(f"take {die}") for client in clients))
    assert [answer["t"] for answer in answers].count("state") == 1, answers
    winner = next(client for client, answer in zip(clients, answers) if answer["t"] == "state")
    assert winner.view["hands"][winner.table["you"]] == die
    for client, answer, decision in zip(clients, answers, open_before):
        if client is not winner:
            assert (answer["t"], answer["error"]["rule"]) == GONE
            assert client.state["decision"] == decision  # may reach for another die at once
            assert client.view["hands"][client.table["you"]] is None
    await lay(winner)


async def lay(client: Client) -> None:
    """Place the die in hand beside a card."""
    answer = await client.move(next(move for move in client.moves if move.endswith("beside")))
    assert answer["t"] == "state", answer


async def contests(addresses: list[str], count: int) -> str:
    """Play until a number of dice was contested; return the table."""
    async with seated(*addresses) as clients:
        first = clients[0]
        done = 0
        while done < count:
            await go(clients)
            while (dice := in_middle(first)) and done < count:
                die = min(dice, key=lambda die: (dice[die], die))
                if dice[die] == 1:
                    await contest(clients, die)
                    done += 1
                else:
                    await first.move(f"take {die}")
                    await lay(first)
                await agree(clients)
            await first.move("stop")
            await agree(clients)
            assert all(client.view["phase"] == "reckoning" for client in clients)
        return first.table_id


async def check_grants(store_url: str, tables: list[str]) -> int:
    """Check by the log that no die was taken more often than it was thrown. Returns the takes."""
    store = await Store.open(store_url)
    takes = 0
    try:
        for table in tables:
            rows = await store.rows(table)
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
            dice_left: dict[str, list[int]] = {}
            for row in rows:
                for entry in deeds.entries_of(deeds.read_deed(row.body)):
                    match entry.get("move", "").split():
                        case "throw", colour, fall:
                            dice_left[colour] = [int(face) for face in fall]
                        case "take", die:
                            colour, face = die.split("-")
                            dice_left[colour].remove(int(face))  # fails for a die that is taken twice
                            takes += 1
    finally:
        await store.close()
    return takes


async def contested(shared: tuple[str, str], takes: int, dice: int) -> None:
    """Contest dice at many tables of two processes."""
    async with two_processes(*shared) as (one, two):
        busy = asyncio.Semaphore(PARALLEL_TABLES)
        addresses = [[one.address, two.address], [two.address, one.address]]

        async def at_table(number: int) -> str:
            async with busy:
                return await contests(addresses[number % 2], dice)

        tables = await asyncio.gather(*(at_table(number) for number in range(-(-takes // (2 * dice)))))
    assert await check_grants(shared[0], tables) >= takes // 2


async def test_no_die_is_taken_twice_in_two_thousand_contested_takes(shared: tuple[str, str]) -> None:
    """[CAPIO-3.2]"""
    await contested(shared, 2_000, 40)


@pytest.mark.soak
async def test_no_die_is_taken_twice_in_a_hundred_thousand_contested_takes(
    shared: tuple[str, str],
) -> None:
    """[CAPIO-3.2]"""
    await contested(shared, 100_000, DICE_PER_GAME)


async def test_seats_at_another_process_count_for_the_fairness_hold(shared: tuple[str, str]) -> None:
    async with (
        two_processes(*shared) as (one, two),
        delayed_proxy(two.address, 0.3) as distant,
        seated(one.address, distant) as (near, away),
    ):
        for client in (near, away):
            await client.until(lambda: None not in client.echo.get("delays", [None]))  # noqa: B023
            assert client.echo["delays"][1] > client.echo["delays"][0] + 200
            assert client.echo["behind"][0] == 0
            assert client.echo["behind"][1] > 100
        await away.close()
        await near.until(lambda: near.echo["delays"][1] is None)
