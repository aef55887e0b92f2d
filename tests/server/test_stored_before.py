"""Databases and records written before the names in the code changed must still open.

`tests/fixtures/before_renames` holds a SQLite file, the records of five games, and what every seat saw.
"""

from __future__ import annotations

import gzip
import json
import random
from pathlib import Path
from typing import Any

import pytest

from caponata.catalogue import find_game
from caponata.engine.reader import read_record
from caponata.engine.verify import verify
from tests.server.clients import Server, http_client, play_moves, serving

pytestmark = pytest.mark.anyio

STORED = Path(__file__).parents[1] / "fixtures" / "before_renames"
TABLES: list[dict[str, Any]] = json.loads((STORED / "tables.json").read_text())["tables"]
RECORDS = sorted(path.stem for path in STORED.glob("*.json") if path.stem != "tables")


def stored_url(folder: Path) -> str:
    """Return the URL of a copy of the stored database."""
    database = folder / "tables.db"
    database.write_bytes(gzip.decompress((STORED / "tables.db.gz").read_bytes()))
    return f"sqlite:///{database}"


def stored(kind: str) -> list[dict[str, Any]]:
    return [table for table in TABLES if table["kind"] == kind]


async def resume(server: Server, table: dict[str, Any]) -> None:
    """Take every seat of a paused table, compare what it sees, and play on.

    A view may have gained fields and options since the table was stored.
    """
    clients = [await server.client(table["table"], key) for key in table["keys"]]
    for client, view, events in zip(clients, table["views"], table["events"], strict=True):
        await client.until(lambda client=client: bool(client.view))  # type: ignore[misc]
        options = {name: client.view["options"][name] for name in view["options"]}
        kept = {**{field: client.view[field] for field in view}, "options": options}
        # tables of older rules go on if they play identically; the view names the rules of this server
        assert kept == view | {"rules_version": find_game(table["game"]).rules_version}
        assert len(client.events) == events
    answer = await clients[0].ask(t="resume")
    assert answer["t"] != "refused", answer
    await clients[-1].wait_for_status("playing")
    assert await play_moves(clients, random.Random(3).choice, 10) == 10


@pytest.mark.parametrize("game", [table["game"] for table in stored("paused")])
async def test_a_stored_game_is_resumed_with_the_same_views(game: str, tmp_path: Path) -> None:
    async with serving(store=stored_url(tmp_path)) as server:
        await resume(server, next(table for table in stored("paused") if table["game"] == game))


async def test_stored_games_that_are_over_still_have_record_and_replay(tmp_path: Path) -> None:
    async with serving(store=stored_url(tmp_path)) as server, http_client(server.address) as anybody:
        for table in stored("finished") + stored("abandoned"):
            record = await anybody.get(f"/api/tables/{table['table']}/record")
            assert verify(read_record(record.text), find_game(table["game"])).is_fair
            replay = await anybody.get(f"/api/tables/{table['table']}/replay")
            assert replay.status_code == 200


async def test_a_stored_waiting_room_can_be_entered(tmp_path: Path) -> None:
    async with serving(store=stored_url(tmp_path)) as server:
        (table,) = stored("waiting")
        client = await server.client(table["table"], table["keys"][0])
        assert client.table["status"] == "waiting"


@pytest.mark.parametrize("game", RECORDS)
def test_a_stored_record_is_still_verified(game: str) -> None:
    record = read_record((STORED / f"{game}.json").read_text())
    assert verify(record, find_game(game)).is_fair
