"""Tables created and played through the server's API, so that a page can be opened in any situation."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

from caponata.catalogue import find_game
from caponata.server.rate_limits import TokenBucket
from tests.server.clients import Client
from tests.server.process import order_table

T = TypeVar("T")
Condition = Callable[[Client], bool]
BOT = {"is": "bot", "level": "beginner"}
LUX = "capital-lux"
NEIGHBOURS = ("Bo", "Cleo", "Dimitri", "Esmeralda", "Fabrizio", "Giuseppina", "Hal")
LUX_SEATS = 3
POLL_INTERVAL = 0.005  # seconds
RATE_LIMIT_WAIT = 0.05  # seconds
RATE_LIMIT = (15, 45)  # moves per second, and burst; below the server's limit, because echoes count too
OPTIONS = {"capio": {"countdown": 0, "idle_after": 0, "quiet_after": 0}}  # no automatic end
MAX_TABLES = 40  # tables played in search of a rare situation


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in another thread, because Playwright keeps an event loop in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class Table:
    """A table and the keys of its human seats."""

    id: str
    keys: dict[int, str]

    def stored_keys(self, seat: int) -> dict[str, list[dict[str, Any]]]:
        """The stored seat keys of a device that holds this seat."""
        return {self.id: [{"seat": seat, "key": self.keys[seat]}]}


def at_the_end(client: Client) -> bool:
    """Never true: the game is played to its end."""
    return False


def can_pick(client: Client) -> bool:
    """The seat can pick cards from a packet."""
    return "pick" in client.state["moves"]


def must_choose_a_gate(client: Client) -> bool:
    """The seat must choose a colour for Agent or Cleric, and has cards in hand."""
    return bool(client.view["hand"] and {"take", "place"} & client.state["moves"].keys())


def can_pay(client: Client) -> bool:
    """The seat is over a limit and can pay."""
    return "pay" in client.state["moves"]


def can_play_a_card(client: Client) -> bool:
    """The seat can play a card in the middle of the second round."""
    return client.view["round"] == 2 and "home" in client.state["moves"] and len(client.view["hand"]) <= 4


def has_first_round_ended(client: Client) -> bool:
    """The first round has ended and the second begins."""
    return client.view["round"] == 2 and "pick" in client.state["moves"]


def can_follow(client: Client) -> bool:
    """CAPO: the seat can beat the cards on the table."""
    return "lay" in client.state["moves"] and client.view["top"] is not None


def must_give_cards(client: Client) -> bool:
    """CAPO: the seat must give cards."""
    return "give" in client.state["moves"]


def in_phase(phase: str) -> Condition:
    """The game is in this phase."""
    return lambda client: client.view["phase"] == phase


def after(moves: int) -> Condition:
    """The first seat has made this many decisions."""
    left = moves

    def is_reached(client: Client) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return is_reached


async def _play(
    address: str, table: Table, rng: random.Random, condition: Condition, pause: float = 0
) -> bool:
    """Play all human seats until a condition holds for the first one. Returns whether it was reached."""
    clients = [Client(address, table.id, key) for key in table.keys.values()]
    first = clients[0]
    limits = [
        TokenBucket(*RATE_LIMIT, time.monotonic()) for _ in clients
    ]  # the server disconnects clients that flood it
    try:
        for client in clients:
            await client.connect()
        while first.table["status"] == "playing":
            waiting = [client for client in clients if client.moves and client.state["decision"] is not None]
            if first in waiting and condition(first):
                return True
            for client, limit in zip(clients, limits, strict=True):
                if client not in waiting:
                    continue
                await asyncio.sleep(pause)
                while not limit.take(time.monotonic()):
                    await asyncio.sleep(RATE_LIMIT_WAIT)
                before = client.state["decision"]
                if before is None or not client.moves:  # in a race another seat may have ended it
                    continue
                answer = await client.move(rng.choice(client.moves))
                if answer["t"] != "refused":  # ... or was faster
                    await client.until(
                        lambda: client.closed is not None or client.state["decision"] != before  # noqa: B023
                    )
                assert client.closed is None, client.closed
            if not waiting:
                await asyncio.sleep(POLL_INTERVAL)  # a bot is thinking, or a message is pending
        return False
    finally:
        for client in clients:
            await client.close()


async def _table_at(
    address: str,
    rng: random.Random,
    condition: Condition,
    bots: int,
    game: str,
    seats: int | None,
    options: dict[str, Any],
) -> Table:
    people: list[dict[str, str]] = [{"is": "me"}, *({"is": "here", "name": name} for name in NEIGHBOURS)]
    if seats is None:
        seats = LUX_SEATS if game == LUX else max(2, min(find_game(game).seats))
    people = people[: seats - bots]
    for _ in range(MAX_TABLES):
        settings = {"game": game, "options": OPTIONS.get(game, {}) | options, "bot_speed": "quick"}
        table = Table(*await order_table(address, *people, *[BOT] * bots, **settings))
        if await _play(address, table, rng, condition) or condition is at_the_end:
            return table
    raise AssertionError(f"{MAX_TABLES} games did not reach the condition")


def table_at(
    address: str,
    condition: Condition,
    *,
    seed: int = 1,
    bots: int = 0,
    game: str = LUX,
    seats: int | None = None,
    options: dict[str, Any] | None = None,
) -> Table:
    """A table played until a condition holds for its first seat; with as few seats as possible by default."""
    return run(_table_at(address, random.Random(seed), condition, bots, game, seats, options or {}))


def new_table(address: str, **settings: Any) -> Table:
    """A table of three people whose game has begun."""
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cleo"}]
    return Table(*run(order_table(address, *people, **settings)))


def reconnect_repeatedly(address: str, table: Table, *, times: int, pause: float) -> None:
    """Connect and disconnect the second seat repeatedly."""

    async def visit() -> None:
        for _ in range(times):
            client = Client(address, table.id, table.keys[1])
            await client.connect()
            await asyncio.sleep(pause)
            await client.close()

    run(visit())


def play_to_end(
    address: str, table: Table, *, seed: int, pause: float, until: Condition = at_the_end
) -> None:
    """Play a table to its end, or until a condition holds, with pauses so that others can watch."""
    rng = random.Random(seed)
    run(_play(address, table, rng, until, pause))


def resign_second_seat(address: str, table: Table) -> None:
    """Let the second seat resign, so that the game is over and its replay public."""

    async def resign() -> None:
        client = await Client(address, table.id, table.keys[1]).connect()
        await client.ask(t="resign")
        await client.wait_for_status("finished")
        await client.close()

    run(resign())


def waiting_table(address: str) -> Table:
    """A table with an open seat."""
    return Table(*run(order_table(address, {"is": "me"}, {"is": "open"}, BOT, start=False)))
