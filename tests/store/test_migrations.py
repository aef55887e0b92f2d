"""Opening a database migrates it to the current schema."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import create_engine, text
from sqlalchemy.pool import NullPool

from caponata.store import Store, StoreDown, StoreTooNew
from caponata.store.schema import metadata
from tests.services import PostgresServer
from tests.store.tables import add, opened

OPEN_AND_CLOSE = """
import asyncio, sys
from caponata.store import Store
async def visit():
    store = await Store.open(sys.argv[1])
    key = await store.secret("key")
    await store.close()
    return key.hex()
print(asyncio.run(visit()))
"""


async def test_migrations_create_the_schema(url: str) -> None:
    async with opened(url):
        with create_engine(url, poolclass=NullPool).connect() as connection:
            assert compare_metadata(MigrationContext.configure(connection), metadata) == []


def test_processes_can_open_a_new_database_at_once(url: str) -> None:
    command = [sys.executable, "-c", OPEN_AND_CLOSE, url]
    visits = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    keys = {visit.communicate()[0] for visit in visits}
    assert [visit.returncode for visit in visits] == [0] * 4
    assert len(keys) == 1


async def test_opening_waits_for_another_process_that_creates_the_file(
    sqlite_url: str, tmp_path: Path
) -> None:
    other = sqlite3.connect(tmp_path / "caponata.db", isolation_level=None, check_same_thread=False)
    other.execute("CREATE TABLE preparing (step)")
    other.execute("BEGIN EXCLUSIVE")
    opening = asyncio.create_task(Store.open(sqlite_url))
    await asyncio.sleep(0.3)
    assert not opening.done()
    other.execute("ROLLBACK")
    other.close()
    await (await opening).close()


async def test_database_of_a_newer_caponata_is_refused_and_unchanged(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
    with create_engine(url, poolclass=NullPool).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreTooNew, match="made by a newer caponata .its step 9999.*update caponata"):
        await Store.open(url)
    with create_engine(url, poolclass=NullPool).connect() as connection:
        assert connection.execute(text("SELECT count(*) FROM log")).scalar() == 1


async def test_postgresql_url_needs_no_driver(postgres: PostgresServer) -> None:
    async with opened(postgres.fresh_url().replace("+psycopg", "")) as store:
        await add(store, "t")


async def test_database_that_cannot_be_opened_is_reported_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(StoreDown, match="cannot be opened: the database file cannot be opened"):
        await Store.open(f"sqlite:///{tmp_path}/missing/caponata.db")
    (tmp_path / "letter.db").write_text("Dear Ada, this is no database. " * 100)
    with pytest.raises(StoreDown, match="the file is not a database"):
        await Store.open(f"sqlite:///{tmp_path}/letter.db")
    with pytest.raises(StoreDown, match="the database does not answer"):
        await Store.open("postgresql://127.0.0.1:1/nothing")
    with pytest.raises(ValueError, match="tables cannot be stored in mysql"):
        await Store.open("mysql://127.0.0.1/nothing")
