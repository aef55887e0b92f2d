"""A full disk or a lost database: nothing is half stored, errors have a reason, and play continues after."""

from __future__ import annotations

import asyncio
import resource
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import PoolProxiedConnection, event
from sqlalchemy.exc import DBAPIError

from caponata.store import Row, Store, StoreDown
from caponata.store.database import READER_COUNT, Database
from tests.services import PostgresServer
from tests.store.tables import add, deed, header, opened, summary

CANNOT = "the tables cannot be saved at the moment: "
NO_ANSWER = "the database does not answer"
PAGES_LEFT = 40
LONG_GAME = 60
LONG_WAIT = 30.0  # seconds


async def fill(store: Store, table: str) -> tuple[list[Row], str]:
    """Append large deeds until the store fails; return the stored ones and the reason."""
    stored = await store.rows(table)
    while True:
        number = len(stored) + 1
        rows = [deed(table, number, body=bytes(3000)), deed("u", number, body=bytes(3000))]
        outcomes = await asyncio.gather(*map(store.append, rows), return_exceptions=True)
        if outcomes[0] is True:
            stored.append(rows[0])
        if down := [outcome for outcome in outcomes if isinstance(outcome, StoreDown)]:
            return stored, str(down[0])
        assert outcomes == [True, True]


async def test_full_disk_refuses_deeds_until_there_is_space(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        await add(store, "t", "u")
    async with opened(sqlite_url) as store:

        def limit(connection: sqlite3.Connection, _: object) -> None:
            [pages] = connection.execute("PRAGMA page_count").fetchone()
            connection.execute(f"PRAGMA max_page_count = {pages + PAGES_LEFT}")

        event.listen(store.database.writing, "connect", limit)
        stored, reason = await fill(store, "t")
        assert len(stored) > 5
        assert reason == CANNOT + "the disk is full"
        event.remove(store.database.writing, "connect", limit)
        assert await store.rows("t") == stored
        assert abs(len(await store.rows("u")) - len(stored)) <= 1
        assert await store.append(deed("t", len(stored) + 1, body=bytes(3000)))


async def test_disk_failure_during_the_commit_stores_nothing(sqlite_url: str, tmp_path: Path) -> None:
    async with opened(sqlite_url) as store:
        await add(store, "t", "u")
        written_ahead = (tmp_path / "caponata.db-wal").stat().st_size
        soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (written_ahead + 50_000, hard))
        try:
            stored, reason = await fill(store, "t")
            new = store.add_table(header("v"), [deed("v", 1, body=bytes(90_000))], summary("v"), [])
            with pytest.raises(StoreDown):
                await new
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert reason == CANNOT + "the disk reports an error"
        assert await store.rows("t") == stored
        assert await store.header("v") is None
        assert await store.append(deed("t", len(stored) + 1))
    async with opened(sqlite_url) as store:
        assert len(await store.rows("t")) == len(stored) + 1


async def test_locked_file_is_reported(sqlite_url: str, tmp_path: Path) -> None:
    async with opened(f"{sqlite_url}?timeout=0.2") as store:
        await add(store, "t")
        other = sqlite3.connect(tmp_path / "caponata.db", isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreDown, match="another program keeps the database locked"):
            await store.append(deed("t", 2))
        assert len(await store.rows("t")) == 1
        other.execute("ROLLBACK")
        other.close()
        assert await store.append(deed("t", 2))


@pytest.mark.parametrize("bound", ["lock_timeout", "statement_timeout"])
async def test_lock_of_another_transaction_times_out(postgres: PostgresServer, bound: str) -> None:
    url = postgres.fresh_url()
    async with opened(f"{url}%20-c{bound}%3D300ms") as store:  # options of the URL win
        await add(store, "t")
        with psycopg.connect(url.replace("+psycopg", "")) as other:
            row = deed("t", 2)
            other.execute("INSERT INTO log VALUES (%s, %s, %s, %s, %s, %s)", row)
            with pytest.raises(StoreDown, match=CANNOT + "the database takes too long"):
                await asyncio.wait_for(store.append(row), LONG_WAIT)
            assert len(await store.rows("t")) == 1
            other.rollback()
        assert await store.append(deed("t", 2))


async def test_locks_time_out_except_during_a_migration(postgres: PostgresServer) -> None:
    async with opened(postgres.fresh_url()) as store:
        with store.database.writing.connect() as connection:
            names = "lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout"
            queries = [f"SHOW {name}" for name in names]
            assert [connection.exec_driver_sql(each).scalar() for each in queries] == ["5s", "10s", "4s"]
            store.database.lock_for_migration(connection)
            assert [connection.exec_driver_sql(each).scalar() for each in queries] == ["0", "0", "1min"]


async def test_stalled_transaction_of_another_process_loses_its_locks(
    postgres: PostgresServer,
) -> None:
    url = postgres.fresh_url()
    async with opened(url) as store, opened(url) as stopped:
        await add(store, "t", "u")
        with stopped.database.writing.connect() as connection:
            held = "INSERT INTO log VALUES (%s, %s, %s, %s, %s, %s)"
            connection.exec_driver_sql(held, tuple(deed("t", 2)))
            async with asyncio.timeout(LONG_WAIT):
                assert all(await asyncio.gather(*(store.append(deed(table, 2)) for table in "tu")))
            with pytest.raises(DBAPIError) as lost:
                connection.commit()
            assert stopped.database.reason(lost.value) == "the server was held up while it wrote"
            connection.invalidate()


