"""Bot workers continue the searches of their seats, keep them apart, and share the work."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from caponata.engine.chance import Rng
from caponata.engine.conformance import next_move
from caponata.engine.game import NOBODY, Position
from caponata.games.caper import GAME as CAPER
from caponata.server.scheduler import bot_workers
from caponata.server.scheduler.bot_workers import MAX_REMEMBERED_BOTS, BotWorkers, bot_for, choose

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def forget_bots() -> Iterator[None]:
    """Forget all bots between tests."""
    bot_workers.remembered_bots.clear()
    yield
    bot_workers.remembered_bots.clear()


def seat_decides(seats: int, seed: int) -> Iterator[Position]:
    """Yield the positions of a random game of Caper in which the first seat chooses."""
    rng, position = Rng(seed), CAPER.start(seats, CAPER.options())
    while position.to_act != NOBODY:
        if position.to_act & 1:
            yield position
        position.play(*next_move(position, rng))


def test_search_is_continued_only_for_its_seat() -> None:
    first = bot_for(CAPER, "tree:20", 1, "table 0")
    assert bot_for(CAPER, "tree:20", 2, "table 0") is first
    for level, who in (("tree:20", "table 1"), ("tree:20", "another 0"), ("tree:30", "table 0")):
        assert bot_for(CAPER, level, 1, who) is not first


def test_bots_that_do_not_search_are_not_remembered() -> None:
    assert bot_for(CAPER, "greedy", 1, "table 0") is not bot_for(CAPER, "greedy", 1, "table 0")
    assert not bot_workers.remembered_bots


def test_least_recently_used_bot_is_forgotten() -> None:
    bots = [bot_for(CAPER, "tree:20", 1, f"table {number}") for number in range(MAX_REMEMBERED_BOTS)]
    assert bot_for(CAPER, "tree:20", 1, "table 0") is bots[0]
    bot_for(CAPER, "tree:20", 1, "one more")
    assert len(bot_workers.remembered_bots) == MAX_REMEMBERED_BOTS
    assert bot_for(CAPER, "tree:20", 1, "table 0") is bots[0]
    assert bot_for(CAPER, "tree:20", 1, "table 1") is not bots[1]


def test_remembered_search_knows_only_what_its_seat_saw() -> None:
    """A bot that sees the same in other worlds plays the same."""
    rng, differed, decisions = Rng(3), 0, 0
    for position in seat_decides(3, seed=5):
        view = CAPER.view(position, 0)
        world = CAPER.worlds(view).sample(rng)
        differed += world.fingerprint() != position.fingerprint()
        decisions += 1
        chosen = [
            choose("caper", "tree:200", msgspec.json.encode(CAPER.view(each, 0)), 7, who)
            for each, who in ((position, "true 0"), (world, "false 0"))
        ]
        assert chosen[0] == chosen[1]
    assert len(bot_workers.remembered_bots) == 2
    assert decisions > 2 and differed > 2


class SlowWorker:
    """A worker that answers when a test allows it."""

    def __init__(self, workers: int, niceness: int) -> None:
        self.go = asyncio.Event()
        self.tasks: list[str] = []

    async def run(self, task: Any, *arguments: Any) -> Any:
        self.tasks.append(arguments[-1])
        await self.go.wait()
        return "", None

    def close(self) -> None:
        self.go.set()


async def test_seat_uses_the_worker_that_remembers_it_unless_others_are_less_busy() -> None:
    workers_under_test = BotWorkers(3, SlowWorker)
    workers: list[Any] = workers_under_test._bots
    tasks = [
        asyncio.ensure_future(workers_under_test.choose("caper", "expert", b"", 1, "table 0"))
        for _ in range(3)
    ]
    await asyncio.sleep(0)
    assert [len(worker.tasks) for worker in workers] == [1, 1, 1]
    for worker in workers:
        worker.go.set()
    await asyncio.gather(*tasks)
    for _ in range(3):
        await workers_under_test.choose("caper", "expert", b"", 1, "table 0")
    assert sorted(len(worker.tasks) for worker in workers) == [1, 1, 4]
    workers_under_test.close()
