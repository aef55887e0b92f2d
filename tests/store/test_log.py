"""The log of a table: numbered from 1, in order, every number and every request once."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from caponata.store import Unstorable
from tests.store.tables import add, deed, opened

COMPETING_WRITER = Path(__file__).with_name("competing_writer.py")


async def test_log_is_read_in_order_from_any_number(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", "u")
        for number in (2, 3, 4):
            assert await store.append(deed("t", number, f"0:{number}"))
        assert await store.append(deed("u", 2))
        assert await store.rows("t") == [deed("t", 1), *(deed("t", n, f"0:{n}") for n in (2, 3, 4))]
        assert await store.rows("t", after=3) == [deed("t", 4, "0:4")]
        assert await store.rows("t", after=4) == []
        assert await store.rows("nowhere") == []


async def test_body_is_stored_byte_for_byte(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        body = '{"text":"Żółć 🂡 \\u0000"}'.encode() + bytes(range(256))
        await store.append(deed("t", 2, "1:ünïcode '%s' ?", body))
        assert (await store.rows("t"))[1] == deed("t", 2, "1:ünïcode '%s' ?", body)


async def test_number_is_used_once(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        assert await store.append(deed("t", 2, "0:a"))
        assert not await store.append(deed("t", 2, "0:b"))
        assert [row.message for row in await store.rows("t")] == [None, "0:a"]


async def test_request_is_stored_once_per_table(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", "u")
        assert await store.append(deed("t", 2, "0:a"))
        assert not await store.append(deed("t", 3, "0:a"))
        assert await store.append(deed("u", 2, "0:a"))
        assert await store.append(deed("t", 3))
        assert await store.append(deed("t", 4))


async def test_deed_is_found_by_its_request(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        await store.append(deed("t", 2, "0:a"))
        assert await store.deed_of_message("t", "0:a") == deed("t", 2, "0:a")
        assert await store.deed_of_message("t", "0:b") is None
        assert await store.deed_of_message("u", "0:a") is None


async def test_one_of_two_conflicting_deeds_in_a_batch_wins(url: str) -> None:
    """Both are in one batch: with the same number, then with the same request."""
    async with opened(url) as store:
        await add(store, "t")
        same_number = [store.append(deed("t", 2, f"{seat}:a")) for seat in range(5)]
        assert sorted(await asyncio.gather(*same_number)) == [False] * 4 + [True]
        same_message = [store.append(deed("t", number, "0:b")) for number in range(3, 8)]
        assert sorted(await asyncio.gather(*same_message)) == [False] * 4 + [True]
        assert len(await store.rows("t")) == 3


async def test_one_of_two_stores_wins_each_number(url: str) -> None:
    async with opened(url) as one, opened(url) as other:
        tables = [f"t{n}" for n in range(20)]
        await add(one, *tables)
        for number in (2, 3, 4):
            wins = await asyncio.gather(
                *(one.append(deed(table, number, "0:one" + str(number))) for table in tables),
                *(other.append(deed(table, number, "1:other" + str(number))) for table in reversed(tables)),
            )
            assert [wins[n] + wins[-n - 1] for n in range(20)] == [1] * 20
        winner = (await one.rows("t0"))[1].message
        assert winner == ("0:one2" if await other.deed_of_message("t0", "0:one2") else "1:other2")


async def test_one_of_two_processes_wins_each_number(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", "u")
    command = [sys.executable, str(COMPETING_WRITER), url]
    writers = [subprocess.Popen([*command, name], stdout=subprocess.PIPE, text=True) for name in "ab"]
    won = [writer.communicate()[0].split() for writer in writers]
    assert [writer.returncode for writer in writers] == [0, 0]
    async with opened(url) as store:
        for table in ("t", "u"):
            rows = await store.rows(table)
            assert [row.number for row in rows] == list(range(1, 102))
            for name, numbers in zip("ab", won):
                theirs = [f"{table}{row.number}" for row in rows if row.message and row.message[0] == name]
                assert sorted(theirs) == sorted(key for key in numbers if key[0] == table)


async def test_deed_of_an_unknown_table_fails_alone(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        lost, kept = await asyncio.gather(
            store.append(deed("nowhere", 1)), store.append(deed("t", 2)), return_exceptions=True
        )
        assert isinstance(lost, Unstorable)
        assert kept is True


async def test_deed_with_invalid_text_fails_alone(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        *lost, kept = await asyncio.gather(
            store.append(deed("t", 2, "0:half a character \ud800")),
            store.append(deed("t", 2, "0:zero \0")),
            store.append(deed("t", 1 << 70)),
            store.append(deed("t", 3, "0:a")),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in lost] == [Unstorable] * 3
        assert kept is True
        assert await store.rows("t") == [deed("t", 1), deed("t", 3, "0:a")]


@pytest.mark.parametrize("text", ["\0", "\ud800", "'; DROP TABLE log; --"])
async def test_query_with_strange_text_finds_nothing(url: str, text: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        assert await store.deed_of_message("t", text) is None
        assert await store.table_of(text) is None
        assert await store.rows(text) == []
        assert await store.tables_of(text, 10) == []
        assert len(await store.rows("t")) == 1


async def test_restart_keeps_everything(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t")
        await store.append(deed("t", 2, "0:a"))
    async with opened(url) as store:
        assert await store.rows("t") == [deed("t", 1), deed("t", 2, "0:a")]
        assert not await store.append(deed("t", 2, "0:b"))
        assert await store.append(deed("t", 3, "0:b"))


async def test_memory_keeps_tables_until_it_is_closed() -> None:
    async with opened("sqlite://") as store, opened("sqlite://") as another:
        await add(store, "t")
        await asyncio.gather(*(store.append(deed("t", n)) for n in range(2, 50)), store.rows("t"))
        assert len(await store.rows("t")) == 49
        assert await another.rows("t") == []
