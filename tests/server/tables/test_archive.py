"""What outlives a game and a process: snapshots, records, replays and the archive."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from caponata.catalogue import find_game
from caponata.engine.fair import commitment
from caponata.engine.reader import read_record
from caponata.engine.verify import verify
from caponata.server.scheduler.housekeeping import archive_missing_games
from tests.server.clients import TIMEOUT, Client, Server, http_client, play_moves, serving

pytestmark = pytest.mark.anyio


async def play_to_the_end(server: Server) -> tuple[str, Client, Client]:
    table, ada, bo = await server.two_player_game()
    await play_moves([ada, bo], random.Random(8).choice)
    await ada.wait_for_status("finished")
    return table, ada, bo


async def wait_until_archived(server: Server, table: str) -> None:
    while await server.service.store.replay(table) is None:
        await asyncio.sleep(0.02)


async def test_table_continues_after_a_restart(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    rng = random.Random(9)
    async with serving(store=store, snapshot_every=7) as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], rng.choice, 25)
        keys = [ada.key, bo.key]
        known = [(client.view, client.events, client.state["decision"]) for client in (ada, bo)]
        await server.service.store.snapshot(table)
    async with serving(store=store, snapshot_every=7) as server:
        assert await server.service.store.snapshot(table) is not None
        again = [await server.client(table, key) for key in keys]
        for client, (view, events, decision) in zip(again, known, strict=True):
            await client.until(lambda client=client: bool(client.view))  # type: ignore[misc]
            assert client.view == view
            assert client.events == events
            assert client.state["decision"] == decision
        await play_moves(again, rng.choice)
        await again[0].wait_for_status("finished")
        async with http_client(server.address) as anybody:
            record = await anybody.get(f"/api/tables/{table}/record")
        assert verify(read_record(record.text), find_game("capital-lux")).is_fair


async def test_table_is_rebuilt_from_its_newest_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving(snapshot_every=7) as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], random.Random(9).choice, 25)
        await server.finish_background_tasks()
        known = server.service.open_tables[table].room.state.number
        rows, reads = server.service.store.rows, []

        async def record_reads(table: str, after: int = 0) -> Any:
            reads.append(after)
            return await rows(table, after)

        monkeypatch.setattr(server.service.store, "rows", record_reads)
        again = await server.service.loader.rebuild(table)
        assert again.state.number == known
        assert reads == [known - known % 7] != [0]
        assert (await server.service.loader.rebuild(table, whole=True)).state == again.state
        assert reads[1:] == [0]


async def test_undo_by_consent_can_go_back_past_a_snapshot(tmp_path: Path) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    rng = random.Random(9)
    async with serving(store=store, snapshot_every=5) as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], rng.choice, 12)
        keys = [ada.key, bo.key]
    async with serving(store=store, snapshot_every=5) as server:
        ada, bo = [await server.client(table, key) for key in keys]
        await ada.until(lambda: bool(ada.state))
        asker, other = (ada, bo) if ada.state["undo"] == "ask" else (bo, ada)
        await asker.ask(t="undo")
        await other.until(lambda: bool(other.table["asks"]))
        answer = await other.ask(t="answer", ask=other.table["asks"][0]["ask"], yes=True)
        assert answer["t"] == "state", answer
        await asker.until(lambda: asker.events[-1]["event"] == "rewind")


async def test_game_continues_while_its_replay_is_made(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        begun, go = asyncio.Event(), asyncio.Event()
        replayed = server.parts.replay_workers.replay

        async def slow(*arguments: Any) -> Any:
            begun.set()
            await go.wait()
            return await replayed(*arguments)

        monkeypatch.setattr(server.parts.replay_workers, "replay", slow)
        replay_response = asyncio.ensure_future(
            server.people[0].http.get(
                f"/api/tables/{table}/replay?seat=0", headers={"x-seat-key": ada.key or ""}
            )
        )
        await begun.wait()
        async with asyncio.timeout(10):
            await play_moves([ada, bo], random.Random(1).choice, 2)
        go.set()
        assert (await replay_response).status_code == 200


async def test_record_is_available_after_the_game_and_its_draws_are_fair() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        ask = server.people[0].http.get
        running = await ask(f"/api/tables/{table}/record")
        assert running.status_code == 409
        assert running.json()["code"] == "not-over"
        await play_moves([ada, bo], random.Random(8).choice)
        await ada.wait_for_status("finished")
        record = await ask(f"/api/tables/{table}/record")
        read = read_record(record.text)
        assert verify(read, find_game("capital-lux")).is_fair
        assert commitment(bytes.fromhex(read.seed or "")) == ada.table["commitment"]


async def test_finished_game_can_be_replayed_for_every_seat() -> None:
    async with serving() as server:
        table, ada, bo = await play_to_the_end(server)
        await wait_until_archived(server, table)
        ask = server.people[0].http.get
        for client in (ada, bo):
            answer = await ask(f"/api/tables/{table}/replay", params={"seat": client.table["you"]})
            replay = answer.json()
            view = replay["view"]
            for frame in replay["frames"]:
                view = {key: value for key, value in view.items() if key not in frame["gone"]}
                view |= frame["changed"]
            assert view == client.view
            assert [event for frame in replay["frames"] for event in frame["events"]] == client.events
            assert all(frame["at"] for frame in replay["frames"])
        assert (await ask(f"/api/tables/{table}/replay", params={"seat": 5})).status_code == 404


async def test_only_the_seat_itself_sees_its_replay_while_the_game_runs() -> None:
    async with serving() as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], random.Random(8).choice, 10)
        ask = server.people[0].http.get
        path = f"/api/tables/{table}/replay"
        own = await ask(path, params={"seat": 0}, headers={"X-Seat-Key": ada.key or ""})
        assert [e for frame in own.json()["frames"] for e in frame["events"]] == ada.events
        assert own.json()["seed"] is None
        for params, headers in (
            ({"seat": 1}, {"X-Seat-Key": ada.key or ""}),
            ({"seat": 0}, {}),
            ({"seat": 0}, {"X-Seat-Key": "guess"}),
        ):
            refused = await ask(path, params=params, headers=headers)
            assert refused.status_code in (401, 403)
        watched = await ask(path)
        assert watched.status_code == 200
        assert "hand" not in watched.json()["view"]


async def test_games_of_older_rules_are_replayed_from_the_archive(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async with serving() as server:
        table, ada, _ = await play_to_the_end(server)
        await wait_until_archived(server, table)
        running, one, _ = await server.two_player_game()
        newer = replace(find_game("capital-lux"), rules_version=2)
        monkeypatch.setattr("caponata.server.tables.loading.find_game", lambda name: newer)
        server.service.open_tables.clear()
        ask = server.people[0].http.get
        assert (await ask(f"/api/tables/{table}/record")).json()["rules_version"] == 1
        assert (await ask(f"/api/tables/{table}/replay")).json()["frames"]
        assert (await ask(f"/api/tables/{table}/analysis")).json()["code"] == "old-rules"
        refused = await ask(f"/api/tables/{running}")
        assert refused.status_code == 410
        assert refused.json()["code"] == "old-rules"
        late = await server.client(running, one.key)
        assert late.closed is not None
        assert late.closed[0] == 4411
        assert ada.table["rules_version"] == 1


@contextmanager
def killed_before_archiving(monkeypatch: pytest.MonkeyPatch, server: Server) -> Iterator[None]:
    """Archive no game that ends in the block, as if the server had been killed."""

    async def fail(room: object) -> None:
        raise RuntimeError("the server was killed")

    with monkeypatch.context() as patch:
        patch.setattr(server.service.archive, "keep_record", fail)
        patch.setattr(server.service.archive, "save_summary", fail)
        yield


async def finish_unarchived(store: str, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, str]]:
    """Finish a game of which only the log is stored; return its table and Ada's headers."""
    async with serving(store=store) as server:
        table, ada, bo = await server.two_player_game(listed=True)
        await play_moves([ada, bo], random.Random(8).choice, 10)
        await server.finish_background_tasks()
        with killed_before_archiving(monkeypatch, server):
            await bo.ask(t="resign")
            await ada.wait_for_status("finished")
            await server.finish_background_tasks()
        assert await server.service.store.count(["playing"]) == 1
        assert await server.service.store.record(table) is None
        return table, {"authorization": f"Bearer {server.people[0].http.cookies['caponata']}"}


