"""Writes that fail or take long at a bad moment: nothing is built on them, and nothing hangs."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from caponata.games.capio import timing
from caponata.secrecy.doubles import NO_LIMITS
from caponata.server.scheduler import attempts, housekeeping
from caponata.server.settings import now_ms
from caponata.store import Row, Store, StoreDown
from tests.server.clients import NO_PAUSES, play_moves, serving_in_process
from tests.server.test_capio import all_ready, at_go
from tests.services import redis_server

pytestmark = pytest.mark.anyio

Append: TypeAlias = Callable[..., Awaitable[bool]]
Patch: TypeAlias = pytest.MonkeyPatch
DOWN = "the tables cannot be saved at the moment: the disk reports an error"
WEEKS = 22 * 24 * 3600 * 1000  # milliseconds: a day more than a table may be unused


@pytest.fixture(autouse=True)
def short_intervals(monkeypatch: Patch) -> None:
    """Shorten Capio's seconds and retry the store quickly."""
    monkeypatch.setattr(timing, "SECOND", 100)
    monkeypatch.setattr(attempts, "STORE_RETRY_INTERVAL", 0.1)


def fail(patch: Patch, store: Store, kinds: Sequence[str], times: int, *, is_stored: bool = False) -> None:
    """Let a number of writes of some kinds fail, before or after they are stored."""
    append: Append = store.append
    left = times

    async def failing_append(row: Row, meanwhile: Any = None) -> bool:
        nonlocal left
        if row.kind not in kinds or not left:
            return await append(row, meanwhile)
        left -= 1
        if is_stored:
            await append(row, meanwhile)
        raise StoreDown(DOWN)

    patch.setattr(store, "append", failing_append)


def slow_down(patch: Patch, store: Store, word: bytes) -> asyncio.Event:
    """Slow down writes that contain a word; the returned event is set when one has begun."""
    append: Append = store.append
    begun = asyncio.Event()

    async def slow_append(row: Row, meanwhile: Any = None) -> bool:
        if word in row.body:
            begun.set()
            await asyncio.sleep(0.3)
        return await append(row, meanwhile)

    patch.setattr(store, "append", slow_append)
    return begun


@pytest.mark.parametrize("times", [1, 3])
async def test_dice_are_thrown_when_the_store_is_back(monkeypatch: Patch, times: int) -> None:
    """[CAPIO-8.1]"""
    async with serving_in_process(NO_PAUSES, limits=NO_LIMITS) as server:
        ada, _ = await all_ready(server, "me", "here:Bo", countdown=5)
        fail(monkeypatch, server.service.store, ["drawn", "played"], times)
        await ada.until(lambda: ada.view["phase"] == "grabbing")
        table = ada.table["table"]
        assert [row.kind for row in await server.service.store.rows(table)][-2:] == ["played", "drawn"]
        rebuilt = await server.service.loader.rebuild(table, whole=True)
        assert rebuilt.started_game.view(0) == ada.view


async def test_take_being_stored_at_the_end_of_the_quiet_period_restarts_it(monkeypatch: Patch) -> None:
    """[CAPIO-4.3]"""
    async with serving_in_process(NO_PAUSES, limits=NO_LIMITS) as server:
        ada, bo = await at_go(server, "me", "here:Bo")
        begun = slow_down(monkeypatch, server.service.store, b"take")
        open_table, loop = server.service.open_tables[ada.table["table"]], asyncio.get_running_loop()
        schedule = server.parts.scheduler.schedules.at(open_table)
        assert schedule.countdown is not None
        await asyncio.sleep(schedule.countdown.due - loop.time() - 0.1)
        taking = asyncio.ensure_future(ada.move(next(move for move in ada.moves if move.startswith("take"))))
        await begun.wait()
        is_in_time = loop.time() < schedule.countdown.due
        assert (await taking)["t"] == "state"
        await bo.until(lambda: any(bo.view["hands"]))
        await asyncio.sleep(0.2)
        assert not is_in_time or ada.view["phase"] == "grabbing"


async def test_move_stored_despite_an_error_is_sent_to_the_others(
    monkeypatch: Patch,
) -> None:
    async with serving_in_process(NO_PAUSES) as server:
        _, ada, bo = await server.two_player_game()
        mover, other = (ada, bo) if ada.moves else (bo, ada)
        known_events = other.state["n"]
        fail(monkeypatch, server.service.store, ["played"], 1, is_stored=True)
        assert (await mover.move(mover.moves[0]))["error"]["code"] == "store-down"
        await other.until(lambda: other.state["n"] > known_events)


async def test_table_with_a_move_in_progress_is_not_closed_as_deserted(monkeypatch: Patch) -> None:
    later = 0
    async with serving_in_process(NO_PAUSES, now=lambda: now_ms() + later) as server:
        table, ada, bo = await server.two_player_game()
        later = WEEKS
        mover = ada if ada.moves else bo
        begun = slow_down(monkeypatch, server.service.store, b"played")
        moving = asyncio.ensure_future(mover.move(mover.moves[0]))
        await begun.wait()
        await housekeeping.close_unused_tables(server.service, now_ms() + 1)
        assert (await moving)["t"] == "state"
        assert server.service.open_tables[table].room.state.status == "playing"


