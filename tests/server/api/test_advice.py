"""Advice and analyses: allowed by the table, sent to the requester, made from what they may know."""

from __future__ import annotations

import asyncio
import random
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from typing import Any

import pytest

from caponata.secrecy.doubles import InProcessPool
from caponata.server.api import analysis
from caponata.server.connections import session
from tests.server.clients import Person, Server, play_moves, serving

pytestmark = pytest.mark.anyio


async def test_advice_names_legal_moves_with_chances_and_a_reason() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game(advice=True)
        assert ada.table["advice"]
        mover = ada if ada.moves else bo
        answer = await mover.ask(t="advise", decision=mover.state["decision"])
        assert answer["t"] == "advice" and answer["decision"] == mover.state["decision"]
        assert {each["move"] for each in answer["moves"]} <= set(mover.moves)
        assert all(0.0 <= each["chance"] <= 1.0 for each in answer["moves"])
        assert answer["reason"] in ("clear", "close", "tempting")


async def test_table_without_advice_refuses_it() -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game()
        mover = ada if ada.moves else bo
        assert not mover.table["advice"]
        answer = await mover.ask(t="advise", decision=mover.state["decision"])
        assert answer["error"]["code"] == "no-advice"


async def test_only_the_deciding_seat_gets_advice() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game(advice=True)
        watcher = await server.client(table)
        assert (await watcher.ask(t="advise", decision=1))["error"]["code"] == "only-watching"
        mover = ada if ada.moves else bo
        answer = await mover.ask(t="advise", decision=mover.state["decision"] + 7)
        assert answer["error"]["code"] == "closed-decision"


async def test_seat_gets_one_advice_at_a_time_over_all_its_sockets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game(advice=True)
        mover = ada if ada.moves else bo
        twin = await server.client(table, mover.key)
        begun, go = asyncio.Event(), asyncio.Event()

        async def slow_advise(*arguments: object) -> dict[str, Any]:
            begun.set()
            await go.wait()
            return {"moves": [], "reason": "clear", "than": None}

        monkeypatch.setattr(server.parts.bot_workers, "advise", slow_advise)
        decision = mover.state["decision"]
        first = asyncio.ensure_future(mover.ask(t="advise", decision=decision))
        await begun.wait()
        error = (await twin.ask(t="advise", decision=decision))["error"]
        assert (error["status"], error["code"]) == (429, "advised-already")
        go.set()
        assert (await first)["t"] == (await twin.ask(t="advise", decision=decision))["t"] == "advice"


@dataclass
class SlowAdvice:
    """Advice that is given when a test allows it."""

    begun: asyncio.Event = field(default_factory=asyncio.Event)
    go: asyncio.Event = field(default_factory=asyncio.Event)
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    async def advise(self, *arguments: object) -> dict[str, Any]:
        self.begun.set()
        try:
            await self.go.wait()
        finally:
            self.ended.set()
        return {"moves": [], "reason": "clear", "than": None}


async def test_player_can_move_while_waiting_for_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game(advice=True)
        mover = ada if ada.moves else bo
        slow_advice = SlowAdvice()
        monkeypatch.setattr(server.parts.bot_workers, "advise", slow_advice.advise)
        decision = mover.state["decision"]
        waiting = asyncio.ensure_future(mover.ask(t="advise", decision=decision))
        await slow_advice.begun.wait()
        async with asyncio.timeout(10):
            assert (await mover.move(mover.moves[0]))["t"] == "state"
        slow_advice.go.set()
        answer = await waiting
        # so the client knows that it is outdated
        assert (answer["t"], answer["decision"]) == (
            "advice",
            decision,
        )
        assert mover.state["decision"] != decision
        assert not server.connections_at(table).advice_pending


