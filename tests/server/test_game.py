from __future__ import annotations

import random

import pytest

from tests.server.house import play_on, serving

pytestmark = pytest.mark.anyio


async def test_two_people_play_a_whole_game_while_somebody_watches() -> None:
    rng = random.Random(1)
    async with serving() as server:
        table, ada, bo = await server.two()
        watcher = await server.client(table)
        await play_on([ada, bo, watcher], rng.choice)
        for client in (ada, bo, watcher):
            await client.has_status("finished")
        assert ada.state["outcome"] == bo.state["outcome"] == watcher.state["outcome"]
        assert ada.table["reason"] == "played"
        assert "hand" not in watcher.view
