from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest
from litestar.channels.backends.redis import RedisChannelsPubSubBackend
from redis.asyncio import Redis

from caponata.server.connections import notifications
from tests.server.clients import TIMEOUT, Client, Server, play_moves, serving
from tests.server.proxy import silenceable_proxy
from tests.services import redis_server

pytestmark = pytest.mark.anyio

ABSENCE_TIMEOUT = 0.5  # seconds
MALFORMED = (
    b"not JSON",
    b"\xff",
    b"[]",
    b"[" * 100_000,
    b'{"me":[]}',
    b'{"me":"x","here":[]}',
    b'{"me":"x","table":"%s","here":[]}',
    b'{"me":"x","table":"%s","here":{"0":"many"}}',
    b'{"me":"x","table":"%s","far":{"0":null}}',
    b'{"me":"x","table":[],"number":1}',
)


@pytest.fixture(autouse=True)
def short_timeouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Shorten all timeouts."""
    for name, seconds in {
        "HEARTBEAT_INTERVAL": 0.2,
        "PROCESS_TIMEOUT": 1.5,
        "REDIS_TIMEOUT": 0.5,
        "RETRY_DELAY": 0.1,
    }.items():
        monkeypatch.setattr(notifications, name, seconds)


@asynccontextmanager
async def two_servers(folder: Path, *redis: str) -> AsyncIterator[tuple[Server, Server]]:
    """Yield two servers with the same tables, once each knows the other's connections."""
    store = f"sqlite:///{folder}/tables.db"
    async with (
        serving(store=store, redis=redis[0], absence_timeout=ABSENCE_TIMEOUT) as one,
        serving(store=store, redis=redis[-1], absence_timeout=ABSENCE_TIMEOUT) as two,
    ):
        await full_presence(one, two)
        yield one, two


async def full_presence(*servers: Server) -> None:
    """Wait until all servers know each other's connections."""
    async with asyncio.timeout(TIMEOUT):
        while not all(server.parts.notifications.has_full_presence for server in servers):
            await asyncio.sleep(0.05)


async def apart(one: Server, two: Server, *, start: bool = True) -> tuple[str, Client, Client]:
    """Create a table of two people who are connected to two servers."""
    ada, bo = await one.person("Ada"), await two.person("Bo")
    table, keys = await ada.create_table("me", "open")
    _, key = await bo.sit(table)
    first, second = await one.client(table, keys[0]), await two.client(table, key)
    if start:
        await first.ask(t="start")
    for client in (first, second):
        await see_everybody(client, start=start)
    return table, first, second


async def see_everybody(client: Client, *, start: bool) -> None:
    """Wait until a client sees everybody connected, and the game if it has started."""
    await client.until(lambda: all(seat["here"] for seat in client.table["seats"]))
    await client.until(lambda: not start or bool(client.state))


async def kinds(server: Server, table: str) -> list[str]:
    await server.finish_background_tasks()
    return [row.kind for row in await server.service.store.rows(table)]


async def test_silent_redis_connection_is_detected_and_reopened(tmp_path: Path) -> None:
    rng = random.Random(1)
    with redis_server(tmp_path) as redis:
        async with (
            silenceable_proxy(redis.url.removeprefix("redis://").removesuffix("/0")) as proxy,
            two_servers(tmp_path, redis.url, f"redis://{proxy.address}/0") as (one, two),
        ):
            table, ada, bo = await one.two_player_game()
            watcher = await two.client(table)
            everybody = [ada, bo, watcher]
            await play_moves(everybody, rng.choice, 2)
            proxy.silence()
            await play_moves(everybody, rng.choice, 2)  # waits until everybody has received them
            await full_presence(two)
            await play_moves(everybody, rng.choice, 2)


async def test_nobody_counts_as_absent_while_redis_is_down_or_back(tmp_path: Path) -> None:
    with redis_server(tmp_path) as redis:
        async with two_servers(tmp_path, redis.url) as (one, two):
            playing, ada, bo = await apart(one, two)
            waiting, *_ = await apart(one, two, start=False)
            before = await kinds(one, playing), await kinds(one, waiting)
            with redis.down():
                await asyncio.sleep(
                    notifications.PROCESS_TIMEOUT + 2 * notifications.HEARTBEAT_INTERVAL + 2 * ABSENCE_TIMEOUT
                )
                for client in (ada, bo):
                    assert all(seat["here"] for seat in client.table["seats"])
            await full_presence(one, two)
            await asyncio.sleep(notifications.HEARTBEAT_INTERVAL + 2 * ABSENCE_TIMEOUT)
            for server in (one, two):
                assert (await kinds(server, playing), await kinds(server, waiting)) == before
            for client in (ada, bo):
                assert all(seat["here"] for seat in client.table["seats"])


async def test_person_who_changes_process_while_redis_is_down_is_not_absent(tmp_path: Path) -> None:
    with redis_server(tmp_path) as redis:
        async with two_servers(tmp_path, redis.url) as (one, two):
            table, ada, bo = await one.two_player_game()
            before = await kinds(one, table)
            with redis.down():
                await bo.close()
                await two.client(table, bo.key)
                await asyncio.sleep(3 * ABSENCE_TIMEOUT)
            await ada.until(lambda: all(seat["here"] for seat in ada.table["seats"]))
            await full_presence(one, two)
            await asyncio.sleep(2 * ABSENCE_TIMEOUT)
            assert await kinds(one, table) == before


async def test_person_connected_to_a_dead_process_becomes_absent(tmp_path: Path) -> None:
    with redis_server(tmp_path) as redis:
        async with two_servers(tmp_path, redis.url) as (one, two):
            table, ada, _ = await apart(one, two)
            await two.parts.notifications.close()  # as a process that dies without a message
            await ada.until(lambda: not ada.table["seats"][1]["here"])
            await ada.until(lambda: bool(ada.table["seats"][1]["offered"]))
            assert (await kinds(one, table))[-1] == "offered"


async def test_malformed_notifications_do_not_stop_others(tmp_path: Path) -> None:
    rng = random.Random(2)
    with redis_server(tmp_path) as redis:
        async with two_servers(tmp_path, redis.url) as (one, two):
            table, ada, bo = await apart(one, two)
            async with Redis.from_url(redis.url) as stranger:
                for payload in MALFORMED:
                    await stranger.publish(notifications.CHANNEL, payload.replace(b"%s", table.encode()))
                    await play_moves([ada, bo], rng.choice, 1)
            newcomer = await two.client(table)
            await ada.until(lambda: ada.table["watching"] == 1)
            assert newcomer.closed is None


async def test_server_shuts_down_while_redis_client_hangs() -> None:
    class HangingBackend(RedisChannelsPubSubBackend):
        async def publish(self, data: bytes, channels: Iterable[str]) -> None:
            with suppress(asyncio.CancelledError):
                await asyncio.sleep(TIMEOUT)

    async with serving() as server:
        redis = Redis.from_url("redis://127.0.0.1:1")
        redis_notifications = notifications.RedisNotifications(redis)
        redis_notifications._backend = HangingBackend(redis=redis)
        redis_notifications.start(server.parts.presence)
        await asyncio.sleep(0.05)
        async with asyncio.timeout(TIMEOUT / 2):
            await redis_notifications.close()
