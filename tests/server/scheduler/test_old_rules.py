"""Tables stored under older rules: those that play identically continue, the others are closed."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from caponata.catalogue import find_game
from caponata.engine.reader import read_record
from caponata.engine.verify import verify
from caponata.server.scheduler.housekeeping import archive_missing_games, close_tables_of_old_rules
from caponata.server.settings import Limits
from caponata.server.tables import creation, deeds, loading
from tests.server.clients import TIMEOUT, Server, http_client, play_moves, serving

pytestmark = pytest.mark.anyio

AFFECTED = {"pass_locks": True, "mamma": "swap"}
UNAFFECTED = [{"mamma": "swap"}, {"pass_locks": True}]


class StoredTable(NamedTuple):
    """A table that an older server has stored."""

    table: str
    keys: list[str | None]
    events: list[list[dict[str, Any]]]
    headers: dict[str, str]


@contextmanager
def first_rules(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Create tables under the first version of CAPO's rules in this block."""
    older = {"capo": replace(find_game("capo"), rules_version=1, changed_rule=None)}
    with monkeypatch.context() as patch:
        for module in (creation, loading):
            patch.setattr(module, "find_game", lambda name: older.get(name) or find_game(name))
        yield


async def stored_table(
    store: str, monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], *, moves: int = 12
) -> StoredTable:
    """Return a table of three seats in the middle of a game, stored by a server with the first rules."""
    with first_rules(monkeypatch):
        async with serving(store=store, snapshot_every=5) as server:
            people = [await server.person(name) for name in ("Ada", "Bo", "Cy")]
            table, keys = await people[0].create_table(
                "me", "open", "open", game="capo", options=options, listed=True
            )
            held = [keys[0], *[(await person.sit(table))[1] for person in people[1:]]]
            clients = [await server.client(table, key) for key in held]
            await clients[0].ask(t="start")
            await clients[2].until(lambda: bool(clients[2].state))
            await play_moves(clients, random.Random(4).choice, moves)
            await server.finish_background_tasks()
            headers = {"authorization": f"Bearer {people[0].http.cookies['caponata']}"}
            return StoredTable(
                table, [client.key for client in clients], [client.events for client in clients], headers
            )


async def wait_for_summary(server: Server, stored: StoredTable, status: str) -> None:
    """Wait until a table is listed with a status."""
    async with http_client(server.address) as http, asyncio.timeout(TIMEOUT):
        while True:
            [mine] = (await http.get("/api/me/tables", headers=stored.headers)).json()
            if mine["status"] == status:
                return
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("options", UNAFFECTED)
async def test_table_unaffected_by_a_rule_change_can_be_played_to_the_end(
    options: dict[str, Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    stored = await stored_table(store, monkeypatch, options)
    limits = Limits(message_burst=100_000)  # the whole game is played in a moment
    async with serving(store=store, snapshot_every=5, limits=limits) as server:
        await close_tables_of_old_rules(server.service)
        clients = [await server.client(stored.table, key) for key in stored.keys]
        for client, events in zip(clients, stored.events, strict=True):
            await client.until(lambda client=client: bool(client.view))  # type: ignore[misc]
            assert client.events == events
        assert await play_moves(clients, random.Random(5).choice, 10) == 10
        await play_moves(clients, random.Random(5).choice)
        await clients[0].wait_for_status("finished")
        async with http_client(server.address) as anybody:
            record = await anybody.get(f"/api/tables/{stored.table}/record")
        assert verify(read_record(record.text), find_game("capo")).is_fair


async def test_table_affected_by_a_rule_change_is_closed_with_the_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    stored = await stored_table(store, monkeypatch, AFFECTED)
    async with serving(store=store) as server, http_client(server.address) as anybody:
        await wait_for_summary(server, stored, "abandoned")  # the server closes it when it starts
        ended = (await server.service.store.rows(stored.table))[-1]
        assert deeds.read_deed(ended.body) == deeds.Ended("old-rules")
        assert (await anybody.get("/api/tables")).json() == []
        shown = await anybody.get(f"/api/tables/{stored.table}")
        assert (shown.status_code, shown.json()["code"]) == (410, "old-rules")
        assert shown.json()["sentence"] == (
            "this table cannot go on: it uses version 1 of the rules of CAPO, but version 2 plays it "
            "differently [CAPO-3.7]; a finished game can still be replayed"
        )
        late = await server.client(stored.table, stored.keys[0])
        assert late.closed is not None
        assert late.closed[0] == 4411
        await archive_missing_games(server.service)
        await close_tables_of_old_rules(server.service)  # a second time changes nothing
        assert len(await server.service.store.rows(stored.table)) == ended.number


async def test_older_server_does_not_close_tables_of_newer_rules(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = f"sqlite:///{tmp_path / 'tables.db'}"
    async with serving(store=store) as server:
        ada = await server.person("Ada")
        table, _ = await ada.create_table("me", "open", game="capo")
        await server.finish_background_tasks()
        older = replace(find_game("capo"), rules_version=1, changed_rule=None)
        monkeypatch.setattr("caponata.server.scheduler.housekeeping.find_game", lambda name: older)
        await close_tables_of_old_rules(server.service)
        assert await server.service.store.count(["waiting"]) == 1
        assert [row.kind for row in await server.service.store.rows(table)] == ["sat"]
