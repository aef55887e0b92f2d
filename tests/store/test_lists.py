"""Lists of tables: the lobby, those of a person, and their numbers."""

from __future__ import annotations

import asyncio
from typing import Any

from sqlalchemy import event

from tests.store.tables import NOW, add, deed, opened, summary


async def test_lobby_shows_open_listed_tables_newest_first(url: str) -> None:
    async with opened(url) as store:
        statuses = ["waiting", "playing", "paused", "finished", "abandoned"]
        await add(store, *statuses, "hidden")
        for age, status in enumerate(statuses):
            await store.save_summary(summary(status, status, changed=NOW + 9 - age), [])
        await store.save_summary(summary("hidden", listed=False), [])
        assert await store.listed(None, 10) == [
            summary("waiting", "waiting", changed=NOW + 9),
            summary("playing", "playing", changed=NOW + 8),
            summary("paused", "paused", changed=NOW + 7),
        ]
        assert [card.table for card in await store.listed(None, 2)] == ["waiting", "playing"]


async def test_late_summary_changes_nothing(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a")
        await store.save_summary(summary("a", "finished", changed=NOW + 2), [])
        await store.save_summary(summary("a", "playing", changed=NOW + 1), [])
        assert await store.count(["finished"]) == 1


async def test_late_summary_changes_no_seats(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a", "b")
        seated = [(0, "ada"), (1, "bo")]
        for table in "ab":
            await store.save_summary(summary(table, changed=NOW + 2), seated)
        late = summary("a", "waiting", changed=NOW + 1)
        await asyncio.gather(
            store.save_summary(late, [(0, "ada")]),
            store.save_summary(summary("b", changed=NOW + 3), [(1, "bo")]),
        )
        assert await store.seats_of("bo") == {"a": [1], "b": [1]}
        assert await store.seats_of("ada") == {"a": [0]}


async def test_newest_of_summaries_stored_together_counts(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a")
        newer, older = summary("a", "finished", changed=NOW + 2), summary("a", changed=NOW + 1)
        first = asyncio.gather(*(store.append(deed("a", number)) for number in range(2, 9)))
        both = asyncio.gather(store.save_summary(newer, [(1, "bo")]), store.save_summary(older, [(0, "ada")]))
        await asyncio.gather(first, both)
        assert await store.count(["finished"]) == 1
        assert (await store.seats_of("ada"), await store.seats_of("bo")) == ({}, {"a": [1]})


async def test_summary_without_people_leaves_them_unchanged(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a")
        await store.save_summary(summary("a", "abandoned"), None)
        assert await store.count(["abandoned"]) == 1
        assert await store.seats_of("ada") == {"a": [0]}


async def test_unarchived_closed_tables_are_found_page_by_page(url: str) -> None:
    async with opened(url) as store:
        logs = {
            "listed": ["started", "ended", "said"],  # listed as running
            "lost": ["started", "ended"],
            "kept": ["started", "ended"],
            "never-begun": ["ended"],
            "running": ["started", "said"],
        }
        await add(store, *logs)
        for table, kinds in logs.items():
            for number, kind in enumerate(kinds, start=2):
                assert await store.append(deed(table, number)._replace(kind=kind))
        await store.save_result("listed", b"{}", b"")
        await store.save_result("kept", b"{}", b"")
        for table in ("lost", "kept", "never-begun"):
            await store.save_summary(summary(table, "finished"), [])
        assert await store.unarchived("", 10) == [summary("listed"), summary("lost", "finished")]
        assert await store.unarchived("", 1) == [summary("listed")]
        assert await store.unarchived("listed", 10) == [summary("lost", "finished")]
        assert await store.unarchived("lost", 10) == []


async def test_open_tables_of_other_rules_are_found_page_by_page(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a", "b", "c", "closed", game="caper")
        await add(store, "lux", game="capital-lux")
        await store.save_summary(summary("closed", "abandoned"), [])
        header = await store.header("b")
        assert header is not None
        version = header.rules_version
        assert await store.of_other_rules("caper", version, "", 10) == []
        found = await store.of_other_rules("caper", version + 1, "", 2)
        assert [(header.table, card) for header, card in found] == [("a", summary("a")), ("b", summary("b"))]
        assert found[1][0] == header
        assert [header.table for header, _ in await store.of_other_rules("caper", version + 1, "b", 2)] == [
            "c"
        ]


async def test_ended_tables_are_found_by_index(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        queries: list[tuple[str, Any]] = []
        reading = store.database.reading
        event.listen(reading, "before_cursor_execute", lambda *of: queries.append((of[2], of[3])))
        await store.unarchived("", 10)
        [(statement, values)] = queries
        with reading.connect() as connection:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", values)
            assert any("log_ended" in str(row) for row in plan)


async def test_lobby_can_be_filtered_by_game(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a", "b", game="caper")
        await add(store, "c", game="capital-lux")
        assert [card.table for card in await store.listed("capital-lux", 10)] == ["c"]
        assert [card.table for card in await store.listed("caper", 10)] == ["a", "b"]
        assert await store.listed("capsize", 10) == []


async def test_person_finds_every_table_once_newest_first(url: str) -> None:
    async with opened(url) as store:
        await add(store, "old", "new", people=[(0, "ada"), (1, "ada"), (2, "bo")])
        await store.save_summary(
            summary("new", "playing", changed=NOW + 1), [(0, "ada"), (1, "ada"), (2, "bo")]
        )
        await store.save_summary(summary("old", "finished"), [(0, "ada")])
        assert [card.table for card in await store.tables_of("ada", 10)] == ["new", "old"]
        assert [card.table for card in await store.tables_of("ada", 1)] == ["new"]
        assert [card.table for card in await store.tables_of("bo", 10)] == ["new"]
        assert await store.tables_of("cy", 10) == []


async def test_person_who_left_before_the_start_is_removed_from_the_list(url: str) -> None:
    async with opened(url) as store:
        await add(store, "t", people=[(0, "ada"), (1, "bo")])
        await store.save_summary(summary("t"), [(0, "ada"), (1, "cy")])
        assert await store.tables_of("bo", 10) == []
        assert [card.table for card in await store.tables_of("cy", 10)] == ["t"]
        await store.save_summary(summary("t"), [])
        assert await store.tables_of("ada", 10) == []


async def test_tables_are_counted_by_status(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a", "b", "c")
        await store.save_summary(summary("c", "waiting"), [])
        assert await store.count(["playing"]) == 2
        assert await store.count(["playing", "waiting"]) == 3
        assert await store.count(["finished"]) == 0
        assert await store.count([]) == 0


async def test_seats_of_a_person_are_found_by_table(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a", people=[(2, "ada"), (0, "ada"), (1, "bo")])
        await add(store, "b", people=[(1, "ada")])
        assert await store.seats_of("ada") == {"a": [0, 2], "b": [1]}
        assert await store.seats_of("cy") == {}


async def test_last_deed_of_a_kind_is_found_for_every_table(url: str) -> None:
    async with opened(url) as store:
        await add(store, "a", "b", "c")
        for table, number, kind in [("a", 2, "move"), ("a", 3, "said"), ("b", 2, "said"), ("c", 2, "undo")]:
            row = deed(table, number, body=f"{table}{number}".encode())
            assert await store.append(row._replace(kind=kind))
        first = deed("b", 1).body
        assert await store.last_deeds(["a", "b", "nowhere"], ["move", "undo"]) == {"a": b"a2", "b": first}
        assert await store.last_deeds(["c"], ["said"]) == {}
        assert await store.last_deeds([], ["move"]) == {}
