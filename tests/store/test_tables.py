"""What is stored of a table besides its log: header, snapshot, result; and the store's secrets."""

from __future__ import annotations

import asyncio
import zlib

from tests.store.tables import add, deed, header, opened, summary


async def test_table_is_found_by_id_and_by_code(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        assert await store.header("t") == header("t")
        assert await store.table_of("CODE-t") == "t"
        assert await store.header("u") is None
        assert await store.table_of("CODE-u") is None


async def test_table_with_a_taken_id_or_code_leaves_no_trace(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        same_id, same_code = header("t", "OTHER"), header("u", "CODE-t")
        assert not await store.add_table(same_id, [deed("t", 2)], summary("t", "paused"), [(1, "bo")])
        assert not await store.add_table(same_code, [deed("u", 1)], summary("u"), [(1, "bo")])
        assert await store.rows("t") == [deed("t", 1)]
        assert await store.rows("u") == []
        assert await store.tables_of("bo", 10) == []
        assert await store.count(["playing", "paused"]) == 1
        assert await store.table_of("OTHER") is None


async def test_one_of_two_stores_gets_a_code(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        for n in range(10):
            won = await asyncio.gather(
                *(
                    store.add_table(header(f"{name}{n}", f"CODE{n}"), [], summary(f"{name}{n}"), [])
                    for name, store in (("one", one), ("other", other))
                )
            )
            assert sorted(won) == [False, True]
            assert await one.table_of(f"CODE{n}") == ("one" if won[0] else "other") + str(n)


async def test_snapshot_replaces_older_ones_but_no_newer_one(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        assert await store.snapshot("t") is None
        await store.save_snapshot("t", 10, b"ten")
        await store.save_snapshot("t", 20, b"twenty")
        await store.save_snapshot("t", 15, b"fifteen")
        assert await store.snapshot("t") == (20, b"twenty")
        await asyncio.gather(store.save_snapshot("t", 40, b"forty"), store.save_snapshot("t", 30, b"thirty"))
        assert await store.snapshot("t") == (40, b"forty")


async def test_finished_game_keeps_its_record_and_replay(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        assert await store.record("t") is None
        assert await store.replay("t") is None
        replay = b'{"frames":[' + b"{}," * 10_000 + b"{}]}"
        await store.save_result("t", b"record", zlib.compress(replay))
        await store.save_result("t", b"another", b"another")
        assert await store.record("t") == b"record"
        assert await store.replay("t") == replay


async def test_secret_is_created_once_and_kept(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        key, same = await asyncio.gather(one.secret("key"), other.secret("key"))
        assert len(key) == 32
        assert key == same
        assert await one.secret("another") != key
    async with opened(url) as store:
        assert await store.secret("key") == key


async def test_analysis_is_stored_once(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        assert await store.analysis("t") is None
        await store.save_analysis("t", b"luck")
        await store.save_analysis("t", b"skill")
        assert await store.analysis("t") == b"luck"
        assert await store.analysis("other") is None