async def test_keepalives_are_set_on_both_sides(postgres: PostgresServer) -> None:
    async with opened(postgres.fresh_url()) as store:
        with store.database.writing.connect() as connection:
            queries = "SHOW tcp_keepalives_idle", "SHOW tcp_keepalives_interval"
            assert [connection.exec_driver_sql(each).scalar() for each in queries] == ["5", "5"]
            driver = connection.connection.dbapi_connection
            assert isinstance(driver, psycopg.Connection)
            parameters = driver.info.get_parameters()
            assert (parameters["keepalives_idle"], parameters["keepalives_interval"]) == ("5", "5")


async def test_store_works_again_after_a_restarted_server(postgres: PostgresServer) -> None:
    async with opened(postgres.fresh_url()) as store:
        await add(store, "t")
        stored = [deed("t", number) for number in range(1, 101)]
        for row in stored[1:50]:
            assert await store.append(row)
        with postgres.down():
            for _ in range(2):
                with pytest.raises(StoreDown, match=CANNOT + "the database"):
                    await store.append(stored[50])
                with pytest.raises(StoreDown, match="cannot be read at the moment: the database"):
                    await store.rows("t")
        for row in stored[50:]:
            assert await store.append(row)
        assert await store.rows("t") == stored


async def test_short_restart_is_not_noticed(postgres: PostgresServer) -> None:
    async with opened(postgres.fresh_url()) as store:
        await add(store, "t")
        await asyncio.gather(*(store.rows("t") for _ in range(8)))
        with postgres.down():
            pass
        assert await store.append(deed("t", 2))
        assert all(len(rows) == 2 for rows in await asyncio.gather(*(store.rows("t") for _ in range(8))))


async def test_interrupted_commit_is_never_retried(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It may have succeeded, as here: a retry would find its own deed and take it for another's."""
    async with opened(postgres.fresh_url()) as store:
        await add(store, "t")
        dialect = store.database.writing.dialect
        commit = dialect.do_commit

        def commit_and_break(connection: PoolProxiedConnection) -> None:
            commit(connection)
            monkeypatch.undo()
            raise psycopg.OperationalError("server closed the connection unexpectedly")

        monkeypatch.setattr(dialect, "do_commit", commit_and_break)
        with pytest.raises(StoreDown, match="the database does not answer"):
            await store.append(deed("t", 2, "0:a"))
        assert await store.deed_of_message("t", "0:a") == deed("t", 2, "0:a")
        assert await store.append(deed("t", 3))


async def test_server_killed_under_load_keeps_confirmed_deeds(postgres: PostgresServer) -> None:
    async with opened(postgres.fresh_url()) as store:
        tables = [f"t{n}" for n in range(20)]
        await add(store, *tables)
        confirmed = dict.fromkeys(tables, 1)
        failures: list[StoreDown] = []

        async def play(table: str) -> None:
            while confirmed[table] < LONG_GAME:
                try:
                    # False: our own deed of an interrupted commit was stored after all.
                    await store.append(deed(table, confirmed[table] + 1))
                except StoreDown as down:
                    failures.append(down)
                    await asyncio.sleep(0.05)
                else:
                    confirmed[table] += 1

        def break_down() -> None:
            with postgres.down():
                time.sleep(0.2)

        playing = asyncio.gather(*map(play, tables))
        await asyncio.to_thread(break_down)
        await playing
        assert failures
        for table in tables:
            assert [row.number for row in await store.rows(table)] == list(range(1, LONG_GAME + 1))


@contextmanager
def hanging_database(postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the database hang with a short timeout; when it answers again, the timeout is long."""
    with postgres.hung():
        monkeypatch.setattr(Database, "timeout", 0.5)
        yield
        monkeypatch.setattr(Database, "timeout", LONG_WAIT)
        monkeypatch.setattr(Database, "timeout_when_silent", LONG_WAIT)


async def test_hanging_database_times_out_and_works_again_when_it_answers(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(postgres.fresh_url()) as store:
        await add(store, "t", "u")
        with hanging_database(postgres, monkeypatch):
            async with asyncio.timeout(LONG_WAIT):
                for _ in range(2):
                    with pytest.raises(StoreDown, match=CANNOT + NO_ANSWER):
                        await store.append(deed("t", 2))
                    with pytest.raises(StoreDown, match=f"cannot be read at the moment: {NO_ANSWER}"):
                        await store.rows("t")
            assert store.write_failure == CANNOT + NO_ANSWER
        await store.append(deed("t", 2))  # False if the first try was stored after all
        assert await store.append(deed("t", 3))
        assert [row.number for row in await store.rows("t")] == [1, 2, 3]
        assert store.write_failure is None


async def test_write_that_timed_out_in_the_queue_is_never_stored(
    postgres: PostgresServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(postgres.fresh_url()) as store:
        await add(store, "t", "u")
        with hanging_database(postgres, monkeypatch):
            for table in ("t", "u"):  # the second one waits behind the first in the writer
                with pytest.raises(StoreDown, match=NO_ANSWER):
                    await asyncio.wait_for(store.append(deed(table, 2)), LONG_WAIT)
        await store.append(deed("t", 3))
        assert [row.number for row in await store.rows("u")] == [1]


async def test_process_exits_while_its_database_hangs(postgres: PostgresServer) -> None:
    command = [sys.executable, "-m", "tests.store.hanging_client", postgres.fresh_url()]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as client:
        assert client.stdin is not None and client.stdout is not None
        assert client.stdout.readline() == "ready\n"
        with postgres.hung():
            try:
                output, _ = client.communicate("\n", timeout=LONG_WAIT)
            finally:
                client.kill()
        assert output.split() == ["StoreDown"] * (1 + READER_COUNT)
        assert client.returncode == 0
