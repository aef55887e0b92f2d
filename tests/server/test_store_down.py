from __future__ import annotations

import asyncio
import random
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection

from caponata.engine.log import ForgottenMove
from caponata.server.api import tables as http
from caponata.server.scheduler import attempts
from caponata.server.settings import Limits
from caponata.server.tables import deeds, loading
from caponata.server.tables import service as table_service
from caponata.server.tables.room import Room
from caponata.server.tables.service import StoredDeed
from caponata.store import Row, StoreDown
from caponata.store.database import Database
from caponata.store.writer import Writer
from tests.server.clients import NO_PAUSES, Client, Server, http_client, play_moves, serving
from tests.services import postgres_server

pytestmark = pytest.mark.anyio

GENEROUS = Limits(messages_per_second=1e6, message_burst=10**6, chat_per_second=1e6, chat_burst=10**6)


class Disk:
    """The disk of a SQLite store, which can be full: the file cannot grow."""

    def __init__(self, writer: Writer) -> None:
        self.is_full = False
        commit = writer._commit

        def limited(store_writes: Any, writes: list[Any], *, is_optimistic: bool) -> list[object]:
            if writer._connection is None:
                writer._connection = writer._database.writing.connect()
            self._limit(writer._connection)
            return commit(store_writes, writes, is_optimistic=is_optimistic)

        writer._commit = limited  # type: ignore[method-assign]

    def _limit(self, connection: Connection) -> None:
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        used = driver.execute("PRAGMA page_count").fetchone()[0]
        most = used if self.is_full else 10**6
        driver.execute(f"PRAGMA max_page_count = {most}")


@asynccontextmanager
async def on_disk(folder: Path) -> AsyncIterator[tuple[Server, Disk]]:
    async with serving(NO_PAUSES, store=f"sqlite:///{folder}/tables.db", limits=GENEROUS) as server:
        yield server, Disk(server.service.store._writer)


async def fill_the_last_page(client: Client, disk: Disk) -> dict[str, Any]:
    """Send chat messages until not even a short one can be stored."""
    disk.is_full = True
    answer: dict[str, Any] = {}
    for length in (480, 100, 1):
        answer = {"t": "chat"}
        while answer["t"] != "refused":
            answer = await client.ask(t="chat", text="x" * length)
    return answer["error"]  # type: ignore[no-any-return]


async def test_full_disk_refuses_moves_until_there_is_space(
    tmp_path: Path,
) -> None:
    async with on_disk(tmp_path) as (server, disk):
        table, ada, bo = await server.two_player_game()
        error = await fill_the_last_page(ada, disk)
        assert error["status"] == 503 and error["code"] == "store-down" and "full" in error["sentence"]
        mover, other = (ada, bo) if ada.moves else (bo, ada)
        before = [(client.state, client.events[:]) for client in (ada, bo)]
        stored = len(await server.service.store.rows(table))
        request = {"t": "move", "id": "once", "decision": mover.state["decision"], "move": mover.moves[0]}
        for _ in range(3):
            answer = await mover.ask(**request)
            assert answer["t"] == "refused" and answer["error"]["code"] == "store-down"
            mover._answers.clear()
        assert len(await server.service.store.rows(table)) == stored
        assert [(client.state, client.events) for client in (ada, bo)] == before
        [person, *_] = server.people
        health = await person.http.get("/api/health")
        assert health.status_code == 503 and "full" in health.json()["sentence"]
        disk.is_full = False
        assert (await mover.ask(**request))["t"] == "state"
        assert (await person.http.get("/api/health")).json()["ok"]
        await other.wait_for_events(len(mover.events))
        await play_moves([ada, bo], random.Random(1).choice)
        await ada.wait_for_status("finished")