async def test_server_archives_the_games_of_a_killed_one_at_startup(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    table, ada = await finish_unarchived(store, monkeypatch)
    async with serving(store=store) as server, asyncio.timeout(TIMEOUT):
        await wait_until_archived(server, table)
        assert not server.service.open_tables  # nobody opened it
        async with http_client(server.address) as anybody:
            [mine] = (await anybody.get("/api/me/tables", headers=ada)).json()
            assert mine["status"] == "finished"
            assert (await anybody.get("/api/tables")).json() == []
            record = read_record((await anybody.get(f"/api/tables/{table}/record")).text)
            assert verify(record, find_game("capital-lux")).is_fair
        assert await server.service.store.unarchived("", 10) == []


async def test_game_archived_by_several_servers_is_stored_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    table, _ = await finish_unarchived(store, monkeypatch)
    async with serving(store=store) as one, serving(store=store) as two, asyncio.timeout(TIMEOUT):
        await asyncio.gather(
            *(
                archive_missing_games(service)
                for service in (one.service, two.service, one.service, two.service)
            )
        )
        assert await one.service.store.unarchived("", 10) == []
        assert await one.service.store.replay(table) is not None
        assert await two.service.store.count(["finished"]) == 1


async def test_unarchived_game_of_older_rules_is_closed_in_lists_and_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    table, ada = await finish_unarchived(store, monkeypatch)
    newer = replace(find_game("capital-lux"), rules_version=2)
    monkeypatch.setattr("caponata.server.tables.loading.find_game", lambda name: newer)
    async with serving(store=store) as server:
        await archive_missing_games(server.service)
        async with http_client(server.address) as anybody:
            [mine] = (await anybody.get("/api/me/tables", headers=ada)).json()
            assert mine["status"] == "finished"
            for page in ("record", "replay", "analysis"):
                refused = await anybody.get(f"/api/tables/{table}/{page}")
                assert (refused.status_code, refused.json()["code"]) == (410, "not-kept")


async def test_game_that_cannot_be_archived_does_not_block_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("caponata.server.scheduler.housekeeping.ARCHIVE_BATCH", 1)
    async with serving() as server:
        with killed_before_archiving(monkeypatch, server):
            tables = []
            for _ in range(3):
                table, ada, bo = await server.two_player_game()
                await bo.ask(t="resign")
                await ada.wait_for_status("finished")
                tables.append(table)
            await server.finish_background_tasks()
        rebuild, broken = server.service.loader.rebuild, min(tables)

        async def rebuild_unless_broken(table: str) -> Any:
            if table == broken:
                raise RuntimeError("this log cannot be read")
            return await rebuild(table)

        monkeypatch.setattr(server.service.loader, "rebuild", rebuild_unless_broken)
        await archive_missing_games(server.service)
        assert [left.table for left in await server.service.store.unarchived("", 10)] == [broken]


async def test_table_closed_before_its_game_has_no_record() -> None:
    async with serving() as server:
        ada = await server.person("Ada")
        table, keys = await ada.create_table("me", "open")
        await ada.http.post(f"/api/tables/{table}/leave", json={"key": keys[0]})
        for page in ("record", "replay", "analysis"):
            refused = await ada.http.get(f"/api/tables/{table}/{page}")
            assert (refused.status_code, refused.json()["code"]) == (409, "no-game")
        await server.finish_background_tasks()
        assert await server.service.store.unarchived("", 10) == []  # there is nothing to archive


async def test_idle_tables_are_evicted_and_found_again() -> None:
    async with serving(idle_timeout=0.1) as server:
        table, ada, bo = await server.two_player_game()
        await play_moves([ada, bo], random.Random(8).choice, 5)
        view = ada.view
        await ada.close()
        await bo.close()
        server.parts.scheduler.schedules.at(server.service.open_tables[table]).stop()
        while server.service.open_tables:
            await asyncio.sleep(0.02)
        await ada.connect()
        await ada.until(lambda: ada.view == view)
