"""The writer: queued writes are committed together, in order, and answered once."""

from __future__ import annotations

import asyncio
import threading
from typing import Any

import pytest

from caponata.store import Store, StoreDown, Unstorable
from caponata.store.writer import BUSY_BATCH_SIZE
from tests.store.tables import NOW, add, count_events, count_transactions, deed, header, opened, summary

MANY = 200


async def test_sqlite_file_uses_wal_and_full_sync(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        for engine in (store.database.writing, store.database.reading):
            with engine.connect() as connection:
                names = ["journal_mode", "synchronous", "foreign_keys"]
                settings = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]
                assert settings == ["wal", 2, 1]


async def test_deeds_of_many_tables_share_transactions(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as store:
        tables = [f"t{n}" for n in range(MANY)]
        await add(store, *tables)
        transactions = count_transactions(monkeypatch)
        assert all(await asyncio.gather(*(store.append(deed(table, 2)) for table in tables)))
        assert sum(transactions) == MANY
        assert len(transactions) <= MANY / 10


async def test_writer_waits_for_more_writes_when_busy(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with opened(url) as store:
        tables = [f"t{n}" for n in range(20)]
        await add(store, *tables)
        transactions = count_transactions(monkeypatch)

        async def play(table: str) -> None:
            for number in range(2, 12):
                assert await store.append(deed(table, number))

        await asyncio.gather(*map(play, tables))
        assert sum(transactions[-5:]) / 5 > BUSY_BATCH_SIZE


async def test_taken_number_does_not_affect_other_deeds_of_the_batch(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", "u", "v")
        await store.append(deed("u", 2, "hello"))
        wanted = [deed("t", 2), deed("u", 2), deed("v", 2), deed("u", 3, "hello"), deed("v", 3)]
        won = await asyncio.gather(*map(store.append, wanted))
        assert won == [True, False, True, False, True]
        assert [row.number for row in await store.rows("u")] == [1, 2]


async def test_batch_may_be_larger_than_one_statement(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        wins = await asyncio.gather(*(store.append(deed("t", number)) for number in range(1, 2502)))
        assert wins == [False] + [True] * 2500
        assert [row.number for row in await store.rows("t")] == list(range(1, 2502))


async def test_table_is_created_before_its_queued_deeds(url: str) -> None:
    async with opened(url) as store:
        outcomes = tuple(
            await asyncio.gather(
                store.add_table(header("t"), [deed("t", 1)], summary("t"), [(0, "ada")]),
                store.append(deed("t", 2)),
                store.save_summary(summary("t", "paused"), [(1, "bo")]),
                store.save_snapshot("t", 2, b"two"),
            )
        )
        assert outcomes == (True, True, None, None)
        assert len(await store.rows("t")) == 2
        assert await store.tables_of("ada", 10) == []
        assert await store.tables_of("bo", 10) == [summary("t", "paused")]


async def test_queued_summaries_and_snapshots_of_a_table_collapse_to_the_newest(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", "u")
        statements = count_events(store, "before_cursor_execute")
        await asyncio.gather(
            store.save_summary(summary("u"), [(0, "ada")]),
            *(store.save_summary(summary("t", changed=NOW + n), [(0, f"person {n}")]) for n in range(50)),
            *(store.save_snapshot("t", n, b"%d" % n) for n in range(50)),
        )
        assert await store.tables_of("person 49", 10) == [summary("t", changed=NOW + 49)]
        assert await store.tables_of("person 48", 10) == []
        assert await store.snapshot("t") == (49, b"49")
        assert len(statements) < 20


async def test_invalid_write_does_not_affect_others(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", "u")
        outcomes = await asyncio.gather(
            store.append(deed("t", 2)),
            store.save_summary(summary("nowhere"), []),
            store.add_table(header("v"), [deed("v", 1), deed("v", 1)], summary("v"), []),
            store.append(deed("u", 1)),
            store.save_snapshot("nowhere", 1, b""),
            store.save_result("nowhere", b"", b""),
            store.add_table(header("w"), [deed("w", 1)], summary("w"), [(0, "ada")]),
            store.save_summary(summary("u", "paused"), []),
            return_exceptions=True,
        )
        kinds = [type(outcome) if isinstance(outcome, Exception) else outcome for outcome in outcomes]
        bad = Unstorable
        assert kinds == [True, bad, bad, False, bad, bad, True, None]
        assert await store.header("v") is None
        assert await store.rows("v") == []
        assert await store.count(["paused"]) == 1


def store_only_after(store: Store, event: threading.Event, monkeypatch: pytest.MonkeyPatch) -> None:
    """Block all commits until an event is set."""
    commit = store._writer._commit

    def slow(*arguments: Any, **more: Any) -> list[object]:
        assert event.wait(10)
        return commit(*arguments, **more)

    monkeypatch.setattr(store._writer, "_commit", slow)


async def test_meanwhile_callback_runs_while_the_deed_is_stored(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(url) as store:
        await add(store, "t")
        done = threading.Event()
        store_only_after(store, done, monkeypatch)
        assert await store.append(deed("t", 2), done.set)


async def test_failing_meanwhile_callback_does_not_prevent_storing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(url) as store:
        await add(store, "t")
        failed = threading.Event()
        store_only_after(store, failed, monkeypatch)

        def fail() -> None:
            failed.set()
            raise ValueError("this is not the time")

        errors: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: errors.append(context))
        assert await store.append(deed("t", 2), fail)
        assert [str(error["exception"]) for error in errors] == ["this is not the time"]


async def test_cancelled_callers_do_not_affect_others(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        waiting = [asyncio.create_task(store.append(deed("t", number))) for number in range(2, 60)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert outcomes[1::2] == [True] * 29
        assert all(outcome is True or isinstance(outcome, asyncio.CancelledError) for outcome in outcomes)
        assert await store.append(deed("t", 60))


async def test_close_stores_queued_writes(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        waiting = [asyncio.create_task(store.append(deed("t", number))) for number in range(2, 60)]
        await asyncio.sleep(0)
        await store.close()
        assert await asyncio.gather(*waiting) == [True] * 58
        with pytest.raises(StoreDown, match="is being stopped"):
            await store.append(deed("t", 60))
    async with opened(url) as store:
        assert len(await store.rows("t")) == 59


async def test_event_loop_runs_while_the_store_writes(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        writing = asyncio.gather(*(store.append(deed("t", n, body=bytes(20_000))) for n in range(2, 500)))
        turns = 0
        while not writing.done():
            await asyncio.sleep(0)
            turns += 1
        assert turns > 20