async def test_prepared_update_is_not_sent_if_the_deed_was_not_stored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with on_disk(tmp_path) as (server, _):
        _, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], random.Random(3).choice, 4)
        mover = ada if ada.moves else bo
        known = [(client.state, client.events[:]) for client in (ada, bo)]
        request = {"t": "move", "id": "once", "decision": mover.state["decision"], "move": mover.moves[0]}
        prepared, prepare, writer = threading.Event(), StoredDeed.prepare, server.service.store._writer

        def prepare_and_signal(*arguments: Any) -> None:
            prepare(*arguments)
            prepared.set()

        def fail_after_prepare(*_: Any, **__: Any) -> list[object]:
            assert prepared.wait(10)
            raise sqlite3.OperationalError("the disk broke while it wrote")

        with monkeypatch.context() as patched:
            patched.setattr(StoredDeed, "prepare", prepare_and_signal)
            patched.setattr(writer, "_commit", fail_after_prepare)
            answer = await mover.ask(**request)
        assert answer["t"] == "refused" and answer["error"]["code"] == "store-down"
        assert [(client.state, client.events) for client in (ada, bo)] == known
        mover._answers.clear()
        assert (await mover.ask(**request))["t"] == "state"
        await play_moves([ada, bo], random.Random(4).choice)
        await ada.wait_for_status("finished")


async def test_lost_postgresql_refuses_requests_and_play_continues_when_it_is_back(
    tmp_path: Path,
) -> None:
    rng = random.Random(2)
    with postgres_server(tmp_path) as postgres:
        async with serving(NO_PAUSES, store=postgres.fresh_url(), limits=GENEROUS) as server:
            table, ada, bo = await server.two_player_game()
            await play_moves([ada, bo], rng.choice, 4)
            mover, other = (ada, bo) if ada.moves else (bo, ada)
            known = (other.state, other.events[:], mover.state)
            request = {"t": "move", "id": "once", "decision": mover.state["decision"], "move": mover.moves[0]}
            with postgres.down():
                for _ in range(2):
                    answer = await mover.ask(**request)
                    mover._answers.clear()
                    assert answer["t"] == "refused" and answer["error"]["code"] == "store-down"
                    assert answer["error"]["status"] == 503 and answer["error"]["sentence"]
                async with http_client(server.address) as http:
                    listed = await http.get("/api/tables")
                assert listed.status_code == 503 and listed.json()["code"] == "store-down"
                assert (other.state, other.events, mover.state) == known
            assert (await mover.ask(**request))["t"] == "state"
            rows = await server.service.store.rows(table)
            assert sum(row.message is not None and row.message.endswith(":once") for row in rows) == 1
            await other.wait_for_events(len(mover.events))
            await play_moves([ada, bo], rng.choice)
            await ada.wait_for_status("finished")


async def test_hanging_postgresql_is_reported_and_play_continues_when_it_answers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with postgres_server(tmp_path) as postgres:
        async with serving(NO_PAUSES, store=postgres.fresh_url(), limits=GENEROUS) as server:
            _, ada, bo = await server.two_player_game()
            mover = ada if ada.moves else bo
            request = {"t": "move", "id": "once", "decision": mover.state["decision"], "move": mover.moves[0]}
            with postgres.hung():
                monkeypatch.setattr(http, "HEALTH_TIMEOUT", 0.5)
                assert "does not answer" in await health(server)
                monkeypatch.setattr(Database, "timeout", 0.5)
                for _ in range(2):
                    answer = await mover.ask(**request)
                    mover._answers.clear()
                    assert answer["t"] == "refused" and answer["error"]["code"] == "store-down"
                    assert "does not answer" in answer["error"]["sentence"]
                assert "does not answer" in await health(server)
                monkeypatch.undo()
                monkeypatch.setattr(Database, "timeout_when_silent", Database.timeout)
            await mover.ask(**request)
            await play_moves([ada, bo], random.Random(3).choice)
            await ada.wait_for_status("finished")
            assert await health(server) == ""


async def health(server: Server) -> str:
    """Return the error sentence of the health check."""
    async with http_client(server.address) as caller:
        report: dict[str, Any] = (await caller.get("/api/health")).json()
    return str(report.get("sentence", ""))


async def test_bots_and_the_end_of_a_game_wait_for_the_store(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "STORE_RETRY_INTERVAL", 0.1)
    with postgres_server(tmp_path) as postgres:
        async with serving(NO_PAUSES, store=postgres.fresh_url(), limits=GENEROUS) as server:
            person = await server.person("Ada")
            table, keys = await person.create_table("me", "beginner", start=True)
            ada = await server.client(table, keys[0])
            await ada.until(lambda: bool(ada.state))
            thinking = asyncio.Event()
            choose = server.parts.bot_workers.choose

            async def slow(*arguments: Any) -> tuple[str, int | None]:
                chosen = await choose(*arguments)
                if thinking.is_set():
                    return chosen
                thinking.set()
                await asyncio.to_thread(postgres.kill)
                return chosen

            monkeypatch.setattr(server.parts.bot_workers, "choose", slow)
            while not thinking.is_set():
                if ada.moves:
                    await ada.move(ada.moves[0])
                else:
                    await asyncio.sleep(0.02)
            await asyncio.sleep(0.5)
            before = len(ada.events)
            await asyncio.to_thread(postgres.start)
            await ada.wait_for_events(before + 1)
            while not ada.state["outcome"]:
                if ada.moves:
                    await ada.move(ada.moves[0])
                else:
                    await ada.wait_for_message()
            await ada.wait_for_status("finished")