async def test_advice_is_cancelled_when_the_client_disconnects(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game(advice=True)
        mover = ada if ada.moves else bo
        slow_advice = SlowAdvice()
        monkeypatch.setattr(server.parts.bot_workers, "advise", slow_advice.advise)
        await mover.send(t="advise", decision=mover.state["decision"])
        await slow_advice.begun.wait()
        await mover.close()
        async with asyncio.timeout(10):
            await slow_advice.ended.wait()
        slow_advice.go.set()
        again = await server.client(table, mover.key)
        assert (await again.ask(t="advise", decision=again.state["decision"]))["t"] == "advice"


async def test_advice_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "ADVICE_TIMEOUT", 0.05)
    async with serving() as server:
        _, ada, bo = await server.two_player_game(advice=True)
        mover = ada if ada.moves else bo
        monkeypatch.setattr(server.parts.bot_workers, "advise", SlowAdvice().advise)
        for _ in range(2):
            async with asyncio.timeout(10):
                answer = await mover.ask(t="advise", decision=mover.state["decision"])
            assert (answer["error"]["status"], answer["error"]["code"]) == (503, "no-idea")
            assert "in time" in answer["error"]["sentence"]


async def test_failed_advice_is_refused_and_the_socket_stays_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        _, ada, bo = await server.two_player_game(advice=True)
        mover = ada if ada.moves else bo

        async def killed_worker(*arguments: object) -> dict[str, Any]:
            raise BrokenProcessPool("a process was killed")

        monkeypatch.setattr(server.parts.bot_workers, "advise", killed_worker)
        for _ in range(2):
            answer = await mover.ask(t="advise", decision=mover.state["decision"])
            assert (answer["error"]["status"], answer["error"]["code"]) == (503, "no-idea")
        assert (await mover.move(mover.moves[0]))["t"] == "state"


async def finished(server: Server) -> tuple[Person, str]:
    """Play a game of two people to its end."""
    table, ada, bo = await server.two_player_game(game="caper")
    choose = random.Random(1)
    await play_moves([ada, bo], choose.choice)
    await ada.wait_for_status("finished")
    await server.finish_background_tasks()
    return server.people[0], table


async def request_analysis(person: Person, table: str) -> dict[str, Any]:
    answer = await person.http.get(f"/api/tables/{table}/analysis")
    analysis_json: dict[str, Any] = answer.json()
    return analysis_json


async def test_finished_game_is_analysed_once_and_stored(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(analysis, "TIME_BUDGET", 0.0)
    async with serving(open_workers=InProcessPool) as server:  # low-priority processes would be too slow
        person, table = await finished(server)
        first = await request_analysis(person, table)
        assert first == {"done": 0, "of": None}
        progress = []
        async with asyncio.timeout(60):
            while "accounts" not in (analysis_json := await request_analysis(person, table)):
                progress.append(analysis_json["done"])
                await asyncio.sleep(0.05)
        assert progress == sorted(progress)
        assert analysis_json["format"] == "caponata-analysis" and len(analysis_json["accounts"]) == 2
        for account in analysis_json["accounts"]:
            parts = sum(account[part] for part in ("start", "luck", "own", "others", "unseen"))
            assert parts == pytest.approx(account["result"])
        assert await server.service.store.analysis(table) is not None
        assert await request_analysis(person, table) == analysis_json


async def test_failed_analysis_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[str] = []

    def failing_plan(game: str, *more: object) -> None:
        begun.append(game)
        raise ValueError("this game is beyond me")

    monkeypatch.setattr(analysis, "plan_analysis", failing_plan)
    async with serving(open_workers=InProcessPool) as server:
        person, table = await finished(server)
        await request_analysis(person, table)
        await server.finish_background_tasks()
        for _ in range(3):
            assert (await request_analysis(person, table))["code"] == "analysis-failed"
            await server.finish_background_tasks()
        assert begun == ["caper"]


async def test_analysis_is_restarted_after_its_worker_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    def killed_worker(*arguments: object) -> None:
        raise BrokenProcessPool("a process was killed")

    async with serving(open_workers=InProcessPool) as server:
        person, table = await finished(server)
        monkeypatch.setattr(analysis, "plan_analysis", killed_worker)
        for _ in range(2):
            assert await request_analysis(person, table) == {"done": 0, "of": None}
            await server.finish_background_tasks()


async def test_running_or_resigned_game_is_not_analysed() -> None:
    async with serving() as server:
        table, ada, _ = await server.two_player_game()
        person = server.people[0]
        assert (await request_analysis(person, table))["code"] == "not-over"
        await ada.ask(t="resign")
        await ada.wait_for_status("finished")
        assert (await request_analysis(person, table))["code"] == "not-played-out"
