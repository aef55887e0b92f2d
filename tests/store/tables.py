"""Sample tables, and a store that closes itself."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import event

from caponata.store import Header, Row, Store, Summary
from caponata.store.writer import Writer

NOW = 1_700_000_000_000
SEED = bytes(range(32))


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = await Store.open(url)
    try:
        yield store
    finally:
        await store.close()


def header(table: str, code: str | None = None, game: str = "caper") -> Header:
    return Header(table, code or f"CODE-{table}", game, 1, NOW, SEED, b'{"options":{}}')


def deed(table: str, number: int, message: str | None = None, body: bytes = b'{"move":"pass"}') -> Row:
    return Row(table, number, NOW + number, "move", body, message)


def summary(table: str, status: str = "playing", *, listed: bool = True, changed: int = NOW) -> Summary:
    return Summary(table, status, listed, changed, b'{"seats":[]}')


async def add(
    store: Store, *tables: str, game: str = "caper", people: Sequence[tuple[int, str]] = ((0, "ada"),)
) -> None:
    for table in tables:
        assert await store.add_table(header(table, game=game), [deed(table, 1)], summary(table), people)


def count_transactions(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the size of every transaction."""
    counts: list[int] = []
    commit = Writer._commit

    def count_commit(
        self: Writer, store_writes: Any, writes: Sequence[Any], *, is_optimistic: bool
    ) -> list[object]:
        counts.append(len(writes))
        return commit(self, store_writes, list(writes), is_optimistic=is_optimistic)

    monkeypatch.setattr(Writer, "_commit", count_commit)
    return counts


def count_events(store: Store, name: str) -> list[str]:
    """Return a list that grows with every such event of the writer's connections."""
    counts: list[str] = []
    event.listen(store.database.writing, name, lambda *_: counts.append(name))
    return counts
