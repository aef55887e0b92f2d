from __future__ import annotations

import random

import pytest

from tests.server.clients import play_moves, serving

pytestmark = pytest.mark.anyio


async def test_two_people_play_a_whole_game_while_somebody_watches() -> None:
    rng = random.Random(1)
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        watcher = await server.client(table)
        await play_moves([ada, bo, watcher], rng.choice)
        for client in (ada, bo, watcher):
            await client.wait_for_status("finished")
        assert ada.state["outcome"] == bo.state["outcome"] == watcher.state["outcome"]
        assert ada.table["reason"] == "played"
        assert "hand" not in watcher.view