async def test_rematch_is_refused_while_the_disk_is_full_and_granted_later(tmp_path: Path) -> None:
    async with on_disk(tmp_path) as (server, disk):
        _, ada, bo = await server.two_player_game()
        await bo.ask(t="resign")
        await ada.wait_for_status("finished")
        await server.finish_background_tasks()
        await fill_the_last_page(ada, disk)
        for _ in range(2):
            answer = await ada.ask(t="rematch")
            assert answer["t"] == "refused" and answer["error"]["code"] == "store-down"
        disk.is_full = False
        await ada.ask(t="rematch")
        await ada.until(lambda: ada.table["rematch"] is not None)


# Another process at the same store


@asynccontextmanager
async def elsewhere(tmp_path: Path) -> AsyncIterator[tuple[Server, Server, str, list[Client]]]:
    """Yield two servers at one store with a game of two people, who are connected to both."""
    settings: dict[str, Any] = {
        "store": f"sqlite:///{tmp_path}/tables.db",
        "limits": GENEROUS,
        "snapshot_every": 5,
    }
    async with serving(NO_PAUSES, **settings) as here, serving(NO_PAUSES, **settings) as there:
        table, ada, bo = await here.two_player_game()
        watchers = [await there.client(table, each.key) for each in (ada, bo)]
        yield here, there, table, [ada, bo, *watchers]


def lose_rows(server: Server, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """Let a number of reads of a server's store fail."""
    rows, left = server.service.store.rows, iter(range(times))

    async def fail_some_reads(table: str, after: int = 0) -> Any:
        if next(left, None) is not None:
            raise StoreDown("the tables cannot be read at the moment")
        return await rows(table, after)

    monkeypatch.setattr(server.service.store, "rows", fail_some_reads)


async def test_remote_viewers_are_updated_when_the_store_is_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attempts, "STORE_RETRY_INTERVAL", 0.05)
    async with elsewhere(tmp_path) as (_, there, table, (ada, bo, far_ada, far_bo)):
        mover = ada if ada.moves else bo
        await mover.move(mover.moves[0])
        lose_rows(there, monkeypatch, 3)
        there.service.background.run(there.service.catch_up(table))
        for far in (far_ada, far_bo):
            await far.wait_for_events(len(mover.events))


async def test_partly_applied_rows_are_sent_completely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A row that cannot be applied rebuilds the room; the rows before it were not sent yet."""
    async with elsewhere(tmp_path) as (_, there, table, (ada, bo, far_ada, _)):
        await ada.ask(t="chat", text="one")
        await bo.ask(t="chat", text="two")
        follow = loading.apply_rows

        def fail_on_second_row(room: Room, rows: list[Row]) -> None:
            monkeypatch.undo()
            follow(room, rows[:1])
            raise ForgottenMove("older than what is known here")

        monkeypatch.setattr(table_service, "apply_rows", fail_on_second_row)
        await there.service.catch_up(table)
        await far_ada.until(lambda: [line["text"] for line in far_ada.chat] == ["one", "two"])


class ForgetOnce:
    """A request that needs the whole log at first."""

    has_failed = False

    def apply(self, room: Room) -> deeds.AnyDeed:
        if not self.has_failed:
            self.has_failed = True
            raise ForgottenMove("older than what is known here")
        return deeds.Said(1, "said here")


async def test_request_that_needs_the_whole_log_also_sends_deeds_of_others(tmp_path: Path) -> None:
    async with elsewhere(tmp_path) as (_, there, table, (ada, _, far_ada, far_bo)):
        await ada.ask(t="chat", text="said elsewhere")
        await there.service.perform(there.service.open_tables[table], ForgetOnce())
        for far in (far_ada, far_bo):
            await far.until(lambda: len(far.chat) == 2)  # noqa: B023