async def test_table_with_unreadable_snapshot_is_rebuilt_from_its_log(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"
    async with serving_in_process(NO_PAUSES, store=url, snapshot_every=4) as server:
        table, *both = await server.two_player_game()
        await play_moves(both, random.Random(1).choice, 6)
        await server.finish_background_tasks()
        number, body = await server.service.store.snapshot(table) or (0, b"")
        snapshot = json.loads(body)
        for move in snapshot["log"]["live"]:
            move.append("what a newer server keeps too")
        await server.service.store.save_snapshot(table, number, json.dumps(snapshot).encode())
        played = server.service.open_tables[table].room.state.number
    async with serving_in_process(NO_PAUSES, store=url) as server:
        assert (await server.service.find(table)).room.state.number == played


async def test_next_server_updates_lists_that_a_killed_one_did_not(
    monkeypatch: Patch, tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tables.db"

    async def failing_save(*_: object) -> None:
        raise StoreDown(DOWN)

    async with serving_in_process(NO_PAUSES, store=url) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, keys = await ada.create_table("me", "open", listed=True)
        monkeypatch.setattr(server.service.store, "save_summary", failing_save)
        await bo.sit(table)
        await (await server.client(table, keys[0])).ask(t="start")
    async with serving_in_process(NO_PAUSES, store=url) as server:
        await server.service.find(table)
        await server.finish_background_tasks()
        [summary] = await server.service.store.listed(None, 10)
        assert summary.status == "playing"
        assert json.loads(summary.card)["seats"][1]["name"] == "Bo"


async def test_repeated_rematch_request_leads_to_the_same_table(monkeypatch: Patch) -> None:
    async with serving_in_process(NO_PAUSES) as server:
        _, ada, _ = await server.two_player_game()
        await ada.ask(t="resign")
        await ada.wait_for_status("finished")
        fail(monkeypatch, server.service.store, ["rematched"], 1)
        assert (await ada.ask(t="rematch"))["error"]["code"] == "store-down"
        await ada.ask(t="rematch")
        assert await server.service.store.count(["waiting"]) == 1
        assert (await server.service.find(ada.table["rematch"])).room.state.status == "waiting"


async def test_person_who_leaves_while_requesting_keys_is_asked_to_retry() -> None:
    async with serving_in_process(NO_PAUSES, limits=NO_LIMITS) as server:
        ada, bo = await server.person("Ada"), await server.person("Bo")
        table, _ = await ada.create_table("me", "open")
        _, key = await bo.sit(table)
        open_table = await server.service.find(table)
        async with open_table.lock:  # as if a deed were being stored
            sitting = asyncio.ensure_future(bo.http.post(f"/api/tables/{table}/sit", json={"seat": None}))
            await asyncio.sleep(0.2)
            leaving = asyncio.ensure_future(bo.http.post(f"/api/tables/{table}/leave", json={"key": key}))
            await asyncio.sleep(0.2)
        assert (await leaving).status_code == 204
        answer = await sitting
        assert (answer.status_code, answer.json()["code"]) in [(503, "busy"), (409, "seat-taken")]


async def test_deeds_of_another_process_count_without_a_notification(tmp_path: Path) -> None:
    with redis_server(tmp_path) as redis:
        url = f"sqlite:///{tmp_path}/tables.db"
        async with (
            serving_in_process(NO_PAUSES, store=url, redis=redis.url) as one,
            serving_in_process(NO_PAUSES, store=url, redis=redis.url) as two,
        ):
            ada, phone = await one.person("Ada"), await two.person("Phone")
            table, keys = await ada.create_table("me", "here:Bo", start=True)
            assert (await phone.http.get(f"/api/tables/{table}")).json()["status"] == "playing"
            redis.kill()
            link = await ada.http.post(f"/api/tables/{table}/link", json={"key": keys[0]})
            claim = await phone.http.post(f"/api/tables/{table}/claim", json=link.json())
            assert claim.status_code == 200
            bo = await one.client(table, keys[1])
            await bo.ask(t="resign")
            await bo.wait_for_status("finished")
            assert (await phone.http.get(f"/api/tables/{table}")).json()["status"] == "finished"


async def test_housekeeping_continues_after_a_failure(
    monkeypatch: Patch, caplog: pytest.LogCaptureFixture
) -> None:
    rounds = 0

    async def failing_round(_: object) -> None:
        nonlocal rounds
        rounds += 1
        raise ValueError("a card of another form")

    monkeypatch.setattr(housekeeping, "archive_missing_games", failing_round)
    monkeypatch.setattr(housekeeping, "HOUR", 0.01)
    async with serving_in_process(NO_PAUSES) as server:
        await asyncio.sleep(0.2)
        await server.two_player_game()
    assert rounds > 1
    assert "a card of another form" in caplog.text
