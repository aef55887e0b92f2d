"""Bad networks: messages that are lost, late, repeated or out of order change nothing."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from caponata.server.settings import Limits
from tests.server.clients import NO_PAUSES, play_moves, serving
from tests.server.process import HERE, ME, Player, check_logs, order_table, play_table
from tests.server.proxy import NetworkFaults, proxy

pytestmark = pytest.mark.anyio

GENEROUS = Limits(messages_per_second=1e6, message_burst=10**6, requests_per_second=1e6, request_burst=10**6)


class RepeatingPlayer(Player):
    """A player that also repeats requests that were answered long ago."""

    async def _ask_again(self) -> None:
        if self.acknowledged and self._rng.randrange(4) == 0:
            old = self._rng.choice(list(self.acknowledged))
            await self.send(t="move", id=old, decision=1, move=self.acknowledged[old])
        await super()._ask_again()


async def play_through(faults: NetworkFaults, folder: Path, tables: int) -> None:
    store = f"sqlite:///{folder}/tables.db"
    async with serving(NO_PAUSES, store=store, limits=GENEROUS) as server:
        async with proxy(server.address, faults) as address:
            played = []
            for _ in range(tables):
                table, keys = await order_table(server.address, ME, HERE)
                players = [
                    RepeatingPlayer(address, table, key, faults.rng) for key in (keys[0], keys[1], None)
                ]
                played.append((players, asyncio.gather(*(player.play() for player in players))))
            for _, playing in played:
                await playing
        for players, _ in played:
            for player in players[1:]:
                assert player.state["outcome"] == players[0].state["outcome"]
    await check_logs(store, [players for players, _ in played])


@pytest.mark.parametrize("seed", range(2))
async def test_whole_games_are_played_over_a_bad_network(seed: int, tmp_path: Path) -> None:
    faults = NetworkFaults(random.Random(seed))
    await play_through(faults, tmp_path, tables=3)
    assert set(faults.counts) >= {"doubled", "delayed", "late", "swapped"}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(40))
async def test_many_games_are_played_over_a_terrible_network(seed: int, tmp_path: Path) -> None:
    faults = NetworkFaults(
        random.Random(seed), doubled=25, delayed=20, dropped=8, cut=8, silent=3, late=8, swapped=8
    )
    await play_through(faults, tmp_path, tables=8)


async def test_request_sent_over_two_sockets_is_granted_once(tmp_path: Path) -> None:
    async with serving(NO_PAUSES, limits=GENEROUS) as server:
        table, ada, bo = await server.two_player_game()
        mover, other = (ada, bo) if ada.moves else (bo, ada)
        twin = await server.client(table, mover.key)
        await twin.until(lambda: bool(twin.state))
        request: dict[str, Any] = {"t": "move", "id": "same", "decision": mover.state["decision"]}
        request["move"] = mover.moves[0]
        answers = await asyncio.gather(mover.ask(**request), twin.ask(**request), mover.ask(**request))
        assert {answer["t"] for answer in answers} <= {"state", "done"}
        rows = await server.service.store.rows(table)
        assert [row.kind for row in rows].count("played") == 1
        await other.wait_for_events(len(mover.events))


async def test_late_message_over_an_old_connection_changes_nothing() -> None:
    rng = random.Random(3)
    async with serving(NO_PAUSES, limits=GENEROUS) as server:
        table, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        old = await server.client(table, mover.key)  # the client believes that this connection is lost
        await old.until(lambda: bool(old.state))
        decision, first, second = mover.state["decision"], mover.moves[0], mover.moves[-1]
        assert (await mover.ask(t="move", id="a", decision=decision, move=first))["t"] == "state"
        await play_moves([ada, bo], rng.choice, 5)
        stored = await server.service.store.rows(table)
        again = await old.ask(t="move", id="a", decision=decision, move=first)
        assert again["t"] == "done"
        other = await old.ask(t="move", id="b", decision=decision, move=second)
        assert other["error"]["code"] == "closed-decision"
        assert await server.service.store.rows(table) == stored
        await play_moves([ada, bo], rng.choice, 2)


async def test_old_request_is_answered_again_after_hundreds_of_others() -> None:
    limits = Limits(messages_per_second=1e6, message_burst=10**6, chat_per_second=1e6, chat_burst=10**6)
    async with serving(NO_PAUSES, limits=limits) as server:
        _, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        request = {"t": "move", "id": "old", "decision": mover.state["decision"], "move": mover.moves[0]}
        assert (await mover.ask(**request))["t"] == "state"
        for n in range(300):
            await mover.ask(t="chat", text=f"line {n}")
        mover._answers.clear()
        answer = await mover.ask(**request)
        assert answer["t"] == "done", answer


async def test_many_tables_play_whole_games_at_once(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path}/tables.db"
    async with serving(NO_PAUSES, store=store, limits=GENEROUS) as server:
        rng = random.Random(1)
        played = await asyncio.gather(*(play_table(server.address, rng) for _ in range(6)))
    await check_logs(store, played)
