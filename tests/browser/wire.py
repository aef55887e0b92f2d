"""Tables made and played over the wire, so that a page can be opened at any moment of a game."""

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
Moment = Callable[[Client], bool]
BOT = {"is": "bot", "level": "beginner"}
LUX = "capital-lux"
NEIGHBOURS = ("Bo", "Cleo", "Dimitri", "Esmeralda", "Fabrizio", "Giuseppina", "Hal")
LUX_SEATS = 3
GLANCE = 0.005  # seconds
BREATH = 0.05  # seconds
PACE = (15, 45)  # moves a second, and at once: a client answers echoes too
OPTIONS = {"capio": {"countdown": 0, "idle_after": 0, "quiet_after": 0}}  # nothing happens by itself
MOST_TABLES = 40  # that are played in search of a rare moment


def run(work: Coroutine[Any, Any, T]) -> T:
    """What a coroutine gives; Playwright keeps an event loop in this thread, so another one runs it."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


@dataclass(frozen=True)
class Table:
    """A table and the keys of the people who sit there."""

    id: str
    keys: dict[int, str]

    def held(self, seat: int) -> dict[str, list[dict[str, Any]]]:
        """What the browser of this seat's person keeps."""
        return {self.id: [{"seat": seat, "key": self.keys[seat]}]}


def never(client: Client) -> bool:
    """No moment at all: the game goes on to its end."""
    return False


def drafts(client: Client) -> bool:
    """The first packet is in hand."""
    return "pick" in client.state["moves"]


def chooses_a_gate(client: Client) -> bool:
    """Agent or Cleric ask for a colour, and the hand must wait."""
    return bool(client.view["hand"] and {"take", "place"} & client.state["moves"].keys())


def settles(client: Client) -> bool:
    """A limit is broken and could be paid for."""
    return "pay" in client.state["moves"]


def plays_on(client: Client) -> bool:
    """The second round is well under way."""
    return client.view["round"] == 2 and "home" in client.state["moves"] and len(client.view["hand"]) <= 4


def is_reckoned(client: Client) -> bool:
    """The first round is over, and the second begins."""
    return client.view["round"] == 2 and "pick" in client.state["moves"]


def follows(client: Client) -> bool:
    """CAPO: something lies there that this seat could beat."""
    return "lay" in client.state["moves"] and client.view["top"] is not None


def exchanges(client: Client) -> bool:
    """CAPO: a title asks for a gift."""
    return "give" in client.state["moves"]


def in_phase(phase: str) -> Moment:
    """A moment of a game whose view names it."""
    return lambda client: client.view["phase"] == phase


def after(moves: int) -> Moment:
    """A moment when the first seat has decided so many times."""
    left = moves

    def is_then(client: Client) -> bool:
        nonlocal left
        left -= 1
        return left < 0

    return is_then


async def _play(address: str, table: Table, luck: random.Random, moment: Moment, pause: float = 0) -> bool:
    """Play all seats that have keys until the first one stands at this moment; whether it came."""
    clients = [Client(address, table.id, key) for key in table.keys.values()]
    first = clients[0]
    paces = [TokenBucket(*PACE, time.monotonic()) for _ in clients]  # who floods the server is let go
    try:
        for client in clients:
            await client.connect()
        while first.table["status"] == "playing":
            waiting = [client for client in clients if client.moves and client.state["decision"] is not None]
            if first in waiting and moment(first):
                return True
            for client, pace in zip(clients, paces, strict=True):
                if client not in waiting:
                    continue
                await asyncio.sleep(pause)
                while not pace.take(time.monotonic()):
                    await asyncio.sleep(BREATH)
                before = client.state["decision"]
                if before is None or not client.moves:  # in a race somebody else ended it
                    continue
                answer = await client.move(luck.choice(client.moves))
                if answer["t"] != "refused":  # ... or was quicker
                    await client.until(
                        lambda: client.closed is not None or client.state["decision"] != before  # noqa: B023
                    )
                assert client.closed is None, client.closed
            if not waiting:
                await asyncio.sleep(GLANCE)  # a bot thinks, or a message is on its way to one of them
        return False
    finally:
        for client in clients:
            await client.close()


async def _table_at(
    address: str, luck: random.Random, moment: Moment, bots: int, game: str, seats: int | None
) -> Table:
    people: list[dict[str, str]] = [{"is": "me"}, *({"is": "here", "name": name} for name in NEIGHBOURS)]
    if seats is None:
        seats = LUX_SEATS if game == LUX else max(2, min(find_game(game).seats))
    people = people[: seats - bots]
    for _ in range(MOST_TABLES):
        wishes = {"game": game, "options": OPTIONS.get(game, {}), "bot_speed": "quick"}
        table = Table(*await order_table(address, *people, *[BOT] * bots, **wishes))
        if await _play(address, table, luck, moment) or moment is never:
            return table
    raise AssertionError(f"{MOST_TABLES} games had no such moment")


def table_at(
    address: str, moment: Moment, *, seed: int = 1, bots: int = 0, game: str = LUX, seats: int | None = None
) -> Table:
    """A table, small unless so many seats are wanted, that was played to a moment of its first seat."""
    return run(_table_at(address, random.Random(seed), moment, bots, game, seats))


def new_table(address: str, **wishes: Any) -> Table:
    """A table of three people whose game has begun."""
    people = [{"is": "me"}, {"is": "here", "name": "Bo"}, {"is": "here", "name": "Cleo"}]
    return Table(*run(order_table(address, *people, **wishes)))


def come_and_go(address: str, table: Table, *, times: int, pause: float) -> None:
    """Somebody with the second seat comes to the table and leaves it, again and again."""

    async def visit() -> None:
        for _ in range(times):
            client = Client(address, table.id, table.keys[1])
            await client.connect()
            await asyncio.sleep(pause)
            await client.close()

    run(visit())


def play_out(address: str, table: Table, *, seed: int, pause: float, until: Moment = never) -> None:
    """Play a table to its end, or to a moment, with pauses that let others watch."""
    luck = random.Random(seed)
    run(_play(address, table, luck, until, pause))


def give_up(address: str, table: Table) -> None:
    """The second of two seats resigns: the game is over, and everybody may look back on it."""

    async def resign() -> None:
        client = await Client(address, table.id, table.keys[1]).connect()
        await client.ask(t="resign")
        await client.wait_for_status("finished")
        await client.close()

    run(resign())


def waiting_table(address: str) -> Table:
    """A table that waits for somebody."""
    return Table(*run(order_table(address, {"is": "me"}, {"is": "open"}, BOT, start=False)))
